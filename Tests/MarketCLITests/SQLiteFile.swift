import CSQLite

/// A database file as another program sees it.
final class SQLiteFile {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// What SQLite said.
  struct Fault: Error {
    let message: String
  }

  /// Runs statements.
  func execute(_ sql: String) throws {
    try withDatabase { database in
      guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
        throw Fault(message: String(cString: sqlite3_errmsg(database)))
      }
    }
  }

  /// The first column of every row.
  func rows(_ sql: String) throws -> [String] {
    try withDatabase { try rows(sql, in: $0) }
  }

  private func withDatabase<Result>(_ body: (OpaquePointer?) throws -> Result) throws -> Result {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      throw Fault(message: "cannot open \(path)")
    }
    sqlite3_busy_timeout(database, 10_000)
    return try body(database)
  }

  private func rows(_ sql: String, in database: OpaquePointer?) throws -> [String] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Fault(message: String(cString: sqlite3_errmsg(database)))
    }
    var rows: [String] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
      case SQLITE_DONE: return rows
      case _: throw Fault(message: String(cString: sqlite3_errmsg(database)))
      }
    }
  }
}
