import MarketCatalog

/// Adds rows to a table, many with one statement: each run of a statement costs by itself, and one that
/// adds to `events` also looks up and writes the number of the last row in `sqlite_sequence`.
final class RowInsertion {
  /// The rows that are added with one statement.
  static let rowsOfStatement = 32

  private let columnCount: Int32
  private let many: SQLiteStatement
  private let one: SQLiteStatement

  /// Prepares `insert`, such as `INSERT INTO t (a, b)`, for rows of `columnCount` values.
  init(
    _ connection: SQLiteConnection, _ insert: String, columnCount: Int
  ) throws(StoreError) {
    func sql(rows: Int) -> String {
      let row = "(" + Array(repeating: "?", count: columnCount).joined(separator: ", ") + ")"
      return insert + " VALUES " + Array(repeating: row, count: rows).joined(separator: ", ")
    }
    self.columnCount = Int32(columnCount)
    many = try connection.prepare(sql(rows: Self.rowsOfStatement))
    one = try connection.prepare(sql(rows: 1))
  }

  /// Adds rows in their order; `bind` binds the values of one from a place on.
  func add<Row>(
    _ rows: ArraySlice<Row>, binding bind: (Row, SQLiteStatement, Int32) -> Void
  ) throws(StoreError) {
    var rest = rows
    while rest.count >= Self.rowsOfStatement {
      var place: Int32 = 1
      for row in rest.prefix(Self.rowsOfStatement) {
        bind(row, many, place)
        place += columnCount
      }
      try many.run()
      rest = rest.dropFirst(Self.rowsOfStatement)
    }
    for row in rest {
      bind(row, one, 1)
      try one.run()
    }
  }
}
