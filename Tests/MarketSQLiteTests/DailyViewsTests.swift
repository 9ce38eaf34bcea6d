import Foundation
import MarketCatalog
import Migrations
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Views once a day, while the newest are kept in memory")
struct DailyViewsTests {
  let fixture: StoreFixture
  let now = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    var random = SplitMix64(seed: 1)
    try fixture.fill(random.products(40), writer: fixture.store.makeWriter())
  }

  private func makeWriter(keeping capacity: Int) throws -> SQLiteWriter {
    let writer = try fixture.store.makeWriter()
    writer.gatheredCapacity = capacity
    return writer
  }

  private struct View: Hashable {
    var product: Int64
    var actor: Int64
    var day: Int64
  }

  /// A call of views, and those of them that are the first of their day.
  private func views(
    _ random: inout SplitMix64, _ seen: inout Set<View>
  ) -> (call: [Event], firsts: Int) {
    var call: [Event] = []
    var firsts = 0
    for _ in 0..<random.integer(in: 1...40) {
      let view = View(
        product: Int64(random.integer(in: 1...40)), actor: Int64(random.integer(in: 0...12)),
        day: Int64(random.integer(in: 0...2)))
      let time = now.advanced(byMilliseconds: -view.day * Timestamp.millisecondsPerDay)
      call.append(random.event(.view, product: view.product, actor: view.actor, at: time))
      if seen.insert(view).inserted { firsts += 1 }
    }
    return (call, firsts)
  }

  private func counted() throws -> Int64? {
    let events = try SQLiteConnection(
      path: SQLiteStore.eventsPath(fixture.store.path), mode: .existing, busyTimeout: 1_000)
    return try events.firstInteger("SELECT count(*) FROM events WHERE counted = 1")
  }

  @Test(
    "counts are exact for several writers that come and go, however few views each keeps",
    arguments: [1, 2, 7, 64, 1_000])
  func severalWriters(capacity: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var seen: Set<View> = []
    var writers = try (0..<3).map { _ in try makeWriter(keeping: capacity) }
    for round in 0..<120 {
      let writer = random.integer(in: 0...2)
      // A writer that is gone has moved nothing of what it kept, as after a kill.
      if random.oneIn(15) { writers[writer] = try makeWriter(keeping: capacity) }
      let calls = (0..<random.integer(in: 1...3)).map { _ in views(&random, &seen).call }
      _ = try writers[writer].record(calls: calls, at: now)
      try #require(try counted() == Int64(seen.count), "seed \(seed), round \(round)")
    }
  }

  @Test("a transaction that fails leaves no view in memory that is not recorded")
  func failedTransactions() throws {
    let writer = try makeWriter(keeping: 50)
    let events = writer.events
    var random = SplitMix64(seed: 2)
    var seen: Set<View> = []
    var failures = 0
    for round in 0..<40 {
      if random.oneIn(2) {
        var lost = seen
        let (call, _) = views(&random, &lost)
        let pages = try #require(try events.firstInteger("PRAGMA page_count"))
        _ = try events.firstInteger("PRAGMA max_page_count = \(pages)")
        // Some fit into the pages that there are; more do not.
        let calls = [call] + (0..<40).map { _ in views(&random, &lost).call }
        do throws(StoreError) {
          _ = try writer.record(calls: calls, at: now)
          seen = lost
        } catch {
          guard case .full = error else { throw error }
          failures += 1
        }
        _ = try events.firstInteger("PRAGMA max_page_count = \(Int32.max - 1)")
      } else {
        _ = try writer.record(views(&random, &seen).call, at: now)
      }
      try #require(try counted() == Int64(seen.count), "round \(round)")
    }
    #expect(failures > 0)
  }

  @Test("products that are removed take the views in every writer's memory with them")
  func removedProducts() throws {
    let first = try makeWriter(keeping: 100)
    let second = try makeWriter(keeping: 100)
    func seedProduct() throws -> Int64 {
      let now = now
      try second.seed(count: 1, at: now) { _ in
        SeedProduct(
          draft: ProductDraft(
            name: "상품", price: Money(amountMinor: 100, currency: .krw), stock: 1, category: "etc"),
          createdAt: now, events: [])
      }
      return try #require(
        try second.market.firstInteger("SELECT max(id) FROM products"))
    }
    var random = SplitMix64(seed: 3)
    let id = try seedProduct()
    for writer in [first, second] {
      _ = try writer.record([random.event(.view, product: id, actor: 1, at: now)], at: now)
    }
    #expect(try counted() == 1)
    #expect(try second.removeSeededProducts(at: now) == 1)
    #expect(try counted() == 0)
    #expect(try seedProduct() == id, "the id comes again, for another product")
    for writer in [first, second] {
      _ = try writer.record([random.event(.view, product: id, actor: 1, at: now)], at: now)
    }
    #expect(try counted() == 1)
  }

  @Test("views that an older program recorded still count once")
  func migratedViews() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("events.db")
    let events = try SQLiteConnection(path: path, mode: .create, busyTimeout: 0)
    try events.execute(String(decoding: EmbeddedMigrations.events[0].bytes, as: UTF8.self))
    try events.execute(
      """
      INSERT INTO events (product_id, actor, kind, occurred_at, counted, liked_at) VALUES
        (1, -5, 1, \(now.milliseconds), 1, NULL), (1, -5, 3, 77, 1, 70), (2, 9, 4, 88, 1, NULL);
      INSERT INTO event_once VALUES (\(now.day), 1, -5, \(now.milliseconds));
      DELETE FROM events WHERE seq = 3;
      """)
    try events.execute(String(decoding: EmbeddedMigrations.events[1].bytes, as: UTF8.self))
    #expect(
      try events.firstText(
        """
        SELECT group_concat(concat, ' ') FROM (SELECT seq || ':' || product_id || ':' || actor || ':'
          || kind || ':' || occurred_at || ':' || counted || ':' || coalesce(liked_at, '-') AS concat
          FROM events ORDER BY seq)
        """) == "1:1:-5:1:\(now.milliseconds):1:- 2:1:-5:3:77:1:70")
    #expect(try events.firstInteger("SELECT indexed_seq FROM recording_state") == 3)
    try events.execute(
      "INSERT INTO events (product_id, actor, kind, occurred_at, counted) VALUES (1, -6, 1, 9, 1)")
    #expect(events.lastInsertedID == 4, "numbers are never used again")
    #expect(
      try events.firstInteger("SELECT count(*) FROM sqlite_sequence WHERE name <> 'events'") == 0)
    let views = try DailyViews(events, capacity: 10)
    try events.storing { () throws(StoreError) in
      try views.catchUp(upTo: events.lastInsertedID)
      var random = SplitMix64(seed: 4)
      let known = random.event(.view, product: 1, actor: 4, at: now)
      #expect(known.actor == -5)
      #expect(try !views.add(known))
      #expect(try views.add(random.event(.view, product: 2, actor: 4, at: now)))
    }
  }
}
