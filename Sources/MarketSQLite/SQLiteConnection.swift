import CSQLite
import MarketCatalog

/// One connection to a database file, confined to the thread that uses it.
///
/// Opened in SQLite's multi-thread mode, which leaves out its mutexes because no two threads ever
/// share a connection (sqlite.org/threadsafe.html).
final class SQLiteConnection {
  /// Whether a file that does not exist is made.
  enum Mode {
    case existing
    case create
  }

  /// The connection's handle; lent to statements, never kept elsewhere.
  let handle: OpaquePointer
  /// The file's path, or `:memory:`.
  let path: String

  /// Opens a database file and waits up to `busyTimeout` milliseconds for others' locks.
  init(path: String, mode: Mode, busyTimeout: Int) throws(StoreError) {
    SQLiteLibrary.prepare()
    let creation = mode == .create ? SQLITE_OPEN_CREATE : 0
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | creation, nil)
    guard let opened else {
      throw .unavailable(detail: "no memory to open " + path)
    }
    guard code == SQLITE_OK else {
      let fault = SQLiteFault(
        code: sqlite3_extended_errcode(opened), systemError: sqlite3_system_errno(opened),
        message: String(cString: sqlite3_errmsg(opened)), path: path, context: "open")
      sqlite3_close_v2(opened)
      throw fault.storeError
    }
    handle = opened
    self.path = path
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout))
  }

  deinit {
    // Statements that are still alive keep the connection until they are finalized.
    sqlite3_close_v2(handle)
  }

  /// Runs statements that give no rows and take no values.
  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, sql) }
  }

  /// Compiles one statement that is used again and again.
  func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
    try SQLiteStatement(connection: self, sql: sql)
  }

  /// The first column of the first row of a query, or nil without a row.
  func firstInteger(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : nil
  }

  /// The first column of the first row of a query, or nil without a row.
  func firstText(_ sql: String) throws(StoreError) -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : nil
  }

  /// Runs `body` in a write transaction, which is undone when `body` throws.
  ///
  /// `BEGIN IMMEDIATE` takes the write lock at once: a transaction that read first and wanted to
  /// write later would fail with "locked" instead of waiting its turn.
  func writing<Result>(_ body: () throws -> Result) throws -> Result {
    try beginWriting()
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// The same for a body that fails as stores do.
  func storing<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try beginWriting()
    do throws(StoreError) {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs `body`, whose reads all see one state of the database.
  func reading<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try execute("BEGIN")
    defer { rollBack() }
    return try body()
  }

  /// Begins a write transaction; waits for the lock up to the busy timeout.
  func beginWriting() throws(StoreError) { try execute("BEGIN IMMEDIATE") }

  /// Ends a transaction with its changes.
  func commit() throws(StoreError) { try execute("COMMIT") }

  /// Whether each statement is a transaction of its own.
  var isInNoTransaction: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Ends a transaction without its changes, if one is open.
  ///
  /// A failure leaves nothing to do: SQLite itself has rolled back then (sqlite.org/lang_transaction.html).
  func rollBack() {
    if !isInNoTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }

  /// What SQLite has counted of each statement that is prepared now (sqlite.org/c3ref/stmt_status.html).
  func statementCounters() -> [StatementCounter] {
    var counters: [StatementCounter] = []
    var statement = sqlite3_next_stmt(handle, nil)
    while let present = statement {
      counters.append(
        StatementCounter(
          sql: sqlite3_sql(present).map { String(cString: $0) } ?? "",
          runs: Int(sqlite3_stmt_status(present, SQLITE_STMTSTATUS_RUN, 0)),
          sorts: Int(sqlite3_stmt_status(present, SQLITE_STMTSTATUS_SORT, 0)),
          instructions: Int(sqlite3_stmt_status(present, SQLITE_STMTSTATUS_VM_STEP, 0))))
      statement = sqlite3_next_stmt(handle, present)
    }
    return counters
  }

  /// How many rows the last statement inserted, changed or deleted.
  var changedRowCount: Int { Int(sqlite3_changes(handle)) }

  /// The id of the row that was inserted last.
  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The error for a result code of this connection.
  func error(_ code: Int32, _ context: String) -> StoreError {
    SQLiteFault(
      code: code, systemError: sqlite3_system_errno(handle),
      message: String(cString: sqlite3_errmsg(handle)), path: path, context: context
    ).storeError
  }
}

/// The library's settings for the whole process.
private enum SQLiteLibrary {
  /// Runs before the first connection is opened, once.
  private static let configuration: Int32 = market_sqlite_disable_memory_statistics()

  static func prepare() {
    // SQLITE_MISUSE when someone used SQLite earlier: it then works as well, only slower.
    _ = configuration
  }
}
