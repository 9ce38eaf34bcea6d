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

  /// The card of the row with the counts in the three columns behind it, which a card of the recent feed
  /// may not have yet.
  static func recountedCard(_ row: SQLiteStatement) throws(StoreError) -> ProductCard {
    var card = try card(row)
    card.counts = ProductCounts(
      views: row.integer(3), likes: row.integer(4), purchases: row.integer(5))
    return card
  }

  /// The card in a row's packed product.
  static func card(id: Int64, _ packed: Span<UInt8>) throws(StoreError) -> ProductCard {
    do throws(PackedCard.Fault) {
      return try PackedCard.card(id: id, in: packed)
    } catch {
      throw damage(of: id)
    }
  }

  /// The bytes of a packed product with other counts.
  static func bytes(
    of id: Int64, _ packed: Span<UInt8>, showing counts: ProductCounts
  ) throws(StoreError) -> [UInt8] {
    do throws(PackedCard.Fault) {
      return try PackedCard.bytes(packed, showing: counts)
    } catch {
      throw damage(of: id)
    }
  }

  private static func damage(of id: Int64) -> StoreError {
    .corrupt(detail: "the card of product " + String(id) + " is damaged")
  }
}
