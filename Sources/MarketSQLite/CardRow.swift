import MarketCatalog

/// Reads rows of (sort key, id, card), in which both feeds are selected.
enum CardRow {
  /// The place of the row's product in its feed.
  static func keyset(_ row: SQLiteStatement) -> Keyset {
    Keyset(sortKey: row.integer(0), id: row.integer(1))
  }

  /// Whether the row's product can be bought, without reading the rest of the card.
  static func isInStock(_ row: SQLiteStatement) throws(StoreError) -> Bool {
    try row.withBytes(2) { bytes throws(StoreError) in CardRecord.stock(bytes) > 0 }
  }

  /// The card of the row.
  static func card(_ row: SQLiteStatement) throws(StoreError) -> ProductCard {
    let id = row.integer(1)
    return try row.withBytes(2) { bytes throws(StoreError) in
      try CardRecord.unpack(bytes, id: id)
    }
  }
}
