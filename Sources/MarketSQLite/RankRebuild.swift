import MarketCatalog

/// One rebuild of a store's ranks, from its beginning to the transaction that writes them.
///
/// Adding up takes most of the time of a rebuild that changes little, so it is done beside everyone
/// else: what is recorded and applied meanwhile is added in the transaction.
final class RankRebuild {
  /// The arithmetic of the present ranks; nil in a store that has not noted it yet.
  private let kept: RankArithmetic?
  private let popularity: Popularity
  /// The last applied event, and the last product, when the rebuild began.
  private let beginning: (sequence: Int64, productID: Int64)
  private let market: SQLiteConnection
  private let events: SQLiteConnection
  private let staging: RankStaging
  private var productCount = 0
  /// How many events were added: those of deleted products are not.
  private var eventCount = 0

  /// How many products are read at once: readers of a state keep the log from being folded back, so
  /// none is kept for long.
  private static let chunkSize = 4_096

  /// Tells whether the ranks get another arithmetic, and so all of them other keys.
  private var isReplacing: Bool { kept.map { $0.popularity != popularity } ?? false }

  init(
    of market: SQLiteConnection, from events: SQLiteConnection,
    _ ranking: RankArithmetic.Statements,
    _ state: SQLiteStatement, to popularity: Popularity
  ) throws(StoreError) {
    self.market = market
    self.events = events
    self.popularity = popularity
    staging = try RankStaging(market)
    (kept, beginning) = try market.reading { () throws(StoreError) in
      (
        try ranking.read(),
        (
          sequence: try MarketState.read(state).appliedSequence,
          productID: try market.firstInteger("SELECT max(id) FROM products") ?? 0
        )
      )
    }
  }

  // MARK: Adding

  /// Adds up the events of every product and keeps what differs from the present ranks.
  func add(_ progress: (RebuildStep, Int, Int) -> Void) throws(StoreError) {
    let total = Int(try market.firstInteger("SELECT count(*) FROM products") ?? 0)
    var source = try EventsByProduct(events, upTo: beginning.sequence)
    let chunk = try market.prepare(
      """
      SELECT p.id, p.created_at, p.origin, s.z, s.rank_key, s.view_count, s.like_count,
        s.purchase_count
      FROM \(CardColumns.tables)
      WHERE p.id > ?1 AND p.id <= ?2 ORDER BY p.id LIMIT ?3
      """)
    var last = Int64.min
    var isAtEnd = false
    while !isAtEnd {
      try market.execute("BEGIN")
      do throws(StoreError) {
        chunk.bind(last, at: 1)
        chunk.bind(beginning.productID, at: 2)
        chunk.bind(Int64(Self.chunkSize), at: 3)
        isAtEnd = true
        while try chunk.step() {
          isAtEnd = false
          last = chunk.integer(0)
          var sum = beginningSum(chunk)
          while let event = try source.next(of: last) {
            if sum.add(event, popularity) { eventCount += 1 }
          }
          if isReplacing || differs(sum, from: chunk) { try staging.insert(sum) }
          productCount += 1
          progress(.adding, productCount, total)
        }
        try market.commit()
      } catch {
        market.rollBack()
        throw error
      }
    }
  }

  /// A product before its first event, from the first three columns of a row.
  private func beginningSum(_ row: SQLiteStatement) -> RankSum {
    let createdAt = Timestamp(milliseconds: row.integer(1))
    return RankSum(
      productID: row.integer(0), createdAt: createdAt,
      isSeeded: row.integer(2) == Origin.seed.rawValue,
      z: popularity.birthScore(createdAt: createdAt), counts: ProductCounts())
  }

  private func differs(_ sum: RankSum, from row: SQLiteStatement) -> Bool {
    let key = Popularity.rankKey(of: sum.z) + (kept?.offset ?? 0)
    return sum.z.bitPattern != row.double(3).bitPattern || key != row.integer(4)
      || sum.counts
        != ProductCounts(views: row.integer(5), likes: row.integer(6), purchases: row.integer(7))
  }

  // MARK: Writing

  /// What is to be written, inside the transaction that writes it: nil when another rebuild has
  /// changed what this one began with.
  func finish(
    _ ranking: RankArithmetic.Statements, _ state: MarketState
  ) throws(StoreError) -> RankArithmetic? {
    guard try ranking.read() == kept else { return nil }
    try addNewProducts()
    try addNewEvents(upTo: state.appliedSequence)
    var arithmetic = RankArithmetic(
      popularity: popularity, offset: kept?.offset ?? 0, rebuilds: (kept?.rebuilds ?? 0) + 1)
    if isReplacing, let lowest = try staging.lowestScore(),
      let highestKey = try market.firstInteger(
        "SELECT rank_key FROM rank_versions ORDER BY rank_key DESC LIMIT 1")
    {
      arithmetic.offset = highestKey + 1 - Popularity.rankKey(of: lowest)
    }
    return arithmetic
  }

  /// Products that came since the beginning have ranks by the arithmetic of then: only another one
  /// makes work of them.
  private func addNewProducts() throws(StoreError) {
    let rows = try market.prepare(
      "SELECT id, created_at, origin FROM products WHERE id > ?1 ORDER BY id")
    rows.bind(beginning.productID, at: 1)
    while try rows.step() {
      productCount += 1
      if isReplacing { try staging.insert(beginningSum(rows)) }
    }
  }

  /// Adds what ticks applied since the beginning; a product that is not staged had the right rank
  /// then, and the ticks kept it right.
  private func addNewEvents(upTo sequence: Int64) throws(StoreError) {
    let rows = try events.prepare(
      """
      SELECT \(CountedEvent.columns) FROM events
      WHERE seq > ?1 AND seq <= ?2 AND counted = 1 ORDER BY seq
      """)
    rows.bind(beginning.sequence, at: 1)
    rows.bind(sequence, at: 2)
    let product = try market.prepare("SELECT 1 FROM products WHERE id = ?1")
    while try rows.step() {
      let event = try CountedEvent(rows)
      guard var sum = try staging.sum(of: event.productID) else {
        product.bind(event.productID, at: 1)
        if try product.step() { eventCount += 1 }
        product.reset()
        continue
      }
      guard sum.add(event, popularity) else { continue }
      eventCount += 1
      try staging.update(sum)
    }
  }

  /// Calls `body` for each product that may have to change, in the order of the new ranks.
  func forEachStaged(
    _ progress: (RebuildStep, Int, Int) -> Void, _ body: (RankSum) throws(StoreError) -> Void
  ) throws(StoreError) {
    let total = try staging.count()
    var done = 0
    try staging.visit { sum throws(StoreError) in
      try body(sum)
      done += 1
      progress(.ranking, done, total)
    }
  }

  /// The report, once everything is written.
  func report(changed: Int, generation: Int64) -> RebuildReport {
    RebuildReport(
      products: productCount, events: eventCount, changed: changed, generation: generation,
      replaced: isReplacing ? kept?.popularity : nil)
  }

  /// Gives the room on the disk back.
  func end() throws(StoreError) { try staging.drop() }
}

/// The recorded events that count, product by product, each product's in the order of recording.
///
/// The order is made by a sort in temporary files: an index of the events by product would cost
/// every recording more than a rebuild now and then costs altogether.
private struct EventsByProduct {
  private let rows: SQLiteStatement
  private var waiting: CountedEvent?

  init(_ events: SQLiteConnection, upTo sequence: Int64) throws(StoreError) {
    rows = try events.prepare(
      """
      SELECT \(CountedEvent.columns) FROM events
      WHERE counted = 1 AND seq <= ?1 ORDER BY product_id, seq
      """)
    rows.bind(sequence, at: 1)
    try advance()
  }

  private mutating func advance() throws(StoreError) {
    waiting = nil
    guard try rows.step() else { return }
    waiting = try CountedEvent(rows)
  }

  /// The next event of a product, or nil; products are asked for in the order of their ids.
  mutating func next(of productID: Int64) throws(StoreError) -> CountedEvent? {
    while let event = waiting, event.productID < productID { try advance() }
    guard let event = waiting, event.productID == productID else { return nil }
    try advance()
    return event
  }
}
