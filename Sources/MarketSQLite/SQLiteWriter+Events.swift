public import MarketCatalog

extension SQLiteWriter: EventRecording {
  /// Records the events of several calls in one transaction, each id once.
  ///
  /// Also decides, durably, which events count: a view once for an actor, product and UTC day; a
  /// like and an unlike only when they change the state; a purchase always.
  public func record(calls: [[Event]], at now: Timestamp) throws(StoreError) -> [EventReport] {
    try requireFiles()
    let statements: RecordingStatements
    if let recording {
      statements = recording
    } else {
      statements = try RecordingStatements(
        events: events, market: market, gatheredCapacity: gatheredCapacity,
        forgettingLimit: forgettingLimit)
      recording = statements
    }
    do throws(StoreError) {
      return try events.storing { () throws(StoreError) in
        // One look at the market for all: a look-up by itself begins and ends a transaction.
        try market.reading { () throws(StoreError) in
          try statements.begin(at: now)
          var reports: [EventReport] = []
          for call in calls { reports.append(try Self.record(call, statements, at: now)) }
          try statements.finish(at: now)
          return reports
        }
      }
    } catch {
      statements.abandon()
      throw error
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
      if let first = statements.ids.rememberedFrom, event.occurredAt < first {
        // Only after this machine's clock went back: until then it is more than 400 days ago.
        report.rejected.append(
          EventReport.Rejection(
            index: index,
            detail: "occurred_at is before " + first.rfc3339 + ", up to when ids are forgotten"))
        continue
      }
      let isListed = try statements.products.isListed(event.productID)
      // Who got no answer sends all of a call again: what was recorded of it is a duplicate, also
      // when its product was unlisted since, or it were one too many now.
      if let refusal = isListed ? event.refusal : .noListedProduct,
        try !statements.ids.isKnown(event.id)
      {
        report.rejected.append(EventReport.Rejection(index: index, detail: refusal.detail))
        continue
      }
      if try statements.record(event) {
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
  /// What events may name.
  let products: ListedProducts
  /// Which ids are known.
  let ids: EventIDs
  private let views: DailyViews
  private let forgetting: Forgetting
  private let rows: EventRows
  private let events: SQLiteConnection
  private let newest: SQLiteStatement
  private let insertLike: SQLiteStatement
  private let likedAt: SQLiteStatement
  private let deleteLike: SQLiteStatement

  init(
    events: SQLiteConnection, market: SQLiteConnection, gatheredCapacity: Int, forgettingLimit: Int
  ) throws(StoreError) {
    self.events = events
    products = try ListedProducts(market)
    ids = try EventIDs(events, capacity: gatheredCapacity)
    views = try DailyViews(events, capacity: gatheredCapacity)
    rows = try EventRows(events)
    forgetting = try Forgetting(events, limit: forgettingLimit)
    newest = try events.prepare("SELECT max(seq) FROM events")
    // The state of liking is kept under a day of its own.
    insertLike = try events.prepare(
      """
      INSERT OR IGNORE INTO event_once (day, product_id, actor, occurred_at)
      VALUES (-1, ?1, ?2, ?3)
      """)
    likedAt = try events.prepare(
      "SELECT occurred_at FROM event_once WHERE day = -1 AND product_id = ?1 AND actor = ?2")
    deleteLike = try events.prepare(
      "DELETE FROM event_once WHERE day = -1 AND product_id = ?1 AND actor = ?2")
  }

  /// Begins to record, inside the transactions of both files.
  func begin(at now: Timestamp) throws(StoreError) {
    try products.refresh()
    try views.catchUp(upTo: newestSequence())
    try ids.catchUp(at: now)
  }

  /// Records one event; false when its id is known.
  func record(_ event: Event) throws(StoreError) -> Bool {
    guard try ids.add(event.id) else { return false }
    var row = EventRows.Row(event: event, isCounted: true)
    switch event.kind {
    case .view: row.isCounted = try views.add(event)
    case .like: row.isCounted = try addLike(event)
    case .unlike:
      row.likedAt = try takeLike(event)
      row.isCounted = row.likedAt != nil
    case .purchase: break
    }
    try rows.add(row)
    return true
  }

  /// Ends what a transaction records, before it is committed.
  func finish(at now: Timestamp) throws(StoreError) {
    try rows.finish()
    let last = try newestSequence()
    try views.settle(upTo: last)
    try ids.settle(upTo: last, at: now)
    try forgetting.step(at: now)
  }

  /// Forgets what a transaction recorded that has failed.
  func abandon() {
    rows.discard()
    views.forget()
    ids.forget()
  }

  private func newestSequence() throws(StoreError) -> Int64 {
    defer { newest.reset() }
    return try newest.step() ? newest.integer(0) : 0
  }

  private func addLike(_ event: Event) throws(StoreError) -> Bool {
    insertLike.bind(event.productID, at: 1)
    insertLike.bind(event.actor, at: 2)
    insertLike.bind(event.occurredAt.milliseconds, at: 3)
    try insertLike.run()
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
