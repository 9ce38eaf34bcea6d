import MarketCatalog

/// The statements that turn a card into a whole product.
final class ProductDetailStatements {
  private let detail: SQLiteStatement
  private let images: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(StoreError) {
    detail = try connection.prepare(
      """
      SELECT d.description, s.source, s.source_id,
        EXISTS (SELECT 1 FROM product_images AS i WHERE i.product_id = d.product_id)
      FROM product_details AS d LEFT JOIN product_sources AS s ON s.product_id = d.product_id
      WHERE d.product_id = ?1
      """)
    images = try connection.prepare(
      """
      SELECT url, width, height FROM product_images WHERE product_id = ?1 ORDER BY position
      """)
  }

  /// The product of a card; one that no file brought is known by the store's id and its own.
  func product(_ card: ProductCard, storeID: String) throws(StoreError) -> Product {
    detail.bind(card.id, at: 1)
    defer { detail.reset() }
    guard try detail.step() else {
      throw .corrupt(detail: "product " + String(card.id) + " has no details")
    }
    let source =
      detail.isNull(1)
      ? ProductSource(
        name: MarketState.sourceName(storeID: storeID), id: String(card.id))
      : ProductSource(name: detail.text(1), id: detail.text(2))
    let pictures =
      detail.integer(3) == 1
      ? try pictures(of: card.id) : [card.thumbnail].compactMap { $0 }
    return Product(
      card: card, description: detail.text(0), images: pictures, source: source)
  }

  private func pictures(of id: Int64) throws(StoreError) -> [Picture] {
    images.bind(id, at: 1)
    defer { images.reset() }
    var pictures: [Picture] = []
    while try images.step() {
      pictures.append(
        Picture(
          url: images.text(0), width: images.optionalInteger(1).map { Int($0) },
          height: images.optionalInteger(2).map { Int($0) }))
    }
    return pictures
  }
}
