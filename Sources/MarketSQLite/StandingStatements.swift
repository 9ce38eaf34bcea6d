import MarketCatalog

/// How a product stands: its counts, its popularity, and where that puts it.
struct ProductStanding {
  let productID: Int64
  let createdAt: Timestamp
  var counts: ProductCounts
  /// The popularity, as ``Popularity`` computes it.
  var z: Double
  /// What orders the popular feed; of an unlisted product the key that it will be listed again with.
  var rankKey: Int64
  /// The generation since which the product stands at its place; nil for an unlisted one, which has
  /// none.
  var rankedSince: Int64?

  /// The current place in the ranking; nil for an unlisted product.
  var rank: FeedPlaces.Rank? {
    rankedSince.map { FeedPlaces.Rank(key: rankKey, productID: productID, generation: $0) }
  }

  /// Takes a rank key; one that differs is a listed product's place from the generation on.
  mutating func move(to key: Int64, at generation: Int64) {
    if key != rankKey, rankedSince != nil { rankedSince = generation }
    rankKey = key
  }
}

/// The statements that read and write how products stand: what ticks write, in a narrow table of its
/// own, so that they touch few pages.
final class StandingStatements {
  private let select: SQLiteStatement
  private let insert: SQLiteStatement
  private let update: SQLiteStatement

  init(_ market: SQLiteConnection) throws(StoreError) {
    select = try market.prepare(Self.selectSQL)
    insert = try market.prepare(
      """
      INSERT INTO product_standings (product_id, view_count, like_count, purchase_count, z,
        rank_key, rank_from, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    update = try market.prepare(
      """
      UPDATE product_standings SET view_count = ?2, like_count = ?3, purchase_count = ?4, z = ?5,
        rank_key = ?6, rank_from = ?7
      WHERE product_id = ?1
      """)
  }

  /// How the product ?1 stands.
  static let selectSQL = """
    SELECT view_count, like_count, purchase_count, z, rank_key, rank_from, created_at
    FROM product_standings WHERE product_id = ?1
    """

  /// How a product stands, or nil when it is gone.
  func standing(of productID: Int64) throws(StoreError) -> ProductStanding? {
    select.bind(productID, at: 1)
    defer { select.reset() }
    guard try select.step() else { return nil }
    return ProductStanding(
      productID: productID,
      createdAt: Timestamp(milliseconds: select.integer(6)),
      counts: ProductCounts(
        views: select.integer(0), likes: select.integer(1), purchases: select.integer(2)),
      z: select.double(3),
      rankKey: select.integer(4),
      rankedSince: select.optionalInteger(5))
  }

  /// Writes how a new product stands, whose row is there already.
  func insert(_ standing: ProductStanding) throws(StoreError) {
    insert.bind(standing.createdAt.milliseconds, at: 8)
    try run(insert, standing)
  }

  /// Writes how a product stands now.
  func store(_ standing: ProductStanding) throws(StoreError) {
    try run(update, standing)
  }

  private func run(
    _ statement: SQLiteStatement, _ standing: ProductStanding
  ) throws(StoreError) {
    statement.bind(standing.productID, at: 1)
    statement.bind(standing.counts.views, at: 2)
    statement.bind(standing.counts.likes, at: 3)
    statement.bind(standing.counts.purchases, at: 4)
    statement.bind(standing.z, at: 5)
    statement.bind(standing.rankKey, at: 6)
    statement.bind(standing.rankedSince, at: 7)
    try statement.run()
  }
}

extension FeedPlaces.Rank {
  /// The place that two columns of a row tell, `rank_key` and the next one, `rank_from`; nil for an
  /// unlisted product.
  init?(_ row: SQLiteStatement, from column: Int32, of productID: Int64) {
    guard let generation = row.optionalInteger(column + 1) else { return nil }
    self.init(key: row.integer(column), productID: productID, generation: generation)
  }
}
