/// Rows that reach their table late: gathered in memory, and then moved there in the table's order.
///
/// A row that falls anywhere in a table makes a page dirty, which is written to the log and back
/// again; of many that are added in the table's order several share a page.
struct LateRows<Row: Hashable & Comparable> {
  /// The rows that are gathered before they are moved.
  private let capacity: Int
  private var gathered: Set<Row> = []
  /// The rows that are being moved, in the table's order, and how many are moved.
  private var moving: [Row] = []
  private var movedCount = 0
  /// When all of them are moved, the table has the rows of all events up to this one.
  private(set) var movingSequence: Int64 = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  var isMoving: Bool { movedCount < moving.count }

  /// Whether as many are gathered as should be, or any at all.
  func isDue(atOnce: Bool = false) -> Bool {
    gathered.count >= (atOnce ? 1 : capacity)
  }

  /// How many rows a transaction moves that has brought `count`: more than it brought, so that all are
  /// moved before as many are gathered again.
  func step(bringing count: Int) -> Int {
    max(capacity / 64, 1, 2 * count)
  }

  /// Whether a row is in memory; those that are moved are not.
  func contains(_ row: Row) -> Bool {
    gathered.contains(row) || isWaiting(row)
  }

  mutating func insert(_ row: Row) {
    gathered.insert(row)
  }

  /// Begins to move what is gathered, once everything before is moved.
  mutating func beginMoving(upTo sequence: Int64) {
    precondition(!isMoving, "what came before is moved first")
    moving = gathered.sorted()
    movedCount = 0
    movingSequence = sequence
    gathered.removeAll(keepingCapacity: true)
  }

  /// The next rows to be moved, at most `count`, in the table's order.
  mutating func take(_ count: Int) -> ArraySlice<Row> {
    let start = movedCount
    movedCount = count < moving.count - start ? start + count : moving.count
    let rows = moving[start..<movedCount]
    if !isMoving { (moving, movedCount) = ([], 0) }
    return rows
  }

  /// Forgets all rows.
  mutating func removeAll() {
    gathered = []
    (moving, movedCount) = ([], 0)
  }

  /// Lends each row in memory, in no order.
  func visit(_ body: (Row) -> Void) {
    for row in gathered { body(row) }
    for row in moving[movedCount...] { body(row) }
  }

  private func isWaiting(_ row: Row) -> Bool {
    guard isMoving, let last = moving.last, moving[movedCount] <= row, row <= last else {
      return false
    }
    var (low, high) = (movedCount, moving.count)
    while low < high {
      let middle = (low + high) / 2
      if moving[middle] < row { low = middle + 1 } else { high = middle }
    }
    return moving[low] == row
  }
}
