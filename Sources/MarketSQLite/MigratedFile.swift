import CSQLite
import Glibc
import MarketCatalog
import Migrations

/// Which of a store's files a list of migrations is for.
enum MigrationList {
  case market
  case events

  var embedded: [EmbeddedMigration] {
    switch self {
    case .market: EmbeddedMigrations.market
    case .events: EmbeddedMigrations.events
    }
  }
}

/// One file of a store with the migrations that belong to it.
struct MigratedFile {
  let path: String
  /// The folder of the migrations, for their names.
  let folder: String
  let migrations: MigrationList
  let busyTimeout: Int

  /// Marks the files of this program, readable as "MKT1" (sqlite.org/pragma.html#pragma_application_id).
  private static let applicationID = 0x4D4B_5431

  private static let createTable = """
    CREATE TABLE IF NOT EXISTS schema_migrations (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      checksum TEXT NOT NULL,
      applied_at INTEGER NOT NULL
    ) STRICT
    """

  // MARK: Applying

  /// Applies what is pending; returns the names of what this call applied.
  func migrate(at now: Timestamp) throws(StoreError) -> [String] {
    let connection = try SQLiteConnection(path: path, mode: .create, busyTimeout: busyTimeout)
    try setWriteAheadLog(connection)
    try connection.execute(Pragmas.connection)
    try connection.execute(Pragmas.writer)
    try connection.storing { () throws(StoreError) in
      try requireOurs(connection)
      try connection.execute("PRAGMA application_id = \(Self.applicationID)")
      try connection.execute(Self.createTable)
    }
    var applied: [String] = []
    while let name = try applyNext(connection, at: now) { applied.append(name) }
    if migrations == .market { try makeSecrets(connection) }
    return applied
  }

  /// Applies the first pending migration in a transaction of its own; nil when there is none.
  private func applyNext(
    _ connection: SQLiteConnection, at now: Timestamp
  ) throws(StoreError) -> String? {
    try connection.storing { () throws(StoreError) in
      let statuses = try status(of: connection)
      try requireKnown(statuses)
      guard let number = statuses.firstIndex(where: { $0.state == .pending }) else { return nil }
      let migration = migrations.embedded[number]
      try connection.execute(String(decoding: migration.bytes, as: UTF8.self))
      let row = try connection.prepare(
        """
        INSERT INTO schema_migrations (number, name, checksum, applied_at) VALUES (?1, ?2, ?3, ?4)
        """)
      row.bind(Int64(number + 1), at: 1)
      row.bind(migration.fileName, at: 2)
      row.bind(Self.checksum(of: migration), at: 3)
      row.bind(now.milliseconds, at: 4)
      try row.run()
      return statuses[number].name
    }
  }

  /// Changing into WAL needs the file for a moment and does not wait for it by itself.
  private func setWriteAheadLog(_ connection: SQLiteConnection) throws(StoreError) {
    var remaining = max(busyTimeout, 1)
    while true {
      do throws(StoreError) {
        guard try connection.firstText(Pragmas.newFile) == "wal" else {
          throw .unavailable(
            detail: path + " cannot have a write-ahead log; is it on a network file system?")
        }
        return
      } catch .busy(let detail) {
        guard remaining > 0 else { throw .busy(detail: detail) }
        remaining -= 10
        // SQLite has nothing to wait on here: the lock is asked for again until the timeout.
        usleep(10_000)
      }
    }
  }

  private func makeSecrets(_ connection: SQLiteConnection) throws(StoreError) {
    var generator = SystemRandomNumberGenerator()
    try connection.storing { () throws(StoreError) in
      let insert = try connection.prepare(
        "INSERT OR IGNORE INTO secrets (name, value) VALUES (?1, ?2)")
      for name in SecretName.allCases {
        insert.bind(name.rawValue, at: 1)
        insert.bind((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }, at: 2)
        try insert.run()
      }
    }
  }

  // MARK: Looking

  /// Whether anything lies at the path.
  var exists: Bool {
    get throws(StoreError) { try StoreFiles.isTaken(path) }
  }

  /// Where the migrations stand; all pending when there is no file.
  func status() throws(StoreError) -> [MigrationStatus] {
    guard let connection = try openIfThere() else { return pendingStatuses }
    return try status(of: connection)
  }

  /// Opens the file, or nothing when there is none.
  func openIfThere() throws(StoreError) -> SQLiteConnection? {
    try exists ? openExisting() : nil
  }

  func openExisting() throws(StoreError) -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path, mode: .existing, busyTimeout: busyTimeout)
    try requireOurs(connection)
    return connection
  }

  private var pendingStatuses: [MigrationStatus] {
    migrations.embedded.map { MigrationStatus(name: name($0.fileName), state: .pending) }
  }

  private func status(of connection: SQLiteConnection) throws(StoreError) -> [MigrationStatus] {
    var statuses = pendingStatuses
    guard try hasMigrationTable(connection) else { return statuses }
    let rows = try connection.prepare(
      "SELECT number, name, checksum, applied_at FROM schema_migrations ORDER BY number")
    while try rows.step() {
      let index = Int(rows.integer(0)) - 1
      guard statuses.indices.contains(index) else {
        statuses.append(MigrationStatus(name: name(rows.text(1)), state: .unknown))
        continue
      }
      let isSame = rows.text(2) == Self.checksum(of: migrations.embedded[index])
      statuses[index].state =
        isSame ? .applied(at: Timestamp(milliseconds: rows.integer(3))) : .edited
    }
    return statuses
  }

  private func hasMigrationTable(_ connection: SQLiteConnection) throws(StoreError) -> Bool {
    try connection.firstInteger(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migrations'") == 1
  }

  /// Refuses a file that has tables but not this program's mark, and a store's other file.
  private func requireOurs(_ connection: SQLiteConnection) throws(StoreError) {
    // One statement, so that both come from one state: another process may be migrating.
    let header = try connection.prepare(
      """
      SELECT (SELECT application_id FROM pragma_application_id),
        (SELECT count(*) FROM sqlite_schema),
        (SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'events'),
        (SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'products')
      """)
    guard try header.step() else { return }
    let (mark, tables) = (header.integer(0), header.integer(1))
    guard mark == Int64(Self.applicationID) || (mark == 0 && tables == 0) else {
      throw .schemaMismatch(
        detail: path + " is a database of another program; name another file with --database")
    }
    switch migrations {
    case .market:
      guard header.integer(2) > 0 else { return }
      let ending = SQLiteStore.eventsPath("")
      let store = path.hasSuffix(ending) ? " sqlite:" + path.dropLast(ending.count) : " sqlite:PATH"
      throw .schemaMismatch(
        detail: path
          + " is the file of a store's recorded events; name the store beside it: --database"
          + store)
    case .events:
      guard header.integer(3) > 0 else { return }
      throw .schemaMismatch(
        detail: path + " is a store itself, and not the file of a store's recorded events; move it "
          + "away, and restore the right one")
    }
  }

  /// Refuses a store that is newer than the program or was made from edited files.
  func requireKnown(_ statuses: [MigrationStatus]) throws(StoreError) {
    for status in statuses {
      switch status.state {
      case .applied, .pending: continue
      case .unknown:
        throw .schemaMismatch(
          detail: path + " is newer than this program: it has " + status.name
            + "; use the newer market-cli")
      case .edited:
        throw .schemaMismatch(
          detail: status.name + " was edited after it was applied to " + path
            + "; restore the file's text and add a new migration instead")
      }
    }
  }

  /// Checks that the file, as ``openIfThere()`` opened it, exists and has all migrations.
  func requireCurrent(_ connection: SQLiteConnection?) throws(StoreError) {
    guard let connection else { throw .unavailable(detail: "there is no store at " + path) }
    let statuses = try status(of: connection)
    try requireKnown(statuses)
    let pending = statuses.count { $0.state == .pending }
    guard pending == 0 else {
      throw .schemaMismatch(
        detail: path + " needs " + String(pending) + " pending migration"
          + (pending == 1 ? "" : "s") + "; run: market-cli migrate")
    }
  }

  // MARK: Verifying

  /// How checksums and the live schema differ from what the program's migrations make.
  func differences() throws(StoreError) -> [String] {
    guard let live = try openIfThere() else { return ["there is no store at " + path] }
    var differences: [String] = []
    for status in try status(of: live) {
      switch status.state {
      case .applied: continue
      case .pending: differences.append(status.name + " is pending")
      case .edited: differences.append(status.name + " differs from the text that was applied")
      case .unknown: differences.append(status.name + " is not known to this program")
      }
    }
    let model = try SQLiteConnection(path: ":memory:", mode: .create, busyTimeout: 0)
    try model.execute(Self.createTable)
    for migration in migrations.embedded {
      try model.execute(String(decoding: migration.bytes, as: UTF8.self))
    }
    let expected = try schema(of: model)
    let present = try schema(of: live)
    for name in Set(expected.keys).union(present.keys).sorted()
    where expected[name] != present[name] {
      let state =
        present[name] == nil
        ? " is missing" : expected[name] == nil ? " is not known" : " has another definition"
      differences.append(name + state + " in " + path)
    }
    return differences
  }

  /// The definitions of a database's objects by `type name`.
  private func schema(of connection: SQLiteConnection) throws(StoreError) -> [String: String] {
    let rows = try connection.prepare(
      "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema")
    var definitions: [String: String] = [:]
    while try rows.step() { definitions[rows.text(0)] = rows.text(1) }
    return definitions
  }

  private func name(_ fileName: String) -> String { folder + "/" + fileName }

  /// Tells an edited file from the one that was applied; not against someone who edits both.
  private static func checksum(of migration: EmbeddedMigration) -> String {
    Fingerprint(of: migration.bytes).hexadecimal
  }
}
