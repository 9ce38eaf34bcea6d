// Rule: no key paths.
// Refused with: cannot use key path in embedded Swift
public struct Card {
  var id: Int64
}

public func ids(of cards: [Card]) -> [Int64] { cards.map(\.id) }
