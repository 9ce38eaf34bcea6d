import MarketCatalog

/// Which actor viewed which product on which UTC day: `event_once`, with the newest views in memory.
///
/// What is in memory only is in `events` as well, from where ``catchUp(upTo:)`` reads it after a crash, and
/// what other connections record. Views are only ever added, so adding one twice, or in another order,
/// makes no difference. Of the two newest days a filter knows most views that are new.
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

  /// The views that are read from `events` at once.
  private let capacity: Int
  /// Views that are not in the table yet.
  private var rows: LateRows<View>
  /// Those of the newest days.
  private var filters: [ViewFilter] = []
  /// The last event that is known, or nil before the first look.
  private var knownSequence: Int64?
  private var forgotten: Int64 = 0
  /// The views that the transaction has brought.
  private var broughtCount = 0

  private let state: SQLiteStatement
  private let eventsAfter: SQLiteStatement
  private let find: SQLiteStatement
  private let rowsAfter: SQLiteStatement
  private let insertion: RowInsertion
  private let storeIndexed: SQLiteStatement

  /// The next rows of a day, for its filter.
  static let rowsAfterSQL = """
    SELECT product_id, actor FROM event_once
    WHERE day = ?1 AND (product_id, actor) > (?2, ?3) ORDER BY product_id, actor LIMIT ?4
    """

  init(_ events: SQLiteConnection, capacity: Int) throws(StoreError) {
    self.capacity = capacity
    rows = LateRows(capacity: capacity)
    state = try events.prepare("SELECT indexed_seq, forgotten FROM recording_state")
    eventsAfter = try events.prepare(
      """
      SELECT seq, occurred_at, product_id, actor FROM events
      WHERE seq > ?1 AND kind = 1 AND counted = 1 AND actor < 0 ORDER BY seq LIMIT \(capacity)
      """)
    find = try events.prepare(
      "SELECT 1 FROM event_once WHERE day = ?1 AND product_id = ?2 AND actor = ?3")
    rowsAfter = try events.prepare(Self.rowsAfterSQL)
    insertion = try RowInsertion(
      events, "INSERT OR IGNORE INTO event_once (day, product_id, actor, occurred_at)",
      columnCount: 4)
    storeIndexed = try events.prepare(
      "UPDATE recording_state SET indexed_seq = ?1 WHERE indexed_seq < ?1")
  }

  /// Takes in what others have recorded, and what an earlier process had only in memory; before
  /// anything else in a transaction that finds `last` as the number of the last event.
  func catchUp(upTo last: Int64) throws(StoreError) {
    let (indexed, forgotten) = try recordingState()
    if forgotten != self.forgotten { forget() }
    self.forgotten = forgotten
    broughtCount = 0
    // The table has what comes before, also what this connection never saw, nor its filters.
    if indexed > knownSequence ?? 0 {
      filters = []
      knownSequence = indexed
    }
    var known = knownSequence ?? 0
    while known < last {
      known = try gatherViews(after: known) ?? last
      try moveSome(upTo: known)
    }
    knownSequence = known
  }

  /// Notes a view; false when the actor viewed the product that day before.
  func add(_ event: Event) throws(StoreError) -> Bool {
    let view = View(
      day: event.occurredAt.day, productID: event.productID, actor: event.actor)
    if try !isNew(view) { return false }
    note(view)
    broughtCount += 1
    return true
  }

  /// Moves views to the table when they are many; after all events of the transaction are in `events`,
  /// the last one under the number `sequence`.
  func settle(upTo sequence: Int64) throws(StoreError) {
    try moveSome(upTo: sequence)
    try fillFilters()
    knownSequence = sequence
  }

  /// Forgets what is in memory, as after a transaction that failed; ``catchUp(upTo:)`` reads it again.
  func forget() {
    knownSequence = nil
    rows.removeAll()
    filters = []
  }

  /// Gathers views from events behind a number; returns the last one's, or nil without any more.
  private func gatherViews(after sequence: Int64) throws(StoreError) -> Int64? {
    eventsAfter.bind(sequence, at: 1)
    defer { eventsAfter.reset() }
    var last: Int64?
    while try eventsAfter.step() {
      last = eventsAfter.integer(0)
      note(
        View(
          day: Timestamp(milliseconds: eventsAfter.integer(1)).day,
          productID: eventsAfter.integer(2), actor: eventsAfter.integer(3)))
    }
    return last
  }

  private func isNew(_ view: View) throws(StoreError) -> Bool {
    let filter = filters.firstIndex { $0.day == view.day }
    if let filter {
      guard
        !filters[filter].isComplete
          || filters[filter].mayContain(productID: view.productID, actor: view.actor)
      else { return true }
    }
    if rows.contains(view) { return false }
    bind(view, to: find)
    defer { find.reset() }
    return try !find.step()
  }

  private func note(_ view: View) {
    rows.insert(view)
    for index in filters.indices where filters[index].day == view.day {
      filters[index].insert(productID: view.productID, actor: view.actor)
      return
    }
    addFilter(of: view.day)
  }

  // MARK: Moving to the table

  private func moveSome(upTo sequence: Int64) throws(StoreError) {
    try move(rows.step(bringing: broughtCount))
    guard rows.isDue() else { return }
    // So many came at once that those before them are not all moved.
    try move(.max)
    rows.beginMoving(upTo: sequence)
  }

  private func move(_ count: Int) throws(StoreError) {
    guard rows.isMoving else { return }
    try insertion.add(rows.take(count)) { view, statement, place in
      bind(view, to: statement, at: place)
      statement.bind(Int64(0), at: place + 3)
    }
    guard !rows.isMoving else { return }
    storeIndexed.bind(rows.movingSequence, at: 1)
    try storeIndexed.run()
  }

  // MARK: The filters

  /// Begins the filter of a day with what is in memory, unless there are two of newer days.
  private func addFilter(of day: Int64) {
    if filters.count == 2 {
      guard let oldest = filters.indices.min(by: { filters[$0].day < filters[$1].day }),
        filters[oldest].day < day
      else { return }
      filters.remove(at: oldest)
    }
    // Four megabytes with the default capacity: of six million views a day one in ten is looked up in
    // vain, of twenty million two in three.
    var filter = ViewFilter(day: day, bitCount: capacity * 256)
    rows.visit { view in
      if view.day == day { filter.insert(productID: view.productID, actor: view.actor) }
    }
    filters.append(filter)
  }

  /// Reads some more of the table into each filter that has not all of its day.
  private func fillFilters() throws(StoreError) {
    let limit = max(capacity / 4, 1)
    for index in filters.indices where !filters[index].isComplete {
      rowsAfter.bind(filters[index].day, at: 1)
      rowsAfter.bind(filters[index].lastRow.productID, at: 2)
      rowsAfter.bind(filters[index].lastRow.actor, at: 3)
      rowsAfter.bind(Int64(limit), at: 4)
      defer { rowsAfter.reset() }
      var count = 0
      while try rowsAfter.step() {
        filters[index].insertRow(productID: rowsAfter.integer(0), actor: rowsAfter.integer(1))
        count += 1
      }
      if count < limit { filters[index].complete() }
    }
  }

  // MARK: Statements

  private func bind(_ view: View, to statement: SQLiteStatement, at place: Int32 = 1) {
    statement.bind(view.day, at: place)
    statement.bind(view.productID, at: place + 1)
    statement.bind(view.actor, at: place + 2)
  }

  private func recordingState() throws(StoreError) -> (indexed: Int64, forgotten: Int64) {
    defer { state.reset() }
    guard try state.step() else { throw .corrupt(detail: "recording_state has no row") }
    return (state.integer(0), state.integer(1))
  }
}
