import MarketCatalog

/// Forgets ids, and which views counted, of events that are too old to come again, a little at a time.
///
/// An id is forgotten 400 to 440 days after it was recorded, in a pass over all ids that begins each
/// forty days. Events that may have had a forgotten id are rejected from the pass's beginning on, by a
/// number that is stored with it, also when the clock goes back. The events themselves stay, and so do
/// likes.
///
/// Steps are part of the transactions that record: what is not recorded need not be forgotten, and
/// another thread would seldom get at the file while many record.
final class Forgetting {
  /// Milliseconds from one pass over the ids to the next, by what they forget.
  static let passInterval = 40 * Timestamp.millisecondsPerDay
  /// Milliseconds that a pass goes further than the one before, at most, and those before the next one:
  /// a clock that is years ahead for an hour does not make a shop reject its events for as many years.
  static let longestStride = passInterval + Timestamp.millisecondsPerDay
  static let shortestPause = Timestamp.millisecondsPerDay
  /// Milliseconds from one step to the next.
  static let stepInterval: Int64 = 1_000
  /// The ids that a step looks at, and the views that it removes, at most: some milliseconds of work.
  static let stepLimit = 4_096

  /// How far ids are forgotten.
  private struct State {
    /// Ids recorded before are forgotten, or are being forgotten; nil before the first pass.
    var forgottenBefore: Timestamp?
    /// The last id that the pass has looked at; nil without a pass.
    var after: [UInt8]?
    var beganAt: Timestamp

    /// Where the pass that is due now goes to, or nil when none is.
    func nextBoundary(at now: Timestamp) -> Timestamp? {
      guard after == nil else { return nil }
      // An event may have been five minutes ahead when it was recorded.
      let boundary = now.advanced(byMilliseconds: -(Event.memory + Event.clockTolerance))
      guard let forgottenBefore else { return boundary }
      let pause = abs(now.milliseconds - beganAt.milliseconds)
      guard boundary >= forgottenBefore.advanced(byMilliseconds: passInterval),
        pause >= shortestPause
      else { return nil }
      return min(boundary, forgottenBefore.advanced(byMilliseconds: longestStride))
    }
  }

  /// The ids that a step looks at: how many, and the last one.
  static let nextIDsSQL = """
    SELECT count(*), max(event_id), min(recorded_at) FROM (
      SELECT event_id, recorded_at FROM event_ids WHERE event_id > ?1 ORDER BY event_id LIMIT ?2)
    """
  static let removeIDsSQL = """
    DELETE FROM event_ids WHERE event_id > ?1 AND event_id <= ?2 AND recorded_at < ?3
    """
  static let hasViewsSQL = "SELECT 1 FROM event_once WHERE day >= 0 AND day < ?1 LIMIT 1"
  static let removeViewsSQL = """
    DELETE FROM event_once WHERE (day, product_id, actor) IN (
      SELECT day, product_id, actor FROM event_once
      WHERE day >= 0 AND day < ?1 ORDER BY day, product_id, actor LIMIT ?2)
    """

  private let limit: Int
  private var steppedAt: Timestamp?
  private let state: SQLiteStatement
  private let beginPass: SQLiteStatement
  private let goOn: SQLiteStatement
  private let nextIDs: SQLiteStatement
  private let removeIDs: SQLiteStatement
  private let hasViews: SQLiteStatement
  private let removeViews: SQLiteStatement

  init(_ events: SQLiteConnection, limit: Int) throws(StoreError) {
    self.limit = limit
    state = try events.prepare(
      """
      SELECT ids_forgotten_before, forgetting_after, forgetting_began_at FROM recording_state
      """)
    beginPass = try events.prepare(
      """
      UPDATE recording_state
      SET ids_forgotten_before = ?1, forgetting_after = x'', forgetting_began_at = ?2
      """)
    goOn = try events.prepare("UPDATE recording_state SET forgetting_after = ?1")
    nextIDs = try events.prepare(Self.nextIDsSQL)
    removeIDs = try events.prepare(Self.removeIDsSQL)
    hasViews = try events.prepare(Self.hasViewsSQL)
    removeViews = try events.prepare(Self.removeViewsSQL)
  }

  /// Takes a step, unless one was taken in the second before, inside a transaction that records.
  func step(at now: Timestamp) throws(StoreError) {
    if let steppedAt, abs(now.milliseconds - steppedAt.milliseconds) < Self.stepInterval { return }
    steppedAt = now
    var state = try readState()
    if let boundary = state.nextBoundary(at: now) {
      beginPass.bind(boundary.milliseconds, at: 1)
      beginPass.bind(now.milliseconds, at: 2)
      try beginPass.run()
      state = try readState()
    }
    guard let boundary = state.forgottenBefore else { return }
    if let after = state.after { try forgetIDs(recordedBefore: boundary, after: after) }
    try forgetViews(before: boundary.advanced(byMilliseconds: Event.clockTolerance).day)
  }

  private func forgetIDs(
    recordedBefore boundary: Timestamp, after: [UInt8]
  ) throws(StoreError) {
    let ids = try look(after: after)
    if let oldest = ids.oldest, oldest < boundary.milliseconds {
      removeIDs.bind(after, at: 1)
      removeIDs.bind(ids.last, at: 2)
      removeIDs.bind(boundary.milliseconds, at: 3)
      try removeIDs.run()
    }
    if ids.count < limit { goOn.bindNull(at: 1) } else { goOn.bind(ids.last, at: 1) }
    try goOn.run()
  }

  /// Forgets which views counted before a day of which an event can still be.
  private func forgetViews(before day: Int64) throws(StoreError) {
    hasViews.bind(day, at: 1)
    let isAny = try hasViews.step()
    hasViews.reset()
    guard isAny else { return }
    removeViews.bind(day, at: 1)
    removeViews.bind(Int64(limit), at: 2)
    try removeViews.run()
  }

  private func look(
    after id: [UInt8]
  ) throws(StoreError) -> (count: Int, last: [UInt8], oldest: Int64?) {
    nextIDs.bind(id, at: 1)
    nextIDs.bind(Int64(limit), at: 2)
    defer { nextIDs.reset() }
    guard try nextIDs.step() else { return (0, [], nil) }
    return (Int(nextIDs.integer(0)), nextIDs.bytes(1), nextIDs.optionalInteger(2))
  }

  private func readState() throws(StoreError) -> State {
    defer { state.reset() }
    guard try state.step() else { throw .corrupt(detail: "recording_state has no row") }
    return State(
      forgottenBefore: state.optionalInteger(0).map(Timestamp.init(milliseconds:)),
      after: state.isNull(1) ? nil : state.bytes(1),
      beganAt: Timestamp(milliseconds: state.integer(2)))
  }
}
