import MarketCatalog

/// Which ids of events are known: `event_ids`, with the newest ones in memory.
///
/// What is in memory only is in `recent_event_ids` as well, from where ``catchUp(at:)`` reads it after a
/// crash, and what other connections record. An id is only ever added, so adding one twice, or in another
/// order, makes no difference.
///
/// All methods but ``forget()`` run inside a write transaction of the events' file.
final class EventIDs {
  /// Ids that are not in the table yet.
  private var rows: LateRows<EventID>
  /// When the last of those that are gathered was recorded, or of those that are being moved.
  private var gatheredUntil = Timestamp(milliseconds: 0)
  private var movingUntil = Timestamp(milliseconds: 0)
  /// The ids that the transaction has brought.
  private var brought: [EventID] = []
  /// The last event whose id is known, or nil before the first look.
  private var knownSequence: Int64?
  /// Ids from the first on and before the second are not in the table: with ids in time order, one look
  /// there is enough for many.
  private var gap: Range<EventID>?
  /// Events that occurred before this moment may have had an id that is forgotten; nil when none can.
  private(set) var rememberedFrom: Timestamp?

  private let state: SQLiteStatement
  private let recentAfter: SQLiteStatement
  private let addRecent: SQLiteStatement
  private let removeRecent: SQLiteStatement
  private let next: SQLiteStatement
  private let insertion: RowInsertion
  private let storeIndexed: SQLiteStatement

  /// The id itself when the table has it, or the first behind it.
  static let nextSQL =
    "SELECT event_id FROM event_ids WHERE event_id >= ?1 ORDER BY event_id LIMIT 1"

  init(_ events: SQLiteConnection, capacity: Int) throws(StoreError) {
    rows = LateRows(capacity: capacity)
    state = try events.prepare(
      "SELECT ids_indexed_seq, ids_forgotten_before FROM recording_state")
    recentAfter = try events.prepare(
      """
      SELECT last_seq, recorded_at, ids FROM recent_event_ids
      WHERE last_seq > ?1 ORDER BY last_seq
      """)
    addRecent = try events.prepare(
      "INSERT INTO recent_event_ids (last_seq, recorded_at, ids) VALUES (?1, ?2, ?3)")
    removeRecent = try events.prepare("DELETE FROM recent_event_ids WHERE last_seq <= ?1")
    next = try events.prepare(Self.nextSQL)
    insertion = try RowInsertion(
      events, "INSERT OR IGNORE INTO event_ids (event_id, recorded_at)", columnCount: 2)
    storeIndexed = try events.prepare(
      "UPDATE recording_state SET ids_indexed_seq = ?1 WHERE ids_indexed_seq < ?1")
  }

  /// Takes in what others have recorded, and what an earlier process had in memory; before anything
  /// else in a transaction.
  func catchUp(at now: Timestamp) throws(StoreError) {
    let indexed = try readState()
    brought.removeAll(keepingCapacity: true)
    // The table has what comes before, also what this connection never saw, nor looked for.
    if indexed > knownSequence ?? -1 {
      gap = nil
      knownSequence = indexed
    }
    try gatherRecent()
    // What came on an earlier day goes to the table with its time, or few ids would lie here for years.
    if rows.isDue(atOnce: true), gatheredUntil.day < now.day { try beginMoving() }
  }

  /// Whether an id is known.
  func isKnown(_ id: EventID) throws(StoreError) -> Bool {
    if rows.contains(id) { return true }
    if gap?.contains(id) == true { return false }
    return try isInTable(id)
  }

  /// Notes an id; false when it is known.
  func add(_ id: EventID) throws(StoreError) -> Bool {
    guard try !isKnown(id) else { return false }
    rows.insert(id)
    brought.append(id)
    return true
  }

  /// Writes what a transaction has brought, and moves ids to the table when they are many; after all its
  /// events are in `events`, the last one under the number `sequence`.
  func settle(upTo sequence: Int64, at now: Timestamp) throws(StoreError) {
    if !brought.isEmpty {
      addRecent.bind(sequence, at: 1)
      addRecent.bind(now.milliseconds, at: 2)
      addRecent.bind(brought, at: 3)
      try addRecent.run()
      knownSequence = sequence
      gatheredUntil = max(gatheredUntil, now)
    }
    try move(rows.step(bringing: brought.count))
    if rows.isDue() { try beginMoving() }
  }

  /// Forgets what is in memory, as after a transaction that failed; ``catchUp(at:)`` reads it again.
  func forget() {
    knownSequence = nil
    gap = nil
    rows.removeAll()
    brought = []
  }

  private func gatherRecent() throws(StoreError) {
    recentAfter.bind(knownSequence ?? 0, at: 1)
    defer { recentAfter.reset() }
    while try recentAfter.step() {
      knownSequence = recentAfter.integer(0)
      gatheredUntil = max(gatheredUntil, Timestamp(milliseconds: recentAfter.integer(1)))
      recentAfter.withBytes(2) { bytes in
        for place in stride(from: 0, to: bytes.count, by: 16) {
          rows.insert(EventID(bytes, at: place))
        }
      }
    }
  }

  private func isInTable(_ id: EventID) throws(StoreError) -> Bool {
    next.bind(id, at: 1)
    defer { next.reset() }
    guard try next.step() else {
      gap = id..<EventID(high: .max, low: .max)
      return false
    }
    let following = next.withBytes(0) { EventID($0, at: 0) }
    if following == id { return true }
    gap = id..<following
    return false
  }

  // MARK: Moving to the table

  private func beginMoving() throws(StoreError) {
    // So many came at once that those before them are not all moved.
    try move(.max)
    rows.beginMoving(upTo: knownSequence ?? 0)
    movingUntil = gatheredUntil
  }

  private func move(_ count: Int) throws(StoreError) {
    guard rows.isMoving else { return }
    gap = nil
    let recordedAt = movingUntil.milliseconds
    try insertion.add(rows.take(count)) { id, statement, place in
      statement.bind(id, at: place)
      statement.bind(recordedAt, at: place + 1)
    }
    guard !rows.isMoving else { return }
    storeIndexed.bind(rows.movingSequence, at: 1)
    try storeIndexed.run()
    removeRecent.bind(rows.movingSequence, at: 1)
    try removeRecent.run()
  }

  private func readState() throws(StoreError) -> Int64 {
    defer { state.reset() }
    guard try state.step() else { throw .corrupt(detail: "recording_state has no row") }
    rememberedFrom = state.optionalInteger(1).map {
      Timestamp(milliseconds: $0).advanced(byMilliseconds: Event.clockTolerance)
    }
    return state.integer(0)
  }
}

extension EventID {
  /// The id of the sixteen bytes from a place on.
  init(_ bytes: Span<UInt8>, at place: Int) {
    func half(_ start: Int) -> UInt64 {
      var half: UInt64 = 0
      for index in start..<start + 8 { half = half << 8 | UInt64(bytes[index]) }
      return half
    }
    self.init(high: half(place), low: half(place + 8))
  }
}

extension SQLiteStatement {
  /// Binds an id's sixteen bytes.
  func bind(_ id: EventID, at place: Int32) {
    withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bind($0, at: place) }
  }

  /// Binds the bytes of many ids.
  func bind(_ ids: [EventID], at place: Int32) {
    let halves = ids.flatMap { [$0.high.bigEndian, $0.low.bigEndian] }
    halves.withUnsafeBytes { bind($0, at: place) }
  }
}
