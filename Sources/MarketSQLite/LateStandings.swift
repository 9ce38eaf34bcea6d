import MarketCatalog

/// How products stand that ticks beside many events have moved: what has not reached `product_standings`
/// yet, nor the counts on the cards of the recent feed.
///
/// Each product that a tick moves lies on a page of its own of either table, where nothing but a few
/// numbers changes. So such a tick adds what it has changed to a small table, in its transaction, and
/// what waits there is settled in the order of the ids: the more of it, the more on each page.
///
/// While little waits, each row is still on a page of its own. So beside many events a tick settles a
/// share, not as much as it can: what waits of a part of the ids, until each part had its turn.
final class LateStandings {
  private let any: SQLiteStatement
  private let waitingCount: SQLiteStatement
  private let insertion: RowInsertion
  private let bounds: SQLiteStatement
  private let next: SQLiteStatement
  private let delete: SQLiteStatement
  private let refresh: SQLiteStatement
  private let standings: StandingStatements
  /// The id behind which the next call goes on.
  private var position = Int64.min

  init(_ market: SQLiteConnection, _ standings: StandingStatements) throws(StoreError) {
    self.standings = standings
    any = try market.prepare("SELECT 1 FROM late_standings LIMIT 1")
    waitingCount = try market.prepare("SELECT count(*) FROM late_standings")
    insertion = try RowInsertion(
      market, "INSERT OR REPLACE INTO late_standings (\(StandingStatements.columns))",
      columnCount: Int(StandingStatements.columnCount))
    // Two subqueries, each one look-up: both of one SELECT would be a scan.
    bounds = try market.prepare(
      """
      SELECT (SELECT min(product_id) FROM late_standings),
        (SELECT max(product_id) FROM late_standings)
      """)
    next = try market.prepare(Self.nextSQL)
    delete = try market.prepare(
      "DELETE FROM late_standings WHERE product_id > ?1 AND product_id <= ?2")
    refresh = try market.prepare(FeedPlaces.refreshRecentSQL)
  }

  /// What waits behind the id ?1 and up to ?3, at most ?2 rows, with the cards of the recent feed; the
  /// card is null for a product that is not listed.
  static let nextSQL = """
    SELECT l.product_id, l.created_at, l.view_count, l.like_count, l.purchase_count, l.z, l.rank_key,
      l.rank_from, c.card
    FROM late_standings AS l
      LEFT JOIN recent_cards AS c ON c.created_at = l.created_at AND c.product_id = l.product_id
    WHERE l.product_id > ?1 AND l.product_id <= ?3
    ORDER BY l.product_id
    LIMIT ?2
    """

  /// Whether anything waits.
  func areAny() throws(StoreError) -> Bool {
    defer { any.reset() }
    return try any.step()
  }

  /// How many products wait.
  func count() throws(StoreError) -> Int {
    defer { waitingCount.reset() }
    return try waitingCount.step() ? Int(waitingCount.integer(0)) : 0
  }

  /// Adds how products stand now, in the order of their ids, in place of what waits of them already.
  func add(_ changed: [ProductStanding]) throws(StoreError) {
    try insertion.add(changed[...], binding: StandingStatements.bind(_:to:at:))
  }

  /// Settles at most `limit` of what waits, on from where the last call ended, and behind the last id
  /// on from the first; returns how many.
  func settle(limit: Int) throws(StoreError) -> Int {
    let start = position
    let count = try settleOn(through: .max, limit: limit)
    guard start != .min, position == .min else { return count }
    return try count + settleOn(through: .max, limit: limit - count)
  }

  /// Settles what waits among the next of `partCount` equal parts of the ids, at most `limit`; returns how
  /// many.
  func settlePart(of partCount: Int64, limit: Int) throws(StoreError) -> Int {
    guard let ids = try waitingIDs() else { return 0 }
    if position < ids.lowerBound || position >= ids.upperBound { position = ids.lowerBound - 1 }
    let end = position + (ids.upperBound - ids.lowerBound) / partCount + 1
    return try settleOn(through: end < ids.upperBound ? end : .max, limit: limit)
  }

  /// From the first id that waits to the last.
  private func waitingIDs() throws(StoreError) -> ClosedRange<Int64>? {
    defer { bounds.reset() }
    guard try bounds.step(), let first = bounds.optionalInteger(0) else { return nil }
    return first...bounds.integer(1)
  }

  /// Settles at most `limit` products that wait, from the position up to the id `end`; returns how many.
  ///
  /// With `.max` it goes up to the last of all, and leaves the position at the first when it gets there.
  private func settleOn(through end: Int64, limit: Int) throws(StoreError) -> Int {
    guard limit > 0 else { return 0 }
    // Read first, as a statement that reads a table has to find its place again after each write.
    let late = try waiting(through: end, limit: limit)
    for (standing, _) in late { try standings.settle(standing) }
    for (standing, card) in late where !card.isEmpty {
      refresh.bind(standing.createdAt.milliseconds, at: 1)
      refresh.bind(standing.productID, at: 2)
      refresh.bind(card, at: 3)
      try refresh.run()
    }
    var reached = end == .max ? .min : end
    if let last = late.last?.standing.productID {
      delete.bind(position, at: 1)
      delete.bind(last, at: 2)
      try delete.run()
      if late.count == limit { reached = last }
    }
    position = reached
    return late.count
  }

  /// How products stand that wait, each with its card with these counts, which is empty for one without.
  private func waiting(
    through end: Int64, limit: Int
  ) throws(StoreError) -> [(standing: ProductStanding, card: [UInt8])] {
    next.bind(position, at: 1)
    next.bind(Int64(limit), at: 2)
    next.bind(end, at: 3)
    defer { next.reset() }
    var late: [(ProductStanding, [UInt8])] = []
    while try next.step() {
      let standing = StandingStatements.standing(next)
      let card = try next.withBytes(StandingStatements.columnCount) { packed throws(StoreError) in
        packed.isEmpty
          ? [] : try CardRow.bytes(of: standing.productID, packed, showing: standing.counts)
      }
      late.append((standing, card))
    }
    return late
  }
}
