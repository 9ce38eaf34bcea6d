public import MarketCatalog

extension SQLiteWriter {
  /// Applies all recorded events to counts and ranks, in ticks of at most 30,000 events, and settles
  /// everything that is late.
  ///
  /// A tick is one transaction of the market's file and makes one generation. What is applied is
  /// remembered in that same transaction, so that each event counts once, whoever applies it and
  /// whatever is killed in between.
  public func applyRecordedEvents(at now: Timestamp) throws(StoreError) -> Int {
    var applied = try applyRecordedEvents(at: now) { true }
    // No more of it than there is now: beside a server to which events come there is no end.
    var left = try tickStatements().late.count()
    while left > 0 {
      applied += try applyRecordedEvents(at: now) { true }
      left -= tickRoom
    }
    return applied
  }

  /// The same, as long as the caller goes on: a server that ends waits for one tick at most.
  ///
  /// Beside many events the counts on cards of the recent feed may follow in the next calls.
  ///
  /// - Parameters:
  ///   - now: The moment of the new generations.
  ///   - isGoingOn: Is asked after each tick; when it says no, the rest waits for the next call.
  /// - Returns: The number of events that were applied.
  /// - Throws: What a transaction throws; the ticks before it stay applied.
  public func applyRecordedEvents(
    at now: Timestamp, while isGoingOn: () -> Bool
  ) throws(StoreError) -> Int {
    let statements = try tickStatements()
    var applied = 0
    while true {
      // Most ticks of a quiet shop have nothing to do, and take no lock for it.
      let hasEvents =
        try statements.newestSequence() > MarketState.read(state).appliedSequence
      if !hasEvents {
        guard applied == 0, try statements.late.areAny() else { return applied }
      }
      // Once a call: what a second tick of the same moment settled would be paid for twice a second.
      let room = applied == 0 ? tickRoom : 0
      let count = try market.storing { () throws(StoreError) in
        try tick(statements, at: now, room: room)
      }
      applied += count
      if count < tickLimit || !isGoingOn() { return applied }
    }
  }

  /// How many events are recorded and not applied; two look-ups.
  public func waitingEventCount() throws(StoreError) -> Int {
    let newest = try tickStatements().newestSequence()
    return Int(max(newest - (try MarketState.read(state).appliedSequence), 0))
  }

  /// Applies all recorded events inside a transaction that the caller has begun.
  func applyWithinTransaction(at now: Timestamp) throws(StoreError) {
    let statements = try tickStatements()
    while try tick(statements, at: now, room: tickRoom) == tickLimit {}
  }

  func tickStatements() throws(StoreError) -> TickStatements {
    if let ticking { return ticking }
    let statements = try TickStatements(events: events, market: market, standings)
    ticking = statements
    return statements
  }

  /// One tick, inside a transaction; returns the number of events applied.
  ///
  /// A generation is made for settled products alone, too: answers that show their cards must become
  /// new. Without room nothing is settled.
  private func tick(
    _ statements: TickStatements, at now: Timestamp, room: Int
  ) throws(StoreError) -> Int {
    let state = try MarketState.read(state)
    let batch = try statements.events(after: state.appliedSequence, limit: tickLimit)
    let applied = batch.last?.sequence ?? state.appliedSequence
    let generation = state.generation + 1
    let changes = try changes(of: batch, as: generation)
    let room = room == 0 ? 0 : max(room - batch.count, leastSettled)
    let isInTime = changes.moved.count <= room
    if isInTime {
      for standing in changes.standings { try standings.store(standing) }
    } else {
      try statements.late.add(changes.standings)
    }
    try places.apply(changes.moved, refreshingRecent: isInTime)
    let settled =
      try isInTime
      ? statements.late.settle(limit: room - changes.moved.count)
      : statements.late.settlePart(of: settlingTurn, limit: room)
    if changes.standings.count + settled > 0 {
      let oldest = try oldestReadableGeneration(at: now, statements: statements)
      let swept = try statements.sweep(upTo: oldest, limit: sweepLimit)
      try statements.storeState(
        generation: generation, appliedSequence: applied, madeAt: now,
        sweptGeneration: max(swept, state.sweptGeneration))
    } else if applied > state.appliedSequence {
      try statements.storeApplied(applied)
    }
    return batch.count
  }

  /// Adds events to the counts and scores of their products; returns how those stand, in the order of
  /// their ids, and what changes of the listed ones.
  private func changes(
    of batch: [TickStatements.RecordedEvent], as generation: Int64
  ) throws(StoreError) -> (standings: [ProductStanding], moved: [FeedPlaces.Change]) {
    // By product, each one's in the order of recording: the order in which a rebuild adds them too, so
    // that both give the same floating-point sums.
    var events = batch.filter { $0.isCounted }
    events.sort { ($0.productID, $0.sequence) < ($1.productID, $1.sequence) }
    let arithmetic = try arithmetic()
    var changed: [ProductStanding] = []
    var moved: [FeedPlaces.Change] = []
    var rest = events[...]
    while let productID = rest.first?.productID {
      let own = rest.prefix { $0.productID == productID }
      rest = rest[own.endIndex...]
      guard var standing = try standings.standing(of: productID) else { continue }
      let old = standing.rank
      apply(own, to: &standing, arithmetic.popularity)
      standing.move(to: arithmetic.key(of: standing.z), at: generation)
      if let old, let new = standing.rank {
        moved.append(
          FeedPlaces.Change(
            createdAt: standing.createdAt, counts: standing.counts, old: old, new: new))
      }
      changed.append(standing)
    }
    return (changed, moved)
  }

  private func apply(
    _ events: ArraySlice<TickStatements.RecordedEvent>, to standing: inout ProductStanding,
    _ popularity: Popularity
  ) {
    let floor = popularity.birthScore(createdAt: standing.createdAt)
    for event in events {
      if event.isWeighed {
        standing.z = popularity.score(
          standing.z, after: event.kind, at: event.weighedAt, floor: floor)
      }
      standing.counts.add(event.kind)
    }
  }

  /// The newest generation that was made before any walk that is still alive began.
  private func oldestReadableGeneration(
    at now: Timestamp, statements: TickStatements
  ) throws(StoreError) -> Int64 {
    let policy = options.cursorPolicy
    return try statements.newestGeneration(
      madeBy: now.advanced(byMilliseconds: -(policy.lifetime + policy.granularity)))
  }
}

/// The statements of a tick.
final class TickStatements {
  /// What is settled later.
  let late: LateStandings
  private let newest: SQLiteStatement
  private let eventsAfter: SQLiteStatement
  private let sweepBoundary: SQLiteStatement
  private let sweep: SQLiteStatement
  private let sweepPart: SQLiteStatement
  private let forgetGenerations: SQLiteStatement
  private let generationMadeBy: SQLiteStatement
  private let insertGeneration: SQLiteStatement
  private let storeState: SQLiteStatement
  private let storeApplied: SQLiteStatement

  struct RecordedEvent {
    var sequence: Int64
    var productID: Int64
    var kind: EventKind
    var isCounted: Bool
    /// Whether it moves the rank, too.
    var isWeighed: Bool
    /// The moment whose weight is added, or taken back.
    var weighedAt: Timestamp
  }

  init(
    events: SQLiteConnection, market: SQLiteConnection, _ standings: StandingStatements
  ) throws(StoreError) {
    late = try LateStandings(market, standings)
    newest = try events.prepare("SELECT max(seq) FROM events")
    // Made-up visitors count with the seed that made them: what a killed seed left of them does not.
    eventsAfter = try events.prepare(
      """
      SELECT seq, product_id, kind, counted AND actor < 0, coalesce(liked_at, occurred_at),
        weighed
      FROM events WHERE seq > ?1 ORDER BY seq LIMIT ?2
      """)
    // The constant is repeated, or the partial index is not used.
    sweepBoundary = try market.prepare(Self.sweepBoundarySQL)
    sweep = try market.prepare(
      """
      DELETE FROM rank_versions
      WHERE to_generation <= ?1 AND to_generation < \(FeedSQL.currentGeneration)
      """)
    sweepPart = try market.prepare(
      """
      DELETE FROM rank_versions WHERE (rank_key, product_id, from_generation) IN (
        SELECT rank_key, product_id, from_generation FROM rank_versions
        WHERE to_generation <= ?1 AND to_generation < \(FeedSQL.currentGeneration)
        ORDER BY to_generation LIMIT ?2)
      """)
    forgetGenerations = try market.prepare("DELETE FROM generations WHERE generation < ?1")
    generationMadeBy = try market.prepare(
      "SELECT max(generation) FROM generations WHERE made_at <= ?1")
    insertGeneration = try market.prepare(
      "INSERT INTO generations (generation, made_at) VALUES (?1, ?2)")
    storeState = try market.prepare(
      """
      UPDATE market_state SET generation = ?1, applied_seq = ?2, swept_generation = ?3
      """)
    storeApplied = try market.prepare("UPDATE market_state SET applied_seq = ?1")
  }

  /// The number of the event that was recorded last; 0 without any.
  func newestSequence() throws(StoreError) -> Int64 {
    defer { newest.reset() }
    return try newest.step() ? newest.integer(0) : 0
  }

  func events(after sequence: Int64, limit: Int) throws(StoreError) -> [RecordedEvent] {
    eventsAfter.bind(sequence, at: 1)
    eventsAfter.bind(Int64(limit), at: 2)
    defer { eventsAfter.reset() }
    var events: [RecordedEvent] = []
    while try eventsAfter.step() {
      guard let kind = EventKind(rawValue: Int(eventsAfter.integer(2))) else {
        throw .corrupt(detail: "event " + String(eventsAfter.integer(0)) + " is of no known kind")
      }
      events.append(
        RecordedEvent(
          sequence: eventsAfter.integer(0), productID: eventsAfter.integer(1), kind: kind,
          isCounted: eventsAfter.integer(3) == 1, isWeighed: eventsAfter.integer(5) == 1,
          weighedAt: Timestamp(milliseconds: eventsAfter.integer(4))))
    }
    return events
  }

  /// The generation that ended a superseded place: the one behind ?2 others, oldest first, among those
  /// that no generation from ?1 on has.
  static let sweepBoundarySQL = """
    SELECT to_generation FROM rank_versions
    WHERE to_generation <= ?1 AND to_generation < \(FeedSQL.currentGeneration)
    ORDER BY to_generation LIMIT 1 OFFSET ?2
    """

  /// Deletes at most `limit` places that no generation from `generation` on has; returns the
  /// generation up to which they are gone, or some of them are.
  ///
  /// Whole generations go, but of one that left more, as a rebuild does, a part.
  func sweep(upTo generation: Int64, limit: Int64) throws(StoreError) -> Int64 {
    var generation = generation
    var sweep = sweep
    if let boundary = try superseded(upTo: generation, behind: limit),
      let first = try superseded(upTo: generation, behind: 0)
    {
      generation = max(boundary - 1, first)
      if boundary == first {
        sweep = sweepPart
        sweep.bind(limit, at: 2)
      }
    }
    sweep.bind(generation, at: 1)
    try sweep.run()
    forgetGenerations.bind(generation, at: 1)
    try forgetGenerations.run()
    return generation
  }

  private func superseded(
    upTo generation: Int64, behind count: Int64
  ) throws(StoreError) -> Int64? {
    sweepBoundary.bind(generation, at: 1)
    sweepBoundary.bind(count, at: 2)
    defer { sweepBoundary.reset() }
    return try sweepBoundary.step() ? sweepBoundary.integer(0) : nil
  }

  /// The newest generation that was made at or before a moment; 0 when there is none.
  func newestGeneration(madeBy moment: Timestamp) throws(StoreError) -> Int64 {
    generationMadeBy.bind(moment.milliseconds, at: 1)
    defer { generationMadeBy.reset() }
    return try generationMadeBy.step() ? generationMadeBy.integer(0) : 0
  }

  func storeState(
    generation: Int64, appliedSequence: Int64, madeAt: Timestamp, sweptGeneration: Int64
  ) throws(StoreError) {
    insertGeneration.bind(generation, at: 1)
    insertGeneration.bind(madeAt.milliseconds, at: 2)
    try insertGeneration.run()
    storeState.bind(generation, at: 1)
    storeState.bind(appliedSequence, at: 2)
    storeState.bind(sweptGeneration, at: 3)
    try storeState.run()
  }

  func storeApplied(_ sequence: Int64) throws(StoreError) {
    storeApplied.bind(sequence, at: 1)
    try storeApplied.run()
  }
}
