import CSQLite

/// Tells without a statement, a lock or a call of the kernel whether anybody has written to a store.
///
/// Every commit, of this process or any other, changes the header of the log's index, which lies in
/// memory that all connections share (sqlite.org/walformat.html, 2.1). SQLite looks at it itself, under a
/// lock, to know whether the pages that it keeps are still good. Confined to its connection's thread.
final class CommitWatch {
  private let connection: SQLiteConnection
  /// The header as it was when it was noted.
  private let noted: UnsafeMutableRawPointer
  /// Where the header is, once it has been noted; SQLite keeps it mapped while the connection is open.
  private var header: UnsafeRawPointer?

  init(_ connection: SQLiteConnection) {
    self.connection = connection
    noted = .allocate(byteCount: MARKET_SQLITE_LOG_HEADER_SIZE, alignment: 8)
  }

  deinit { noted.deallocate() }

  /// Whether nobody has committed since the last ``note()``; false when nothing is noted.
  var isQuiet: Bool {
    guard let header else { return false }
    return market_sqlite_log_header_is(header, noted) != 0
  }

  /// Notes the present state.
  ///
  /// What is read behind this call is that state or a newer one, outside transactions that have begun to
  /// read. Notes nothing where the store has no such memory: then ``isQuiet`` stays false.
  func note() {
    header = market_sqlite_log_header(connection.handle)
    if let header { market_sqlite_copy_log_header(header, noted) }
  }

  /// Makes ``isQuiet`` false until the next ``note()``.
  func forget() { header = nil }
}
