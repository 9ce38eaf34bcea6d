import MarketCatalog

/// The statements that keep a product's places in the ranking.
///
/// Exactly one place of a listed product is current, and it carries the card; `products` says
/// where it stands (`rank_key`, `rank_from`).
final class PlaceStatements {
  private let insertCurrent: SQLiteStatement
  private let refreshCurrent: SQLiteStatement
  private let supersede: SQLiteStatement

  /// The columns of a new current place, over `products`.
  private static let cardList = CardColumns.shared.joined(separator: ", ")

  /// Gives places to all products of a range of ids, ?1 to ?2, in the order of the table.
  ///
  /// Sorted first, on disk when they are many: rows that come in the order of the key are
  /// appended, others would split pages all over the table.
  static let insertRange = """
    INSERT INTO rank_versions
      (rank_key, product_id, from_generation, to_generation, \(cardList))
    SELECT rank_key, id, rank_from, \(FeedSQL.currentGeneration), \(cardList)
    FROM products WHERE id BETWEEN ?1 AND ?2
    ORDER BY rank_key DESC, id DESC
    """

  init(_ connection: SQLiteConnection) throws(StoreError) {
    insertCurrent = try connection.prepare(Self.insertRange)
    refreshCurrent = try connection.prepare(
      """
      UPDATE rank_versions SET (\(Self.cardList)) =
        (SELECT \(Self.cardList) FROM products WHERE id = ?2)
      WHERE rank_key = ?1 AND product_id = ?2 AND from_generation = ?3
      """)
    let nulls = CardColumns.shared.map { $0 + " = NULL" }.joined(separator: ", ")
    supersede = try connection.prepare(
      """
      UPDATE rank_versions SET to_generation = ?4, \(nulls)
      WHERE rank_key = ?1 AND product_id = ?2 AND from_generation = ?3
      """)
  }

  /// Where a product stands now.
  struct Place {
    var rankKey: Int64
    var productID: Int64
    var generation: Int64
  }

  /// Gives places to the products with ids in a range, as `products` says.
  func insert(_ ids: ClosedRange<Int64>) throws(StoreError) {
    insertCurrent.bind(ids.lowerBound, at: 1)
    insertCurrent.bind(ids.upperBound, at: 2)
    try insertCurrent.run()
  }

  /// Copies the card of a product to its current place.
  func refresh(_ place: Place) throws(StoreError) {
    bind(place, to: refreshCurrent)
    try refreshCurrent.run()
  }

  /// Ends a place at a generation; cursors of older generations still find it.
  func supersede(_ place: Place, at generation: Int64) throws(StoreError) {
    bind(place, to: supersede)
    supersede.bind(generation, at: 4)
    try supersede.run()
  }

  private func bind(_ place: Place, to statement: SQLiteStatement) {
    statement.bind(place.rankKey, at: 1)
    statement.bind(place.productID, at: 2)
    statement.bind(place.generation, at: 3)
  }
}
