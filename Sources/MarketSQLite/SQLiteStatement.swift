import CSQLite
import MarketCatalog

/// A compiled statement, confined to its connection's thread.
///
/// Places of values count from 1 and columns from 0, as in SQLite.
final class SQLiteStatement {
  private let connection: SQLiteConnection
  private let handle: OpaquePointer
  private let sql: String

  init(connection: SQLiteConnection, sql: String) throws(StoreError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK else { throw connection.error(code, sql) }
    guard let prepared else { throw .unexpected(detail: "an empty statement was prepared") }
    handle = prepared
    self.connection = connection
    self.sql = sql
  }

  deinit {
    sqlite3_finalize(handle)
  }

  // MARK: Running

  /// Moves to the next row; false at the end, where the statement is ready for another run.
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW:
      return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    case let code:
      let error = connection.error(code, sql)
      sqlite3_reset(handle)
      throw error
    }
  }

  /// Runs a statement that gives no rows.
  func run() throws(StoreError) {
    while try step() {}
  }

  /// Ends a run before its end, which also ends the read of its state of the database.
  func reset() {
    sqlite3_reset(handle)
  }

  // MARK: Values

  /// Binds an integer.
  func bind(_ value: Int64, at place: Int32) {
    check(sqlite3_bind_int64(handle, place, value))
  }

  /// Binds an integer, or null.
  func bind(_ value: Int64?, at place: Int32) {
    if let value { bind(value, at: place) } else { bindNull(at: place) }
  }

  /// Binds a floating-point number.
  func bind(_ value: Double, at place: Int32) {
    check(sqlite3_bind_double(handle, place, value))
  }

  /// Binds a text, of which SQLite takes a copy.
  func bind(_ value: String, at place: Int32) {
    var value = value
    let code = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty buffer may have no address, which SQLite would take for null.
        characters.baseAddress.map {
          sqlite3_bind_text(
            handle, place, $0, Int32(characters.count), market_sqlite_transient())
        } ?? sqlite3_bind_text(handle, place, "", 0, market_sqlite_transient())
      }
    }
    check(code)
  }

  /// Binds a text, or null.
  func bind(_ value: String?, at place: Int32) {
    if let value { bind(value, at: place) } else { bindNull(at: place) }
  }

  /// Binds bytes, of which SQLite takes a copy.
  func bind(_ bytes: [UInt8], at place: Int32) {
    bytes.withUnsafeBytes { bind($0, at: place) }
  }

  /// Binds bytes, of which SQLite takes a copy.
  func bind(_ bytes: UnsafeRawBufferPointer, at place: Int32) {
    // An empty buffer may have no address, which SQLite would take for null.
    guard !bytes.isEmpty else { return check(sqlite3_bind_zeroblob(handle, place, 0)) }
    check(
      sqlite3_bind_blob(
        handle, place, bytes.baseAddress, Int32(bytes.count), market_sqlite_transient()))
  }

  /// Binds null.
  func bindNull(at place: Int32) {
    check(sqlite3_bind_null(handle, place))
  }

  private func check(_ code: Int32) {
    // Out of memory aside, binding fails only for a place that the statement does not have or
    // while it runs: both are mistakes of this module.
    precondition(code == SQLITE_OK, "a value was bound to a place that the statement has not")
  }

  // MARK: Columns

  /// Tells whether a column is null.
  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// A column as an integer; 0 for null.
  func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  /// A column as an integer, or nil for null.
  func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// A column as a floating-point number.
  func double(_ column: Int32) -> Double {
    sqlite3_column_double(handle, column)
  }

  /// A column as a text; empty for null.
  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// A column as a text, or nil for null.
  func optionalText(_ column: Int32) -> String? {
    isNull(column) ? nil : text(column)
  }

  /// A column as bytes; empty for null.
  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// Lends a column's bytes, without a copy, for the length of a call; none for null.
  func withBytes<Result, Failure: Error>(
    _ column: Int32, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // One look at the column for both; each `sqlite3_column_…` takes its own.
    let value = sqlite3_column_value(handle, column)
    let start = sqlite3_value_blob(value)
    let count = start == nil ? 0 : Int(sqlite3_value_bytes(value))
    // SQLite keeps the bytes until the statement moves on, which `body` has no way to make it do.
    let bytes = UnsafeBufferPointer(
      start: start?.assumingMemoryBound(to: UInt8.self), count: count)
    return try body(bytes.span)
  }
}
