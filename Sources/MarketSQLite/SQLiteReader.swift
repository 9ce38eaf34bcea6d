public import MarketCatalog
public import MarketJSON

/// Reads one store through a connection of its own.
///
/// Confined to the thread that uses it: each loop of a server and each worker makes its own with
/// ``SQLiteStore/makeReader()``. Reads never wait for writers.
public final class SQLiteReader {
  let connection: SQLiteConnection
  let options: StoreOptions
  private let begin: SQLiteStatement
  private let commit: SQLiteStatement
  private let dataVersion: SQLiteStatement
  private let state: SQLiteStatement
  /// The statements that scan the feeds, by page.
  private let feeds: [SQLiteStatement]
  /// The statement that scans the popular feed at an older generation.
  private let olderRanking: SQLiteStatement
  /// The statement that scans one vendor's part of the recent feed.
  let vendorFeed: SQLiteStatement
  /// The place in the recent feed, the card and the counts of a listed product, by id.
  let productByID: SQLiteStatement
  private let details: ProductDetailStatements
  let categoryCounts: SQLiteStatement
  /// The cards of some of a vendor's listed products.
  let vendorCards: SQLiteStatement
  /// The cards of all listed products.
  let everyCard: SQLiteStatement
  /// The bounds of a search.
  var searchBounds = SearchBounds()
  /// Made with the first search.
  private var finder: SearchFinder?
  /// Made with the first request that comes with a key.
  private var tokens: TokenFinder?
  /// The most listed products that ``count(_:)`` looks at one by one.
  var countedRowLimit = FeedSQL.countedRowLimit
  private var seen: (dataVersion: Int64, state: MarketState)?
  private let commits: CommitWatch
  /// What SQLite answered last.
  private var lastDataVersion: Int64?
  /// The counters in the snapshot that is open.
  private var snapshot: MarketState?

  init(path: String, options: StoreOptions) throws(StoreError) {
    self.options = options
    connection = try SQLiteConnection(
      path: path, mode: .existing, busyTimeout: options.busyTimeout)
    try connection.execute(Pragmas.connection)
    try connection.execute(Pragmas.reader)
    commits = CommitWatch(connection)
    begin = try connection.prepare("BEGIN")
    commit = try connection.prepare("COMMIT")
    dataVersion = try connection.prepare("PRAGMA data_version")
    state = try connection.prepare(MarketState.select)
    var feeds: [SQLiteStatement] = []
    for page in Page.allCases {
      feeds.append(try connection.prepare(FeedSQL.scan(page.feed)))
    }
    self.feeds = feeds
    olderRanking = try connection.prepare(FeedSQL.olderRanking)
    vendorFeed = try connection.prepare(FeedSQL.vendorScan)
    productByID = try connection.prepare(
      """
      SELECT c.created_at, c.product_id, c.card, s.view_count, s.like_count, s.purchase_count
      FROM current_standings AS s JOIN recent_cards AS c
        ON c.created_at = s.created_at AND c.product_id = s.product_id
      WHERE s.product_id = ?1
      """)
    details = try ProductDetailStatements(connection)
    categoryCounts = try connection.prepare(
      "SELECT category, listed, in_stock FROM category_counts WHERE listed > 0 ORDER BY category")
    vendorCards = try connection.prepare(FeedSQL.vendorCards)
    everyCard = try connection.prepare("SELECT card FROM recent_cards")
  }

  /// The store's counters, read again only when someone wrote since the last call.
  func currentState() throws(StoreError) -> MarketState {
    if let snapshot { return snapshot }
    return try state(at: try presentDataVersion())
  }

  /// A number that is another one when another connection has written since the last call.
  ///
  /// Inside a snapshot the snapshot's. Costs nothing while nobody writes.
  func presentDataVersion() throws(StoreError) -> Int64 {
    if let lastDataVersion, snapshot != nil || commits.isQuiet { return lastDataVersion }
    return try lookAtDataVersion(begins: connection.isInNoTransaction)
  }

  /// Asks SQLite, whose `PRAGMA data_version` changes when another connection, of this process or any
  /// other, has committed; takes about a microsecond.
  ///
  /// - Parameter begins: Whether this is the first look of what reads, so that it sees the present. A
  ///   transaction that began earlier sees its own past, which says nothing to those after it.
  /// - Returns: The number.
  /// - Throws: What a statement throws.
  private func lookAtDataVersion(begins: Bool) throws(StoreError) -> Int64 {
    lastDataVersion = nil
    // Before the look: what is written between the two is seen by the next.
    if begins { commits.note() } else { commits.forget() }
    defer { dataVersion.reset() }
    let version = try dataVersion.step() ? dataVersion.integer(0) : 0
    lastDataVersion = version
    return version
  }

  private func state(at version: Int64) throws(StoreError) -> MarketState {
    if let seen, seen.dataVersion == version { return seen.state }
    let present = try MarketState.read(state)
    seen = (version, present)
    return present
  }

  /// What finds tokens, and whose products are.
  func tokenFinder() throws(StoreError) -> TokenFinder {
    if let tokens { return tokens }
    let made = try TokenFinder(connection)
    tokens = made
    return made
  }

  /// What finds products by their texts.
  func searchFinder() throws(StoreError) -> SearchFinder {
    if let finder { return finder }
    let made = try SearchFinder(connection)
    finder = made
    return made
  }

  /// Whether a read transaction is open.
  var hasSnapshot: Bool { snapshot != nil }

  /// The statement that scans a page's feed at a generation.
  func feedStatement(_ page: Page, at generation: Int64) throws(StoreError) -> SQLiteStatement {
    switch page.feed.sortKey {
    case .createdAt: feeds[page.rawValue]
    case .rankKey:
      try currentState().generation == generation ? feeds[page.rawValue] : olderRanking
    }
  }

  /// Where the live card of a scanned row's product is, which has left its place: a row and its column,
  /// until ``productByID`` is reset; nil when the product is not listed any more.
  func liveCard(
    _ scan: SQLiteStatement
  ) throws(StoreError) -> (row: SQLiteStatement, column: Int32)? {
    if scan === olderRanking { return scan.isNull(3) ? nil : (scan, 3) }
    // The generation was the newest when the statement was chosen, and someone has written since.
    return try cardRow(of: scan.integer(1)).map { ($0, 2) }
  }
}

extension SQLiteReader: SnapshotReading {
  /// Begins a read transaction.
  public func beginSnapshot() throws(StoreError) {
    endSnapshot()
    try begin.run()
    do throws(StoreError) {
      // The first look at the file is what the whole transaction sees.
      snapshot = try state(at: try lookAtDataVersion(begins: true))
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Ends the read transaction.
  public func endSnapshot() {
    guard snapshot != nil else { return }
    snapshot = nil
    do {
      try commit.run()
    } catch {
      // There is nothing to lose in a transaction that only read.
      connection.rollBack()
    }
  }
}

extension SQLiteReader: VersionReading {
  /// The present version; costs nothing while nobody writes.
  public func version() throws(StoreError) -> StoreVersion {
    let state = try currentState()
    return StoreVersion(generation: state.generation, catalogVersion: state.catalogVersion)
  }
}

extension SQLiteReader: ProductReading {
  /// The listed product with the given id, or nil.
  public func product(_ id: Int64) throws(StoreError) -> Product? {
    guard let card = try card(id) else { return nil }
    return try details.product(card, storeID: currentState().storeID)
  }

  /// The listed products among the ids, in the order of the ids; one look-up each.
  public func products(_ ids: [Int64]) throws(StoreError) -> [ProductCard] {
    var cards: [ProductCard] = []
    for id in ids {
      if let card = try card(id) { cards.append(card) }
    }
    return cards
  }

  private func card(_ id: Int64) throws(StoreError) -> ProductCard? {
    defer { productByID.reset() }
    guard let row = try cardRow(of: id) else { return nil }
    return try CardRow.recountedCard(row)
  }

  /// The row with the card of a product, or nil when it is not listed; until ``productByID`` is reset.
  func cardRow(of id: Int64) throws(StoreError) -> SQLiteStatement? {
    productByID.reset()
    productByID.bind(id, at: 1)
    return try productByID.step() ? productByID : nil
  }
}

extension SQLiteReader: SecretReading {
  /// The 32 random bytes of a secret.
  public func secret(_ name: SecretName) throws(StoreError) -> [UInt8] {
    let statement = try connection.prepare("SELECT value FROM secrets WHERE name = ?1")
    statement.bind(name.rawValue, at: 1)
    guard try statement.step() else {
      throw .schemaMismatch(detail: "the store has no secret named " + name.rawValue)
    }
    return statement.bytes(0)
  }
}

extension SQLiteReader: MarketScanning {}
