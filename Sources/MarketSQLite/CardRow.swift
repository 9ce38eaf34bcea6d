import MarketCatalog
import MarketJSON

/// Reads rows of (sort key, id, card), in which both feeds are selected.
enum CardRow {
  /// The place of the row's product in its feed.
  static func keyset(_ row: SQLiteStatement) -> Keyset {
    Keyset(sortKey: row.integer(0), id: row.integer(1))
  }

  /// Whether the row's product is listed and passes a filter.
  static func isWanted(_ row: SQLiteStatement, by filter: FeedFilter) -> Bool {
    row.withBytes(2) { card in
      card.count > 0 && (!filter.inStock || PackedCard.isInStock(card))
    }
  }

  /// Lends the row's product in packed form.
  static func visit(_ row: SQLiteStatement, _ visit: (Int64, Span<UInt8>) -> Void) {
    let id = row.integer(1)
    row.withBytes(2) { visit(id, $0) }
  }

  /// The card of the row.
  static func card(_ row: SQLiteStatement) throws(StoreError) -> ProductCard {
    let id = row.integer(1)
    return try row.withBytes(2) { bytes throws(StoreError) in
      do throws(PackedCard.Fault) {
        return try PackedCard.card(id: id, in: bytes)
      } catch {
        throw .corrupt(detail: "the card of product " + String(id) + " is damaged")
      }
    }
  }
}
