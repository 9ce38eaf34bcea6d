public import MarketCatalog

/// Where a migration stands in a store.
public struct MigrationStatus: Hashable, Sendable {
  /// What is known of a migration.
  public enum State: Hashable, Sendable {
    /// Applied at the given moment, and the same in the program.
    case applied(at: Timestamp)
    /// In the program, not yet in the store.
    case pending
    /// Applied from a text that differs from the program's.
    case edited
    /// In the store, unknown to the program, which is older.
    case unknown
  }

  /// The file's name with its folder, such as `sqlite/0001_create_market.sql`.
  public var name: String
  /// Where it stands.
  public var state: State
}

/// Brings a store's two files to the schema that this program needs.
///
/// Forward only. Each migration is applied with its row in `schema_migrations` in one transaction,
/// so that a killed process leaves a migration done or not begun; several processes may migrate
/// at once, and each migration is applied by one of them.
public struct Migrator {
  let market: MigratedFile
  let events: MigratedFile
  private var files: [MigratedFile] { [market, events] }

  /// Names a store.
  ///
  /// - Parameters:
  ///   - path: The path of the market's file.
  ///   - busyTimeout: How long to wait for other processes, in milliseconds.
  public init(storeAt path: String, busyTimeout: Int = 5_000) {
    market = MigratedFile(
      path: path, folder: "sqlite", migrations: .market, busyTimeout: busyTimeout)
    events = MigratedFile(
      path: SQLiteStore.eventsPath(path), folder: "sqlite-events", migrations: .events,
      busyTimeout: busyTimeout)
  }

  /// Applies what is pending, and makes the store when there is none.
  ///
  /// - Parameters:
  ///   - now: The moment to note beside each migration.
  ///   - isAcceptingLostEvents: Whether a store whose recorded events are lost is to go on without
  ///     them; counts and ranks keep what they have.
  /// - Returns: The names of the migrations that this call applied, in order.
  /// - Throws: ``StoreError/schemaMismatch(detail:)`` for a store that is newer, was migrated with
  ///   edited files, or belongs to another program, ``StoreError/unavailable(detail:)`` for one whose
  ///   events are lost; nothing is changed then.
  public func migrate(
    at now: Timestamp, acceptingLostEvents isAcceptingLostEvents: Bool = false
  ) throws(StoreError) -> [String] {
    // All files are looked at before the first is changed.
    for file in files { try file.requireKnown(try file.status()) }
    if isAcceptingLostEvents { try requireOwnEvents() } else { try requireEvents(lostEvents()) }
    var applied: [String] = []
    for file in files { applied += try file.migrate(at: now) }
    try market.completeSearchIndex()
    try nameStore()
    if isAcceptingLostEvents { try acceptLostEvents() }
    return applied
  }

  /// Where every migration of the program and of the store stands; all pending without a store.
  public func status() throws(StoreError) -> [MigrationStatus] {
    var all: [MigrationStatus] = []
    for file in files { all += try file.status() }
    return all
  }

  /// How the store differs from what the program's migrations make, a line for each difference.
  public func verify() throws(StoreError) -> [String] {
    var differences = try market.differences()
    if differences.isEmpty { differences += try market.searchDifferences() }
    if let loss = try lostEvents() { differences.append(loss) }
    if try events.exists || differences.isEmpty { differences += try events.differences() }
    return differences
  }

  /// Checks that the store exists and has exactly the program's migrations.
  func requireCurrent() throws(StoreError) {
    let market = try market.openIfThere()
    try self.market.requireCurrent(market)
    try self.market.requireSearchIndex(market)
    let events = try events.openIfThere()
    try requireEvents(lostEvents(market: market, events: events))
    try self.events.requireCurrent(events)
  }
}
