// Rule: no clock of the standard library either.
// Refused with: cannot find 'ContinuousClock' in scope
public func wait() -> Bool { ContinuousClock().now < ContinuousClock().now }
