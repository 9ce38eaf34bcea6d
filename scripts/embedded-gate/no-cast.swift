// Rule: no dynamic casts.
// Refused with: cannot do dynamic casting in embedded Swift
public func number(_ value: Any) -> Int? { value as? Int }
