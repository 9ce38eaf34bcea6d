import MarketCatalog

/// Which actor viewed which product on which UTC day: `event_once`, with the newest views in memory.
///
/// A view falls anywhere among those of its day. Added to the table at once, each makes a page dirty,
/// which is written to the log and back again; gathered first and added in the order of the key,
/// many share a page. What is in memory only is in `events` as well, from where ``catchUp()`` reads
/// it after a crash, and what other connections record. Views are only ever added, so adding one
/// twice, or in another order, makes no difference.
///
/// All methods but ``forget()`` run inside a write transaction of the events' file.
final class DailyViews {
  private struct View: Hashable, Comparable {
    var day: Int64
    var productID: Int64
    var actor: Int64

    static func < (left: View, right: View) -> Bool {
      (left.day, left.productID, left.actor) < (right.day, right.productID, right.actor)
    }
  }

  /// With so many, what is gathered and what is being moved take ten megabytes at most.
  static let defaultCapacity = 131_072

  /// The views that are gathered before they are moved.
  private let capacity: Int
  /// The views that one transaction moves, unless it brings more: with the default capacity, some five
  /// milliseconds of work.
  private let step: Int

  /// The last event that is known, or nil before the first look.
  private var knownSequence: Int64?
  private var forgotten: Int64 = 0
  /// Views that are not in the table yet, beside those that are being moved.
  private var gathered: Set<View> = []
  /// The views that are being moved to the table, in its order, and how many are moved.
  private var moving: [View] = []
  private var movedCount = 0
  /// When all of them are moved, the table has the views of all events up to this one.
  private var movingSequence: Int64 = 0

  private let state: SQLiteStatement
  private let newest: SQLiteStatement
  private let eventsAfter: SQLiteStatement
  private let find: SQLiteStatement
  private let insert: SQLiteStatement
  private let storeIndexed: SQLiteStatement

  init(_ events: SQLiteConnection, capacity: Int) throws(StoreError) {
    self.capacity = capacity
    step = max(capacity / 64, 1)
    state = try events.prepare("SELECT indexed_seq, forgotten FROM recording_state")
    newest = try events.prepare("SELECT max(seq) FROM events")
    eventsAfter = try events.prepare(
      """
      SELECT seq, occurred_at, product_id, actor FROM events
      WHERE seq > ?1 AND kind = 1 AND counted = 1 AND actor < 0 ORDER BY seq LIMIT \(capacity)
      """)
    find = try events.prepare(
      "SELECT 1 FROM event_once WHERE day = ?1 AND product_id = ?2 AND actor = ?3")
    insert = try events.prepare(
      """
      INSERT OR IGNORE INTO event_once (day, product_id, actor, occurred_at) VALUES (?1, ?2, ?3, 0)
      """)
    storeIndexed = try events.prepare(
      "UPDATE recording_state SET indexed_seq = ?1 WHERE indexed_seq < ?1")
  }

  /// Takes in what others have recorded, and what an earlier process had only in memory; before
  /// anything else in a transaction.
  func catchUp() throws(StoreError) {
    let (indexed, forgotten) = try recordingState()
    if forgotten != self.forgotten { forget() }
    self.forgotten = forgotten
    let last = try newestSequence()
    // The table has what comes before, also what this connection never saw.
    var known = max(knownSequence ?? 0, indexed)
    while known < last {
      known = try gatherViews(after: known) ?? last
      try settle(upTo: known)
    }
    knownSequence = known
  }

  /// Notes a view; false when the actor viewed the product that day before.
  func add(_ event: Event) throws(StoreError) -> Bool {
    let view = View(
      day: event.occurredAt.day, productID: event.productID, actor: event.actor)
    if gathered.contains(view) || isMoving(view) { return false }
    bind(view, to: find)
    defer { find.reset() }
    if try find.step() { return false }
    gathered.insert(view)
    return true
  }

  /// Moves views to the table when they are many; after all events of the transaction are in `events`.
  func settle() throws(StoreError) {
    let last = try newestSequence()
    try settle(upTo: last)
    knownSequence = last
  }

  /// Forgets what is in memory, as after a transaction that failed; ``catchUp()`` reads it again.
  func forget() {
    knownSequence = nil
    gathered = []
    moving = []
    movedCount = 0
  }

  /// Gathers views from events behind a number; returns the last one's, or nil without any more.
  private func gatherViews(after sequence: Int64) throws(StoreError) -> Int64? {
    eventsAfter.bind(sequence, at: 1)
    defer { eventsAfter.reset() }
    var last: Int64?
    while try eventsAfter.step() {
      last = eventsAfter.integer(0)
      gathered.insert(
        View(
          day: Timestamp(milliseconds: eventsAfter.integer(1)).day,
          productID: eventsAfter.integer(2), actor: eventsAfter.integer(3)))
    }
    return last
  }

  private func settle(upTo sequence: Int64) throws(StoreError) {
    if movedCount < moving.count { try move(step) }
    guard gathered.count >= capacity else { return }
    // So many came at once that those before them are not all moved.
    try move(moving.count)
    moving = gathered.sorted()
    movedCount = 0
    movingSequence = sequence
    gathered.removeAll(keepingCapacity: true)
  }

  private func move(_ count: Int) throws(StoreError) {
    let end = min(movedCount + count, moving.count)
    for view in moving[movedCount..<end] {
      bind(view, to: insert)
      try insert.run()
    }
    movedCount = end
    guard movedCount == moving.count, movedCount > 0 else { return }
    storeIndexed.bind(movingSequence, at: 1)
    try storeIndexed.run()
    moving = []
    movedCount = 0
  }

  private func isMoving(_ view: View) -> Bool {
    // Those before are found in the table.
    var (low, high) = (movedCount, moving.count)
    while low < high {
      let middle = (low + high) / 2
      if moving[middle] < view { low = middle + 1 } else { high = middle }
    }
    return low < moving.count && moving[low] == view
  }

  private func bind(_ view: View, to statement: SQLiteStatement) {
    statement.bind(view.day, at: 1)
    statement.bind(view.productID, at: 2)
    statement.bind(view.actor, at: 3)
  }

  private func recordingState() throws(StoreError) -> (indexed: Int64, forgotten: Int64) {
    defer { state.reset() }
    guard try state.step() else { throw .corrupt(detail: "recording_state has no row") }
    return (state.integer(0), state.integer(1))
  }

  private func newestSequence() throws(StoreError) -> Int64 {
    defer { newest.reset() }
    return try newest.step() ? newest.integer(0) : 0
  }
}
