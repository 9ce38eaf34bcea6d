import MarketCatalog
import MarketJSON

/// Reads rows of (sort key, id, card), in which both feeds are selected.
enum CardRow {
  /// The place of the row's product in its feed.
  static func keyset(_ row: SQLiteStatement) -> Keyset {
    Keyset(sortKey: row.integer(0), id: row.integer(1))
  }

  /// The card of the row.
  static func card(_ row: SQLiteStatement) throws(StoreError) -> ProductCard {
    let id = row.integer(1)
    return try row.withBytes(2) { packed throws(StoreError) in try card(id: id, packed) }
  }

  /// The card in a row's packed product.
  static func card(id: Int64, _ packed: Span<UInt8>) throws(StoreError) -> ProductCard {
    do throws(PackedCard.Fault) {
      return try PackedCard.card(id: id, in: packed)
    } catch {
      throw .corrupt(detail: "the card of product " + String(id) + " is damaged")
    }
  }
}
