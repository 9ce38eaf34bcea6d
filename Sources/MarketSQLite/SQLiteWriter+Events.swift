public import MarketCatalog

extension SQLiteWriter: EventRecording {
  /// Records the events of several calls in one transaction, each id once.
  ///
  /// Also decides, durably, which events count: a view once for an actor, product and UTC day; a
  /// like and an unlike only when they change the state; a purchase always.
  public func record(calls: [[Event]], at now: Timestamp) throws(StoreError) -> [EventReport] {
    let statements: RecordingStatements
    if let recording {
      statements = recording
    } else {
      statements = try RecordingStatements(events: events, market: market)
      recording = statements
    }
    return try events.storing { () throws(StoreError) in
      // One look at the market for all: a look-up by itself begins and ends a transaction.
      try market.reading { () throws(StoreError) in
        var reports: [EventReport] = []
        for call in calls { reports.append(try Self.record(call, statements, at: now)) }
        return reports
      }
    }
  }

  private static func record(
    _ call: [Event], _ statements: RecordingStatements, at now: Timestamp
  ) throws(StoreError) -> EventReport {
    var report = EventReport()
    for (index, event) in call.enumerated() {
      var event = event
      do throws(FieldRejection) {
        event.occurredAt = try Event.acceptedTime(event.occurredAt, at: now)
      } catch {
        report.rejected.append(EventReport.Rejection(index: index, detail: error.detail))
        continue
      }
      guard try statements.isListed(event.productID) else {
        report.rejected.append(
          EventReport.Rejection(index: index, detail: "product_id names no product"))
        continue
      }
      if try statements.record(event, at: now) {
        report.accepted += 1
      } else {
        report.duplicate += 1
      }
    }
    return report
  }
}

/// The statements that record events.
final class RecordingStatements {
  private let events: SQLiteConnection
  private let listed: SQLiteStatement
  private let insertID: SQLiteStatement
  private let insertOnce: SQLiteStatement
  private let likedAt: SQLiteStatement
  private let deleteLike: SQLiteStatement
  private let insertEvent: SQLiteStatement

  /// The `day` under which `event_once` keeps the state of liking.
  private static let likeState: Int64 = -1

  init(events: SQLiteConnection, market: SQLiteConnection) throws(StoreError) {
    self.events = events
    listed = try market.prepare("SELECT 1 FROM products WHERE id = ?1 AND listed = 1")
    insertID = try events.prepare(
      "INSERT OR IGNORE INTO event_ids (event_id, recorded_at) VALUES (?1, ?2)")
    insertOnce = try events.prepare(
      """
      INSERT OR IGNORE INTO event_once (day, product_id, actor, occurred_at)
      VALUES (?1, ?2, ?3, ?4)
      """)
    likedAt = try events.prepare(
      "SELECT occurred_at FROM event_once WHERE day = -1 AND product_id = ?1 AND actor = ?2")
    deleteLike = try events.prepare(
      "DELETE FROM event_once WHERE day = -1 AND product_id = ?1 AND actor = ?2")
    insertEvent = try events.prepare(
      """
      INSERT INTO events (product_id, actor, kind, occurred_at, counted, liked_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """)
  }

  func isListed(_ productID: Int64) throws(StoreError) -> Bool {
    listed.bind(productID, at: 1)
    defer { listed.reset() }
    return try listed.step()
  }

  /// Records one event; false when its id is known.
  func record(_ event: Event, at now: Timestamp) throws(StoreError) -> Bool {
    insertID.bind(event.id.bytes, at: 1)
    insertID.bind(now.milliseconds, at: 2)
    try insertID.run()
    guard events.changedRowCount == 1 else { return false }
    var likedAt: Int64?
    let isCounted: Bool
    switch event.kind {
    case .view: isCounted = try isFirst(event, day: event.occurredAt.day)
    case .like: isCounted = try isFirst(event, day: Self.likeState)
    case .unlike:
      likedAt = try takeLike(event)
      isCounted = likedAt != nil
    case .purchase: isCounted = true
    }
    insertEvent.bind(event.productID, at: 1)
    insertEvent.bind(event.actor, at: 2)
    insertEvent.bind(Int64(event.kind.rawValue), at: 3)
    insertEvent.bind(event.occurredAt.milliseconds, at: 4)
    insertEvent.bind(Int64(isCounted ? 1 : 0), at: 5)
    insertEvent.bind(likedAt, at: 6)
    try insertEvent.run()
    return true
  }

  private func isFirst(_ event: Event, day: Int64) throws(StoreError) -> Bool {
    insertOnce.bind(day, at: 1)
    insertOnce.bind(event.productID, at: 2)
    insertOnce.bind(event.actor, at: 3)
    insertOnce.bind(event.occurredAt.milliseconds, at: 4)
    try insertOnce.run()
    return events.changedRowCount == 1
  }

  /// Ends the actor's like; returns when it began, or nil without one.
  private func takeLike(_ event: Event) throws(StoreError) -> Int64? {
    likedAt.bind(event.productID, at: 1)
    likedAt.bind(event.actor, at: 2)
    defer { likedAt.reset() }
    guard try likedAt.step() else { return nil }
    let began = likedAt.integer(0)
    likedAt.reset()
    deleteLike.bind(event.productID, at: 1)
    deleteLike.bind(event.actor, at: 2)
    try deleteLike.run()
    return began
  }
}
