import MarketCatalog

/// Adds rows to `events`, many with one statement.
///
/// A statement for each row took three times as long: each looks up and writes the number of the last
/// row in `sqlite_sequence`.
final class EventRows {
  /// A row without its number, which the order of adding gives.
  struct Row {
    var event: Event
    var isCounted: Bool
    /// For an unlike that counts, when the like began that it takes back.
    var likedAt: Int64?
  }

  private static let rowsOfStatement = 32
  private static let columns: Int32 = 7

  private var waiting: [Row] = []
  private let insertMany: SQLiteStatement
  private let insertOne: SQLiteStatement

  init(_ events: SQLiteConnection) throws(StoreError) {
    insertMany = try events.prepare(Self.insert(rows: Self.rowsOfStatement))
    insertOne = try events.prepare(Self.insert(rows: 1))
  }

  private static func insert(rows: Int) -> String {
    let row = "(" + Array(repeating: "?", count: Int(columns)).joined(separator: ", ") + ")"
    return
      "INSERT INTO events (product_id, actor, kind, occurred_at, counted, liked_at, weighed) VALUES "
      + Array(repeating: row, count: rows).joined(separator: ", ")
  }

  /// Adds a row with the next number; it may be written with later ones.
  func add(_ row: Row) throws(StoreError) {
    waiting.append(row)
    if waiting.count == Self.rowsOfStatement {
      try run(insertMany, waiting[...])
      waiting.removeAll(keepingCapacity: true)
    }
  }

  /// Writes what waits.
  func finish() throws(StoreError) {
    for index in waiting.indices { try run(insertOne, waiting[index...index]) }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Forgets what waits, as its transaction has failed.
  func discard() {
    waiting.removeAll(keepingCapacity: true)
  }

  private func run(
    _ statement: SQLiteStatement, _ rows: ArraySlice<Row>
  ) throws(StoreError) {
    var place: Int32 = 1
    for row in rows {
      statement.bind(row.event.productID, at: place)
      statement.bind(row.event.actor, at: place + 1)
      statement.bind(Int64(row.event.kind.rawValue), at: place + 2)
      statement.bind(row.event.occurredAt.milliseconds, at: place + 3)
      statement.bind(Int64(row.isCounted ? 1 : 0), at: place + 4)
      statement.bind(row.likedAt, at: place + 5)
      statement.bind(Int64(row.event.isWeighed ? 1 : 0), at: place + 6)
      place += Self.columns
    }
    try statement.run()
  }
}
