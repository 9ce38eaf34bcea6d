import MarketCatalog

/// A product's counts and score as its events make them, one event after the other.
struct RankSum {
  let productID: Int64
  let createdAt: Timestamp
  /// Whether the product was seeded: made-up visitors count on seeded products only, since a seed that
  /// was killed may have left events of products that never were.
  let isSeeded: Bool
  var z: Double
  var counts: ProductCounts

  /// Adds a recorded event, as a tick does; false for one that counts nowhere.
  mutating func add(_ event: CountedEvent, _ popularity: Popularity) -> Bool {
    guard event.actor < 0 || isSeeded else { return false }
    // An unlike without its like is left where events are lost.
    guard event.kind != .unlike || counts.likes > 0 else { return false }
    if event.isWeighed {
      z = popularity.score(
        z, after: event.kind, at: event.weighedAt,
        floor: popularity.birthScore(createdAt: createdAt))
    }
    counts.add(event.kind)
    return true
  }
}

/// A recorded event that counts.
struct CountedEvent {
  var productID: Int64
  var kind: EventKind
  var weighedAt: Timestamp
  var actor: Int64
  /// Whether it moves the rank, too.
  var isWeighed: Bool

  /// The columns that ``init(_:)`` reads.
  static let columns = "product_id, kind, coalesce(liked_at, occurred_at), actor, weighed"

  init(_ row: SQLiteStatement) throws(StoreError) {
    guard let kind = EventKind(rawValue: Int(row.integer(1))) else {
      throw .corrupt(
        detail: "an event of product " + String(row.integer(0)) + " is of no known kind")
    }
    productID = row.integer(0)
    self.kind = kind
    weighedAt = Timestamp(milliseconds: row.integer(2))
    actor = row.integer(3)
    isWeighed = row.integer(4) == 1
  }
}

/// What a rebuild has computed and not yet written: a temporary table on disk, so that a store may
/// have any number of products.
final class RankStaging {
  private let connection: SQLiteConnection
  private let insert: SQLiteStatement
  private let update: SQLiteStatement
  private let select: SQLiteStatement

  private static let columns = """
    product_id, created_at, seeded, z, view_count, like_count, purchase_count
    """

  init(_ connection: SQLiteConnection) throws(StoreError) {
    self.connection = connection
    try connection.execute(
      """
      CREATE TEMPORARY TABLE IF NOT EXISTS staged_ranks (
        product_id INTEGER PRIMARY KEY,
        created_at INTEGER NOT NULL,
        seeded INTEGER NOT NULL,
        z REAL NOT NULL,
        view_count INTEGER NOT NULL,
        like_count INTEGER NOT NULL,
        purchase_count INTEGER NOT NULL
      ) STRICT;
      DELETE FROM temp.staged_ranks;
      """)
    insert = try connection.prepare(
      """
      INSERT INTO temp.staged_ranks (\(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """)
    update = try connection.prepare(
      """
      UPDATE temp.staged_ranks SET z = ?4, view_count = ?5, like_count = ?6, purchase_count = ?7
      WHERE product_id = ?1
      """)
    select = try connection.prepare(
      "SELECT \(Self.columns) FROM temp.staged_ranks WHERE product_id = ?1")
  }

  /// Puts a product in that is not there.
  func insert(_ sum: RankSum) throws(StoreError) {
    insert.bind(sum.createdAt.milliseconds, at: 2)
    insert.bind(Int64(sum.isSeeded ? 1 : 0), at: 3)
    try run(insert, sum)
  }

  /// Writes a product over that is there.
  func update(_ sum: RankSum) throws(StoreError) {
    try run(update, sum)
  }

  private func run(_ statement: SQLiteStatement, _ sum: RankSum) throws(StoreError) {
    statement.bind(sum.productID, at: 1)
    statement.bind(sum.z, at: 4)
    statement.bind(sum.counts.views, at: 5)
    statement.bind(sum.counts.likes, at: 6)
    statement.bind(sum.counts.purchases, at: 7)
    try statement.run()
  }

  /// What is there of a product, or nil.
  func sum(of productID: Int64) throws(StoreError) -> RankSum? {
    select.bind(productID, at: 1)
    defer { select.reset() }
    return try select.step() ? Self.sum(select) : nil
  }

  /// How many products are there.
  func count() throws(StoreError) -> Int {
    Int(try connection.firstInteger("SELECT count(*) FROM temp.staged_ranks") ?? 0)
  }

  /// The lowest score, or nil without products.
  func lowestScore() throws(StoreError) -> Double? {
    let statement = try connection.prepare("SELECT min(z) FROM temp.staged_ranks")
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.double(0)
  }

  /// Calls `body` for each product, highest score first: places that come in the order of their
  /// table touch each of its pages once.
  func visit(_ body: (RankSum) throws(StoreError) -> Void) throws(StoreError) {
    let rows = try connection.prepare(
      "SELECT \(Self.columns) FROM temp.staged_ranks ORDER BY z DESC, product_id DESC")
    while try rows.step() { try body(Self.sum(rows)) }
  }

  /// Gives the room on the disk back.
  func drop() throws(StoreError) {
    try connection.execute("DROP TABLE temp.staged_ranks")
  }

  private static func sum(_ row: SQLiteStatement) -> RankSum {
    RankSum(
      productID: row.integer(0), createdAt: Timestamp(milliseconds: row.integer(1)),
      isSeeded: row.integer(2) == 1, z: row.double(3),
      counts: ProductCounts(
        views: row.integer(4), likes: row.integer(5), purchases: row.integer(6)))
  }
}
