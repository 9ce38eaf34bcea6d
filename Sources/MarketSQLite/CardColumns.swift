import MarketCatalog

/// The columns of a card, in the one order in which every statement of this module selects them.
///
/// Reading by position keeps 20 cards at a few microseconds; this file alone knows the positions.
enum CardColumns {
  /// The columns that `products` and `rank_versions` share, in order.
  static let shared = [
    "name", "price_minor", "original_minor", "currency", "stock", "category", "vendor_id",
    "thumbnail", "thumbnail_width", "thumbnail_height", "created_at", "updated_at", "view_count",
    "like_count", "purchase_count",
  ]

  /// The select list over `products AS p` and `vendors AS v`: sort key, id, the card.
  static func ofProducts(sortKey: String) -> String {
    list(sortKey: sortKey, id: "p.id") { "p." + $0 }
  }

  /// The select list over `rank_versions AS r`, which looks up `products AS p` when superseded.
  static let ofRankVersions = list(sortKey: "r.rank_key", id: "r.product_id") {
    "coalesce(r." + $0 + ", p." + $0 + ")"
  }

  private static func list(
    sortKey: String, id: String, _ column: (String) -> String
  ) -> String {
    ([sortKey, id] + shared.map(column) + ["v.name"]).joined(separator: ", ")
  }

  /// How many columns the select lists have.
  static let count = Int32(2 + shared.count + 1)

  /// The place of the product in its feed.
  static func keyset(_ row: SQLiteStatement) -> Keyset {
    Keyset(sortKey: row.integer(0), id: row.integer(1))
  }

  /// Whether the product can be bought, without reading the rest of the card.
  static func isInStock(_ row: SQLiteStatement) -> Bool {
    row.integer(6) > 0
  }

  /// The card of the present row.
  ///
  /// A currency that this program does not know, as after a change of the list by a newer one,
  /// would break one card, not the page: the row is reported as a fault of the data.
  static func card(_ row: SQLiteStatement) throws(StoreError) -> ProductCard {
    guard let currency = Currency(code: row.text(5)) else {
      throw .corrupt(detail: "product " + String(row.integer(1)) + " has an unknown currency")
    }
    return ProductCard(
      id: row.integer(1),
      name: row.text(2),
      price: Money(amountMinor: row.integer(3), currency: currency),
      originalPrice: row.optionalInteger(4).map { Money(amountMinor: $0, currency: currency) },
      stock: row.integer(6),
      category: row.text(7),
      vendor: row.optionalInteger(8).map { Vendor(id: $0, name: row.text(17)) },
      thumbnail: row.optionalText(9).map {
        Picture(
          url: $0, width: row.optionalInteger(10).map { Int($0) },
          height: row.optionalInteger(11).map { Int($0) })
      },
      counts: ProductCounts(
        views: row.integer(14), likes: row.integer(15), purchases: row.integer(16)),
      createdAt: Timestamp(milliseconds: row.integer(12)),
      updatedAt: Timestamp(milliseconds: row.integer(13)))
  }
}
