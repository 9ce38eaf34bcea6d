import Foundation
import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Old event ids are forgotten, and count never twice")
struct ForgettingTests {
  let fixture: StoreFixture
  let writer: SQLiteWriter
  let start = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    writer = try fixture.store.makeWriter()
    var random = SplitMix64(seed: 1)
    try fixture.fill(random.products(5), writer: writer)
  }

  private func day(_ number: Int64) -> Timestamp {
    start.advanced(byMilliseconds: number * Timestamp.millisecondsPerDay)
  }

  private func number(_ sql: String) throws -> Int64? { try writer.events.firstInteger(sql) }

  private func idCount() throws -> Int64? {
    try number(
      """
      SELECT (SELECT count(*) FROM event_ids)
        + (SELECT coalesce(sum(length(ids)) / 16, 0) FROM recent_event_ids)
      """)
  }

  private func rowCount() throws -> Int64? {
    try number(
      "SELECT (SELECT count(*) FROM event_ids) + (SELECT count(*) FROM event_once WHERE day >= 0)")
  }

  /// Whether a pass over the ids is under way, or there are views to be forgotten.
  private func isUnderWay() throws -> Bool {
    try number("SELECT forgetting_after IS NOT NULL FROM recording_state") == 1
      || number(
        """
        SELECT count(*) FROM event_once
        WHERE day >= 0 AND day < (SELECT (ids_forgotten_before + 300000) / 86400000 FROM recording_state)
        """) ?? 0 > 0
  }

  /// Takes the steps that are due at a moment, with calls of no events; returns how many.
  @discardableResult
  private func forget(at now: Timestamp) throws -> Int {
    var steps = 0
    repeat {
      _ = try writer.record([], at: now.advanced(byMilliseconds: Int64(steps) * 1_000))
      steps += 1
    } while try isUnderWay()
    return steps
  }

  private func record(_ event: Event, at now: Timestamp) throws -> EventReport {
    try writer.record([event], at: now)
  }

  @Test("an id is known for 400 days and forgotten after 440, when an event that has it is too old")
  func memory() throws {
    var random = SplitMix64(seed: 2)
    let event = random.event(.purchase, product: 1, actor: 1, at: start)
    #expect(try record(event, at: start).accepted == 1)
    for number in Int64(1)...399 {
      try forget(at: day(number))
      if number % 40 == 39 { #expect(try record(event, at: day(number)).duplicate == 1) }
    }
    #expect(try record(event, at: day(400)).duplicate == 1)
    let late = try record(event, at: day(401))
    #expect(late.rejected.map(\.detail) == ["occurred_at is more than 400 days ago"])
    for number in Int64(401)...441 { try forget(at: day(number)) }
    #expect(try idCount() == 0)
    #expect(try record(event, at: day(441)).rejected.count == 1)
    #expect(try number("SELECT count(*) FROM events") == 1, "the event itself stays")
  }

  @Test("a step looks at a bounded number of rows, and another writer goes on after a kill")
  func steps() throws {
    var random = SplitMix64(seed: 3)
    writer.gatheredCapacity = 50
    for number in Int64(0)..<10 {
      let time = day(number * 50)
      let events = (0..<100).map {
        random.event(.view, product: Int64($0 % 5) + 1, actor: Int64($0), at: time)
      }
      #expect(try writer.record(events, at: time).accepted == 100)
    }
    let now = day(500)
    _ = try record(random.event(.like, product: 1, actor: 1, at: now), at: now)
    // A pass goes at most 41 days further than the one before, so that several follow a pause.
    for number in Int64(500)...503 { try forget(at: day(number)) }
    #expect(try idCount() == 801, "of days 0 and 50 none is left, all others are")
    #expect(
      try number("SELECT min(day) FROM event_once WHERE day >= 0") == day(100).day)

    var (passes, steps) = (0, 0)
    for number in stride(from: Int64(504), through: 1_000, by: 4) {
      var hasBegun = false
      for step in Int64(0)... {
        // Each step by a writer of its own, as when each is killed after it.
        let other = try fixture.store.makeWriter()
        other.forgettingLimit = 7
        let before = try #require(try rowCount())
        _ = try other.record([], at: day(number).advanced(byMilliseconds: step))
        #expect(try #require(try rowCount()) >= before - 14)
        guard try isUnderWay() else { break }
        hasBegun = true
        steps += 1
      }
      if hasBegun { passes += 1 }
    }
    #expect(try number("SELECT count(*) FROM events") == 1_001)
    #expect(try idCount() == 0)
    #expect(passes == 9, "those that take more than a step: of every forty days, until day 852")
    #expect(steps > 200)
    #expect(try number("SELECT count(*) FROM event_once WHERE day >= 0") == 0)
    #expect(try number("SELECT count(*) FROM event_once") == 1, "a like is a state, and stays")
  }

  @Test("a view of 399 days ago still counts once after views have been forgotten")
  func views() throws {
    var random = SplitMix64(seed: 4)
    _ = try record(random.event(.view, product: 1, actor: 1, at: start), at: start)
    try forget(at: day(399))
    _ = try record(random.event(.view, product: 1, actor: 1, at: start), at: day(399))
    #expect(try number("SELECT sum(counted) FROM events") == 1)
  }

  @Test("an event whose id may be forgotten is rejected also when the clock goes back")
  func clockGoingBack() throws {
    var random = SplitMix64(seed: 5)
    // As far ahead as an event may be.
    let event = random.event(
      .purchase, product: 1, actor: 1, at: start.advanced(byMilliseconds: Event.clockTolerance))
    #expect(try record(event, at: start).accepted == 1)
    // Ids of an earlier day go to their table with the next call.
    _ = try record(random.event(.view, product: 1, actor: 1, at: day(1)), at: day(1))
    for number in stride(from: Int64(40), through: 400, by: 40) { try forget(at: day(number)) }
    #expect(try record(event, at: day(400)).duplicate == 1)
    try forget(at: day(440).advanced(byMilliseconds: Event.clockTolerance + 1))
    let report = try record(event, at: day(10))
    #expect(report.accepted == 0)
    #expect(
      report.rejected.map(\.detail) == [
        "occurred_at is before "
          + day(40).advanced(byMilliseconds: Event.clockTolerance + 1).rfc3339
          + ", up to when ids are forgotten"
      ])
    let new = random.event(.purchase, product: 1, actor: 2, at: day(41))
    #expect(try record(new, at: day(41)).accepted == 1, "what came later is taken as ever")
  }

  @Test("a clock that is years ahead for some hours does not make events be rejected for years")
  func clockFarAhead() throws {
    var random = SplitMix64(seed: 6)
    try forget(at: start)
    for hour in Int64(0)..<20 {
      try forget(at: day(3_650).advanced(byMilliseconds: hour * 3_600_000))
    }
    for age in [Int64(0), 200, 350] {
      let event = random.event(.purchase, product: 1, actor: 1, at: day(-age))
      #expect(try record(event, at: start).accepted == 1, "\(age) days ago")
    }
  }

  private func makeWriter() throws -> SQLiteWriter {
    let writer = try fixture.store.makeWriter()
    writer.gatheredCapacity = 5
    writer.forgettingLimit = 3
    return writer
  }

  @Test("whatever the clock does, no event counts twice, and with a good one none is refused")
  func anyClock() throws {
    for isClockGood in [true, false] {
      let seed = UInt64.random(in: .min ... .max)
      var random = SplitMix64(seed: seed)
      let product = isClockGood ? Int64(1) : 2
      var time = isClockGood ? start : day(5_000)
      var accepted: Set<EventID> = []
      var sent: [Event] = []
      var writers = [try makeWriter(), try makeWriter()]
      for round in 0..<150 {
        if random.oneIn(10) { writers[1] = try makeWriter() }
        let days = Int64(random.integer(in: 0...16))
        time = time.advanced(byMilliseconds: days * Timestamp.millisecondsPerDay + 12_345)
        if !isClockGood && random.oneIn(12) {
          time = time.advanced(
            byMilliseconds: Int64(random.integer(in: -700...700)) * Timestamp.millisecondsPerDay)
        }
        let writer = random.pick(writers)
        for _ in 0..<random.integer(in: 0...8) {
          time = time.advanced(byMilliseconds: 1_000)
          _ = try writer.record([], at: time)
        }
        var call: [Event] = []
        for _ in 0..<random.integer(in: 0...4) {
          let age = Int64(random.integer(in: -300_000...(399 * 86_400_000)))
          call.append(
            random.event(
              .purchase, product: product, actor: 1, at: time.advanced(byMilliseconds: -age)))
        }
        let fresh = call.count
        for _ in 0..<4 where !sent.isEmpty { call.append(random.pick(sent)) }
        let report = try writer.record(call, at: time)
        sent += call.prefix(fresh)
        let refused = Set(report.rejected.map(\.index))
        if isClockGood {
          try #require(refused.allSatisfy { $0 >= fresh }, "seed \(seed), round \(round)")
        }
        let new = call.indices.filter { !refused.contains($0) && !accepted.contains(call[$0].id) }
        try #require(
          report.accepted == Set(new.map { call[$0].id }).count, "seed \(seed), round \(round)")
        accepted.formUnion(new.map { call[$0].id })
        if isClockGood && round == 140 {
          let count = try #require(try idCount())
          #expect(count < accepted.count, "some are forgotten by now")
        }
      }
    }
  }

  @Test("each statement goes along a key, without a sort")
  func plans() throws {
    func plan(_ sql: String) throws -> [String] {
      try writer.events.plan(of: sql)
    }
    #expect(
      try plan(Forgetting.nextIDsSQL) == [
        "CO-ROUTINE (subquery-1)", "SEARCH event_ids USING PRIMARY KEY (event_id>?)",
        "SCAN (subquery-1)",
      ])
    #expect(
      try plan(Forgetting.removeIDsSQL) == [
        "SEARCH event_ids USING PRIMARY KEY (event_id>? AND event_id<?)"
      ])
    #expect(
      try plan(Forgetting.hasViewsSQL) == [
        "SEARCH event_once USING PRIMARY KEY (day>? AND day<?)"
      ])
    #expect(
      try plan(Forgetting.removeViewsSQL) == [
        "SEARCH event_once USING PRIMARY KEY (day=? AND product_id=? AND actor=?)",
        "LIST SUBQUERY 1", "SEARCH event_once USING PRIMARY KEY (day>? AND day<?)",
      ])
    #expect(
      try plan(EventIDs.nextSQL) == ["SEARCH event_ids USING PRIMARY KEY (event_id>?)"])
    #expect(
      try plan(DailyViews.rowsAfterSQL) == [
        "SEARCH event_once USING PRIMARY KEY (day=? AND (product_id,actor)>(?,?))"
      ])
  }
}
