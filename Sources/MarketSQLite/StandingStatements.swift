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
  /// Whether this is in `late_standings`; what reads it there says so.
  var isLate = false

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

/// The statements that read and write how products stand: what ticks write, in narrow tables of their
/// own, so that they touch few pages.
///
/// A product's row in `late_standings`, if it has one, is true, that in `product_standings` else; both
/// tell alike whether it is listed. Statements that only read have `current_standings` for both.
final class StandingStatements {
  private let select: SQLiteStatement
  private let insert: SQLiteStatement
  private let update: SQLiteStatement
  private let updateLate: SQLiteStatement
  private let deleteLate: SQLiteStatement

  init(_ market: SQLiteConnection) throws(StoreError) {
    func updateSQL(_ table: String) -> String {
      """
      UPDATE \(table) SET view_count = ?3, like_count = ?4, purchase_count = ?5, z = ?6,
        rank_key = ?7, rank_from = ?8
      WHERE product_id = ?1
      """
    }
    select = try market.prepare(Self.selectSQL)
    insert = try market.prepare(
      """
      INSERT INTO product_standings (\(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    update = try market.prepare(updateSQL("product_standings"))
    updateLate = try market.prepare(updateSQL("late_standings"))
    deleteLate = try market.prepare("DELETE FROM late_standings WHERE product_id = ?1")
  }

  /// The columns of both tables, in the order in which ``standing(_:)`` and ``bind(_:to:at:)`` take them.
  static let columns = """
    product_id, created_at, view_count, like_count, purchase_count, z, rank_key, rank_from
    """
  static let columnCount: Int32 = 8

  /// How the product ?1 stands, and whether that is late.
  ///
  /// Not by the view, which reads both tables: what many events came for mostly waits in the smaller one.
  static let selectSQL = """
    SELECT \(columns), 1 FROM late_standings WHERE product_id = ?1
    UNION ALL
    SELECT \(columns), 0 FROM product_standings WHERE product_id = ?1
    LIMIT 1
    """

  /// How a product stands, or nil when it is gone.
  func standing(of productID: Int64) throws(StoreError) -> ProductStanding? {
    select.bind(productID, at: 1)
    defer { select.reset() }
    guard try select.step() else { return nil }
    var standing = Self.standing(select)
    standing.isLate = select.integer(Self.columnCount) == 1
    return standing
  }

  /// The standing in a row that begins with ``columns``; not noted as late.
  static func standing(_ row: SQLiteStatement) -> ProductStanding {
    ProductStanding(
      productID: row.integer(0),
      createdAt: Timestamp(milliseconds: row.integer(1)),
      counts: ProductCounts(
        views: row.integer(2), likes: row.integer(3), purchases: row.integer(4)),
      z: row.double(5),
      rankKey: row.integer(6),
      rankedSince: row.optionalInteger(7))
  }

  /// Writes how a new product stands, whose row is there already.
  func insert(_ standing: ProductStanding) throws(StoreError) {
    Self.bind(standing, to: insert, at: 1)
    try insert.run()
  }

  /// Writes how a product stands now, late if it was; not for one that is listed or unlisted by this.
  func store(_ standing: ProductStanding) throws(StoreError) {
    let statement = standing.isLate ? updateLate : update
    Self.bind(standing, to: statement, at: 1)
    try statement.run()
  }

  /// Writes how a product stands now into `product_standings`, and nothing of it is late any more: its
  /// card in the recent feed, if there is one, must show these counts.
  func settle(_ standing: ProductStanding) throws(StoreError) {
    var settled = standing
    settled.isLate = false
    try store(settled)
    guard standing.isLate else { return }
    deleteLate.bind(standing.productID, at: 1)
    try deleteLate.run()
  }

  /// Binds the values of ``columns`` from a place on.
  static func bind(_ standing: ProductStanding, to statement: SQLiteStatement, at place: Int32) {
    statement.bind(standing.productID, at: place)
    statement.bind(standing.createdAt.milliseconds, at: place + 1)
    statement.bind(standing.counts.views, at: place + 2)
    statement.bind(standing.counts.likes, at: place + 3)
    statement.bind(standing.counts.purchases, at: place + 4)
    statement.bind(standing.z, at: place + 5)
    statement.bind(standing.rankKey, at: place + 6)
    statement.bind(standing.rankedSince, at: place + 7)
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
