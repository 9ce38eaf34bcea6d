import MarketCatalog

/// Adds rows to `events`, many at a time.
final class EventRows {
  /// A row without its number, which the order of adding gives.
  struct Row {
    var event: Event
    var isCounted: Bool
    /// For an unlike that counts, when the like began that it takes back.
    var likedAt: Int64?
  }

  private var waiting: [Row] = []
  private let insertion: RowInsertion

  init(_ events: SQLiteConnection) throws(StoreError) {
    insertion = try RowInsertion(
      events,
      "INSERT INTO events (product_id, actor, kind, occurred_at, counted, liked_at, weighed)",
      columnCount: 7)
  }

  /// Adds a row with the next number; it may be written with later ones.
  func add(_ row: Row) throws(StoreError) {
    waiting.append(row)
    if waiting.count == RowInsertion.rowsOfStatement { try finish() }
  }

  /// Writes what waits.
  func finish() throws(StoreError) {
    try insertion.add(waiting[...]) { row, statement, place in
      statement.bind(row.event.productID, at: place)
      statement.bind(row.event.actor, at: place + 1)
      statement.bind(Int64(row.event.kind.rawValue), at: place + 2)
      statement.bind(row.event.occurredAt.milliseconds, at: place + 3)
      statement.bind(Int64(row.isCounted ? 1 : 0), at: place + 4)
      statement.bind(row.likedAt, at: place + 5)
      statement.bind(Int64(row.event.isWeighed ? 1 : 0), at: place + 6)
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Forgets what waits, as its transaction has failed.
  func discard() {
    waiting.removeAll(keepingCapacity: true)
  }
}
