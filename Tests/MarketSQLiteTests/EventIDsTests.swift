import Foundation
import MarketCatalog
import Migrations
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Event ids count once, while the newest are kept in memory")
struct EventIDsTests {
  let fixture: StoreFixture
  let now = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    var random = SplitMix64(seed: 1)
    try fixture.fill(random.products(5), writer: fixture.store.makeWriter())
  }

  private func makeWriter(keeping capacity: Int) throws -> SQLiteWriter {
    let writer = try fixture.store.makeWriter()
    writer.gatheredCapacity = capacity
    return writer
  }

  private func event(_ id: EventID) -> Event {
    Event(id: id, kind: .purchase, productID: 1, actor: -1, occurredAt: now)
  }

  private func number(_ sql: String) throws -> Int64? {
    let events = try SQLiteConnection(
      path: SQLiteStore.eventsPath(fixture.store.path), mode: .existing, busyTimeout: 1_000)
    return try events.firstInteger(sql)
  }

  /// An id among few, of which some lie close together, as those in time order do.
  private func id(_ random: inout SplitMix64) -> EventID {
    random.oneIn(3)
      ? EventID(high: UInt64(random.integer(in: 0...400)) << 55, low: 7)
      : EventID(high: 0x0197_0000_0000_7000, low: UInt64(random.integer(in: 0...4_000)))
  }

  @Test(
    "for several writers that come and go, however few each keeps, also over days",
    arguments: [1, 2, 7, 64, 1_000])
  func severalWriters(capacity: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var known: Set<EventID> = []
    var writers = try (0..<3).map { _ in try makeWriter(keeping: capacity) }
    var time = now
    for round in 0..<150 {
      let writer = random.integer(in: 0...2)
      // A writer that is gone has moved nothing of what it kept, as after a kill.
      if random.oneIn(15) { writers[writer] = try makeWriter(keeping: capacity) }
      if random.oneIn(10) { time = time.advanced(byMilliseconds: Timestamp.millisecondsPerDay) }
      let calls = (0..<random.integer(in: 1...3)).map { _ in
        (0..<random.integer(in: 0...30)).map { _ in id(&random) }
      }
      let reports = try writers[writer].record(calls: calls.map { $0.map(event) }, at: time)
      for (call, report) in zip(calls, reports) {
        let accepted = call.count { known.insert($0).inserted }
        try #require(report.accepted == accepted, "seed \(seed), round \(round)")
        try #require(report.duplicate == call.count - accepted, "seed \(seed), round \(round)")
      }
    }
    #expect(try number("SELECT count(*) FROM events") == Int64(known.count), "seed \(seed)")
    // What lies in neither table would be lost with the process.
    let stored = try #require(
      try number(
        """
        SELECT (SELECT count(*) FROM event_ids)
          + (SELECT coalesce(sum(length(ids)) / 16, 0) FROM recent_event_ids)
        """))
    #expect(stored >= known.count, "seed \(seed)")
  }

  @Test("a transaction that fails leaves no id behind")
  func failedTransactions() throws {
    let writer = try makeWriter(keeping: 50)
    let events = writer.events
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var known: Set<EventID> = []
    var failures = 0
    for round in 0..<60 {
      let isTight = random.oneIn(2)
      if isTight {
        let pages = try #require(try events.firstInteger("PRAGMA page_count"))
        _ = try events.firstInteger("PRAGMA max_page_count = \(pages)")
      }
      let ids = (0..<(isTight ? 2_000 : 40)).map { _ in id(&random) }
      var report: EventReport?
      do throws(StoreError) {
        report = try writer.record(ids.map(event), at: now)
      } catch {
        guard case .full = error else { throw error }
        failures += 1
      }
      if let report {
        let accepted = ids.count { known.insert($0).inserted }
        try #require(report.accepted == accepted, "seed \(seed), round \(round)")
      }
      _ = try events.firstInteger("PRAGMA max_page_count = \(Int32.max - 1)")
    }
    #expect(failures > 0)
  }

  @Test("what an older program recorded stays known, whatever comes after it")
  func migratedIDs() throws {
    let directory = try TemporaryDirectory()
    let events = try SQLiteConnection(
      path: directory.file("events.db"), mode: .create, busyTimeout: 0)
    for migration in EmbeddedMigrations.events.prefix(3) {
      try events.execute(String(decoding: migration.bytes, as: UTF8.self))
    }
    try events.execute(
      """
      INSERT INTO events (product_id, actor, kind, occurred_at, counted) VALUES (1, -5, 4, 77, 1);
      INSERT INTO event_ids VALUES (x'00000000000000010000000000000002', 77);
      """)
    try events.execute(String(decoding: EmbeddedMigrations.events[3].bytes, as: UTF8.self))
    #expect(try events.firstInteger("SELECT ids_indexed_seq FROM recording_state") == 1)
    let ids = try EventIDs(events, capacity: 10)
    try events.storing { () throws(StoreError) in
      try ids.catchUp(at: now)
      #expect(try !ids.add(EventID(high: 1, low: 2)))
      #expect(try ids.add(EventID(high: 1, low: 3)))
      #expect(try ids.add(EventID(high: 1, low: 1)))
      #expect(try !ids.add(EventID(high: 1, low: 3)))
      #expect(ids.rememberedFrom == nil)
    }
  }

  @Test("ids in time order take one look at the table in a call, not one each")
  func looks() throws {
    let writer = try makeWriter(keeping: 200)
    var random = SplitMix64(seed: 3)
    let looks = {
      let counters = writer.events.statementCounters().filter { $0.sql == EventIDs.nextSQL }
      return counters.reduce(0) { $0 + $1.runs }
    }
    // Random ids first, so that the table ends behind all that follow.
    let others = (0..<1_000).map { _ in EventID(high: random.next(), low: random.next()) }
    _ = try writer.record(others.map(event), at: now)
    for call in 0..<10 {
      let before = looks()
      let ids = (0..<100).map {
        EventID(high: 0x0197_0000_0000_7000 + UInt64(call), low: UInt64($0))
      }
      #expect(try writer.record(ids.map(event), at: now).accepted == 100)
      #expect(looks() - before <= 1)
    }
  }
}
