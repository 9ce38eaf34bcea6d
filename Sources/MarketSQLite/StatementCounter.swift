/// What SQLite has counted of one prepared statement since it was prepared.
public struct StatementCounter: Hashable, Sendable {
  /// The statement's text, without values.
  public var sql: String
  /// How often it was run.
  public var runs: Int
  /// How many sorts it did; a feed's statement does none.
  public var sorts: Int
  /// How many instructions of SQLite's virtual machine it took, modulo 2³².
  public var instructions: Int
}

extension SQLiteReader {
  /// The counters of the reader's statements; costs nothing while they count.
  public func statementCounters() -> [StatementCounter] {
    connection.statementCounters()
  }
}
