public import MarketCatalog

extension InMemoryStore {
  /// What was recorded, and what is known from it.
  struct EventLog {
    /// A recorded event that no tick has applied yet.
    struct Waiting {
      var event: Event
      /// The moment whose weight counts, or nil when nothing does.
      var weighedAt: Timestamp?
    }

    /// An actor's view of a product on a day.
    struct View: Hashable {
      var actor: Int64
      var productID: Int64
      var day: Int64
    }

    /// An actor's like of a product.
    struct Like: Hashable {
      var actor: Int64
      var productID: Int64
    }

    var ids: Set<EventID> = []
    var views: Set<View> = []
    var likes: [Like: Timestamp] = [:]
    var waiting: [Waiting] = []

    /// When the event's weight counts, by the rules of views and likes; nil when it does not count.
    mutating func weighedAt(_ event: Event) -> Timestamp? {
      let like = Like(actor: event.actor, productID: event.productID)
      switch event.kind {
      case .view:
        let view = View(
          actor: event.actor, productID: event.productID, day: event.occurredAt.day)
        return views.insert(view).inserted ? event.occurredAt : nil
      case .like:
        guard likes[like] == nil else { return nil }
        likes[like] = event.occurredAt
        return event.occurredAt
      case .unlike: return likes.removeValue(forKey: like)
      case .purchase: return event.occurredAt
      }
    }
  }
}

extension InMemoryStore: EventRecording {
  /// Records the events of several calls, each id once.
  public func record(calls: [[Event]], at now: Timestamp) throws(StoreError) -> [EventReport] {
    var reports: [EventReport] = []
    for call in calls {
      var report = EventReport()
      for (index, event) in call.enumerated() {
        do throws(FieldRejection) {
          if try record(event, at: now) { report.accepted += 1 } else { report.duplicate += 1 }
        } catch {
          report.rejected.append(EventReport.Rejection(index: index, detail: error.detail))
        }
      }
      reports.append(report)
    }
    return reports
  }

  /// Records one event; false when its id is known.
  private func record(_ event: Event, at now: Timestamp) throws(FieldRejection) -> Bool {
    var event = event
    event.occurredAt = try Event.acceptedTime(event.occurredAt, at: now)
    if log.ids.contains(event.id) { return false }
    guard entries[event.productID]?.isListed == true else {
      throw FieldRejection(detail: EventRefusal.noListedProduct.detail)
    }
    if let refusal = event.refusal { throw FieldRejection(detail: refusal.detail) }
    log.ids.insert(event.id)
    log.waiting.append(EventLog.Waiting(event: event, weighedAt: log.weighedAt(event)))
    return true
  }

  /// Applies what is recorded in one tick, by the default weights.
  public func applyRecordedEvents(at now: Timestamp) throws(StoreError) -> Int {
    let popularity = Popularity()
    let generation = current.generation + 1
    let applied = log.waiting
    log.waiting = []
    for waiting in applied {
      guard let time = waiting.weighedAt, var entry = entries[waiting.event.productID] else {
        continue
      }
      let floor = popularity.birthScore(createdAt: entry.product.card.createdAt)
      if waiting.event.isWeighed {
        entry.z = popularity.score(entry.z, after: waiting.event.kind, at: time, floor: floor)
      }
      entry.product.card.counts.add(waiting.event.kind)
      entry.ranks.append((generation, Popularity.rankKey(of: entry.z)))
      entries[waiting.event.productID] = entry
      current.generation = generation
    }
    return applied.count
  }
}
