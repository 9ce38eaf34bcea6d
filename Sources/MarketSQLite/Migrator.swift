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
  private let files: [MigratedFile]

  /// Names a store.
  ///
  /// - Parameters:
  ///   - path: The path of the market's file.
  ///   - busyTimeout: How long to wait for other processes, in milliseconds.
  public init(storeAt path: String, busyTimeout: Int = 5_000) {
    files = [
      MigratedFile(
        path: path, folder: "sqlite", migrations: .market, busyTimeout: busyTimeout),
      MigratedFile(
        path: SQLiteStore.eventsPath(path), folder: "sqlite-events", migrations: .events,
        busyTimeout: busyTimeout),
    ]
  }

  /// Applies what is pending, and makes the store when there is none.
  ///
  /// - Parameter now: The moment to note beside each migration.
  /// - Returns: The names of the migrations that this call applied, in order.
  /// - Throws: ``StoreError/schemaMismatch(detail:)`` for a store that is newer, was migrated with
  ///   edited files, or belongs to another program; nothing is changed then.
  public func migrate(at now: Timestamp) throws(StoreError) -> [String] {
    // All files are looked at before the first is changed.
    for file in files { try file.requireKnown(try file.status()) }
    var applied: [String] = []
    for file in files { applied += try file.migrate(at: now) }
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
    var differences: [String] = []
    for file in files { differences += try file.differences() }
    return differences
  }

  /// Checks that the store exists and has exactly the program's migrations.
  func requireCurrent() throws(StoreError) {
    for file in files { try file.requireCurrent() }
  }
}
