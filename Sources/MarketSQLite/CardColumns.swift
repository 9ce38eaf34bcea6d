import MarketCatalog

/// The columns of a product that make a card, in the one order in which they are selected.
enum CardColumns {
  /// The select list over ``tables``.
  static let list = """
    p.name, p.price_minor, p.original_minor, p.currency, p.stock, p.category, p.vendor_id, \
    p.thumbnail, p.thumbnail_width, p.thumbnail_height, p.created_at, p.updated_at, \
    s.view_count, s.like_count, s.purchase_count, \
    (SELECT v.name FROM vendors AS v WHERE v.id = p.vendor_id)
    """
  /// What the list is selected from: each product `p` with how it stands, `s`.
  static let tables = "products AS p CROSS JOIN current_standings AS s ON s.product_id = p.id"
  /// How many columns the list has: those that a statement adds count from here.
  static let count: Int32 = 16

  /// The card of the present row.
  ///
  /// - Parameters:
  ///   - row: A row that begins with ``list``.
  ///   - id: The product's id.
  /// - Returns: The card.
  /// - Throws: ``StoreError/corrupt(detail:)`` for a currency that is none.
  static func card(_ row: SQLiteStatement, id: Int64) throws(StoreError) -> ProductCard {
    guard let currency = Currency(code: row.text(3)) else {
      throw .corrupt(detail: "product " + String(id) + " has an unknown currency")
    }
    return ProductCard(
      id: id,
      name: row.text(0),
      price: Money(amountMinor: row.integer(1), currency: currency),
      originalPrice: row.optionalInteger(2).map { Money(amountMinor: $0, currency: currency) },
      stock: row.integer(4),
      category: row.text(5),
      vendor: row.optionalInteger(6).map { Vendor(id: $0, name: row.text(15)) },
      thumbnail: row.optionalText(7).map {
        Picture(
          url: $0, width: row.optionalInteger(8).map { Int($0) },
          height: row.optionalInteger(9).map { Int($0) })
      },
      counts: ProductCounts(
        views: row.integer(12), likes: row.integer(13), purchases: row.integer(14)),
      createdAt: Timestamp(milliseconds: row.integer(10)),
      updatedAt: Timestamp(milliseconds: row.integer(11)))
  }
}
