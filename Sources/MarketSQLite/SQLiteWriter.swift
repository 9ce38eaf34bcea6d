import MarketCatalog

/// Writes one store, through a connection of its own for each of its two files.
///
/// Confined to the thread that uses it. Every call is one transaction that is on disk when it
/// returns, or nothing; a call waits for other writers up to the busy timeout.
public final class SQLiteWriter {
  let market: SQLiteConnection
  let events: SQLiteConnection
  let options: StoreOptions
  /// What was opened, to notice that it was removed or replaced.
  private let files: StoreFiles
  let products: ProductStatements
  let standings: StandingStatements
  let places: FeedPlaces
  let state: SQLiteStatement
  let ranking: RankArithmetic.Statements
  /// Prepared when the first events are recorded, as commands that write products never do.
  var recording: RecordingStatements?
  /// The views, and the ids, that are kept in memory before they are moved to their tables.
  ///
  /// Eighteen megabytes at most, and eight of filters. Holds for a writer that has recorded nothing yet.
  var gatheredCapacity = 131_072
  /// The ids that a step of forgetting looks at, at most; for a writer that has recorded nothing yet.
  var forgettingLimit = Forgetting.stepLimit
  /// Prepared with the first tick.
  var ticking: TickStatements?
  /// The superseded places that a tick deletes at most: more than a tick leaves behind, so that what a
  /// pause or a rebuild has piled up goes in small steps.
  var sweepLimit: Int64 = 40_000
  /// The events that a tick applies at most.
  var tickLimit = 30_000
  /// The events and the settled products for which a tick has room: beside up to some 13,000 events
  /// nothing is late.
  var tickRoom = 24_000
  /// The products for which a tick has room however many events it applies, so that none waits for ever.
  var leastSettled = 4_000
  /// The ticks in which each product that waits has its turn while more come than there is room for:
  /// about a minute, unless there is no room for all of a turn.
  var settlingTurn: Int64 = 64

  init(path: String, options: StoreOptions) throws(StoreError) {
    self.options = options
    files = StoreFiles(storeAt: path)
    market = try SQLiteConnection(path: path, mode: .existing, busyTimeout: options.busyTimeout)
    events = try SQLiteConnection(
      path: SQLiteStore.eventsPath(path), mode: .existing, busyTimeout: options.busyTimeout)
    for connection in [market, events] {
      try connection.execute(Pragmas.connection)
      try connection.execute(Pragmas.writer)
    }
    for connection in [market, events] { try connection.execute(Pragmas.longLog) }
    standings = try StandingStatements(market)
    products = try ProductStatements(market, standings)
    places = try FeedPlaces(market)
    state = try market.prepare(MarketState.select)
    ranking = try RankArithmetic.Statements(market)
  }

  /// Refuses to write into files that were removed or replaced, where nobody would find it.
  ///
  /// For what a server acknowledges: a process keeps removed files open, and writing to them succeeds.
  func requireFiles() throws(StoreError) {
    guard let path = files.lostPath else { return }
    throw .unavailable(detail: path + " was removed or replaced since it was opened")
  }

  /// Makes answers that depend on products or vendors new; inside the transaction that wrote them.
  func raiseCatalogVersion() throws(StoreError) {
    try market.execute("UPDATE market_state SET catalog_version = catalog_version + 1")
  }
}

/// Where a product or vendor came from, as stored.
enum Origin: Int64 {
  case market = 0
  case seed = 1
  case file = 2
}
