// Rule: what can pass 2^31 is an Int64.
// Refused with: overflows when stored into 'Int'
public func millisecondsOfAMonth() -> Int { 2_678_400_000 }
