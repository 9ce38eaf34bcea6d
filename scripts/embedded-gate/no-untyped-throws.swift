// Rule: errors have a type.
// Refused with: untyped throws is not available in Embedded Swift
public enum Refusal: Error {
  case tooLarge
}

public func checked(_ value: Int) throws -> Int {
  if value > 9 { throw Refusal.tooLarge }
  return value
}
