import CSQLite

@testable import MarketSQLite

/// The statements that a connection runs while the trace lives (sqlite.org/c3ref/trace_v2.html).
final class StatementTrace {
  private(set) var statements: [String] = []
  private let connection: SQLiteConnection

  init(_ connection: SQLiteConnection) {
    self.connection = connection
    // The callback runs on this thread, inside sqlite3_step, while the trace is alive.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_trace_v2(
      connection.handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        let trace = Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
        trace.statements.append(
          String(cString: text.assumingMemoryBound(to: CChar.self)))
        return 0
      }, context)
  }

  deinit {
    sqlite3_trace_v2(connection.handle, 0, nil, nil)
  }
}
