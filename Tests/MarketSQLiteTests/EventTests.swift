import Foundation
import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Events, counts and ranks")
struct EventTests {
  let fixture: StoreFixture
  let writer: SQLiteWriter
  let now = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    writer = try fixture.store.makeWriter()
  }

  private func fill(_ count: Int, seed: UInt64 = 1) throws -> InMemoryStore {
    var random = SplitMix64(seed: seed)
    return try fixture.fill(random.products(count), writer: writer)
  }

  private func card(_ id: Int64) throws -> ProductCard {
    try #require(try fixture.store.makeReader().product(id)).card
  }

  @Test("each event id counts once, a view once a day, a like as a state")
  func counting() throws {
    _ = try fill(3)
    var random = SplitMix64(seed: 2)
    let view = random.event(.view, product: 1, actor: 1, at: now)
    let calls: [(Event, accepted: Bool)] = [
      (view, true),
      (view, false),
      (random.event(.view, product: 1, actor: 1, at: now), true),
      (
        random.event(
          .view, product: 1, actor: 1,
          at: now.advanced(byMilliseconds: -Timestamp.millisecondsPerDay)), true
      ),
      (random.event(.view, product: 1, actor: 2, at: now), true),
      (random.event(.unlike, product: 1, actor: 1, at: now), true),
      (random.event(.like, product: 1, actor: 1, at: now), true),
      (random.event(.like, product: 1, actor: 1, at: now), true),
      (random.event(.like, product: 1, actor: 2, at: now), true),
      (random.event(.unlike, product: 1, actor: 2, at: now), true),
      (random.event(.purchase, product: 1, actor: 1, at: now), true),
      (random.event(.purchase, product: 1, actor: 1, at: now), true),
    ]
    for (event, accepted) in calls {
      let report = try writer.record([event], at: now)
      #expect(report.accepted == (accepted ? 1 : 0))
      #expect(report.duplicate == (accepted ? 0 : 1))
    }
    #expect(try card(1).counts == ProductCounts(), "nothing moves before it is applied")
    #expect(try writer.applyRecordedEvents(at: now) == 11)
    #expect(try card(1).counts == ProductCounts(views: 3, likes: 1, purchases: 2))
    #expect(try writer.applyRecordedEvents(at: now) == 0)
  }

  @Test("an event is rejected by its index with the reason, the others are recorded")
  func rejections() throws {
    _ = try fill(1)
    var random = SplitMix64(seed: 3)
    let report = try writer.record(
      [
        random.event(.view, product: 1, actor: 1, at: now),
        random.event(.view, product: 2, actor: 1, at: now),
        random.event(.view, product: 1, actor: 2, at: now.advanced(byMilliseconds: 300_000)),
        random.event(.view, product: 1, actor: 3, at: now.advanced(byMilliseconds: 300_001)),
        random.event(
          .view, product: 1, actor: 4, at: now.advanced(byMilliseconds: -Event.memory - 1)),
      ], at: now)
    #expect(report.accepted == 2)
    #expect(report.rejected.map(\.index) == [1, 3, 4])
    #expect(
      report.rejected.map(\.detail) == [
        "product_id names no listed product", "occurred_at is more than five minutes ahead",
        "occurred_at is more than 400 days ago",
      ])
  }

  @Test("what is recorded is a duplicate also when its product is unlisted or deleted since")
  func duplicatesOfLostProducts() throws {
    _ = try fill(3)
    var random = SplitMix64(seed: 31)
    let events = [Int64(1), 2, 3].flatMap { product in
      EventKind.allCases.map { random.event($0, product: product, actor: 1, at: now) }
    }
    #expect(try writer.record(events, at: now).accepted == events.count)
    _ = try writer.setListed(false, of: [1], at: now)
    _ = try writer.deleteProducts([2])
    let new = EventKind.allCases.map { random.event($0, product: 1, actor: 2, at: now) }
    // The same by a writer that has the ids in memory and by one that begins anew.
    for writer in [writer, try fixture.store.makeWriter()] {
      let report = try writer.record(events + new, at: now)
      #expect(report.accepted == 0 && report.duplicate == events.count)
      #expect(report.rejected.map(\.index) == Array(events.count..<events.count + new.count))
      #expect(Set(report.rejected.map(\.detail)) == ["product_id names no listed product"])
    }
    _ = try writer.setListed(true, of: [1], at: now)
    var refused = new[0]
    refused.refusal = .noListedProduct
    #expect(
      try writer.record([refused], at: now).rejected.map(\.detail) == [
        "product_id names no listed product"
      ], "it was refused before the product was listed again")
    #expect(try writer.record(new, at: now).accepted == new.count)
  }

  @Test("the popular feed follows the events, and version and cards with it")
  func ranks() throws {
    let oracle = try fill(60)
    let reader = try fixture.store.makeReader()
    let before = try reader.version()
    let popularity = fixture.store.options.popularity
    var random = SplitMix64(seed: 4)
    var z: [Int64: Double] = [:]
    var events: [Event] = []
    for place in 0..<400 {
      let product = Int64(random.integer(in: 1...60))
      let kind = random.pick([EventKind.view, .view, .like, .purchase])
      let time = now.advanced(byMilliseconds: -Int64(random.integer(in: 0...2_000_000_000)))
      events.append(random.event(kind, product: product, actor: Int64(place), at: time))
      let createdAt = try #require(try oracle.product(product)).card.createdAt
      let floor = popularity.birthScore(createdAt: createdAt)
      z[product] = popularity.score(z[product] ?? floor, after: kind, at: time, floor: floor)
      oracle.edit(product) { edited in
        switch kind {
        case .view: edited.card.counts.views += 1
        case .like: edited.card.counts.likes += 1
        case .purchase: edited.card.counts.purchases += 1
        case .unlike: edited.card.counts.likes -= 1
        }
      }
    }
    _ = try writer.record(events, at: now)
    #expect(try writer.applyRecordedEvents(at: now) == 400)
    for (product, score) in z { oracle.setRank(product, to: Popularity.rankKey(of: score)) }
    for page in Page.allCases {
      let walked = try FeedConformance.walk(reader, page, limit: 7)
      #expect(walked.map(\.withoutVendorID) == oracle.feed(page).map(\.withoutVendorID))
    }
    let after = try reader.version()
    #expect(after.generation == before.generation + 1)
    #expect(after.catalogVersion == before.catalogVersion)
  }

  @Test("an unlike takes back what its like added, whenever it comes")
  func unlikes() throws {
    _ = try fill(2)
    let reader = try fixture.store.makeReader()
    let before = try FeedConformance.walk(reader, .popularProduct, limit: 10).map(\.id)
    var random = SplitMix64(seed: 5)
    let early = now.advanced(byMilliseconds: -20 * Timestamp.millisecondsPerDay)
    let last = try #require(before.last)
    for event in [
      random.event(.like, product: last, actor: 1, at: early),
      random.event(.unlike, product: last, actor: 1, at: now),
    ] {
      _ = try writer.record([event], at: now)
      _ = try writer.applyRecordedEvents(at: now)
    }
    #expect(try card(last).counts == ProductCounts())
    #expect(
      try FeedConformance.walk(reader, .popularProduct, limit: 10).map(\.id) == before)
  }

  @Test("a walk keeps the order of its first slice while ranks move")
  func stableWalk() throws {
    let oracle = try fill(200, seed: 6)
    let reader = try fixture.store.makeReader()
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var query = FeedQuery(page: .popularProduct, limit: random.integer(in: 1...40))
    let expected = oracle.feed(.popularProduct).map(\.id)
    var walked: [Int64] = []
    while true {
      let slice = try reader.slice(query, at: now)
      walked += slice.items.map(\.id)
      guard let next = slice.next else { break }
      query.cursor = next
      let events = (0..<random.integer(in: 0...30)).map { _ in
        random.event(
          random.pick([.view, .like, .unlike, .purchase]),
          product: Int64(random.integer(in: 1...200)),
          actor: Int64(random.integer(in: 0...50)), at: now)
      }
      _ = try writer.record(events, at: now)
      _ = try writer.applyRecordedEvents(at: now)
    }
    #expect(walked == expected, "seed \(seed)")
  }

  @Test("superseded places go when no cursor can need them, and older cursors have expired")
  func sweep() throws {
    _ = try fill(50)
    let reader = try fixture.store.makeReader()
    var random = SplitMix64(seed: 7)
    func tick(at time: Timestamp) throws {
      let events = (1...50).map {
        random.event(.purchase, product: Int64($0), actor: Int64($0), at: time)
      }
      _ = try writer.record(events, at: time)
      _ = try writer.applyRecordedEvents(at: time)
    }
    func superseded() throws -> Int64? {
      try reader.connection.firstInteger("SELECT count(*) FROM rank_versions WHERE card IS NULL")
    }
    try tick(at: now)
    #expect(try superseded() == 50)
    let old = try reader.slice(FeedQuery(page: .popularProduct), at: now)
    let later = now.advanced(byMilliseconds: 3_600_000)
    try tick(at: later)
    try tick(at: later.advanced(byMilliseconds: 1))
    #expect(try superseded() == 100, "what was current an hour ago is needed until it is swept")
    try tick(at: later.advanced(byMilliseconds: 3_600_000))
    #expect(try superseded() == 50)
    #expect(throws: StoreError.cursor(.expired)) {
      try reader.slice(FeedQuery(page: .popularProduct, cursor: old.next), at: now)
    }
  }

  @Test("what a pause has piled up is swept in small steps, and no cursor reads what is half gone")
  func sweepInSteps() throws {
    _ = try fill(30)
    let reader = try fixture.store.makeReader()
    var random = SplitMix64(seed: 8)
    func tick(at time: Timestamp, products: ClosedRange<Int> = 1...30) throws {
      let events = products.map {
        random.event(.purchase, product: Int64($0), actor: Int64($0), at: time)
      }
      _ = try writer.record(events, at: time)
      _ = try writer.applyRecordedEvents(at: time)
    }
    func superseded() throws -> Int64? {
      try reader.connection.firstInteger("SELECT count(*) FROM rank_versions WHERE card IS NULL")
    }
    for round in 0..<10 { try tick(at: now.advanced(byMilliseconds: Int64(round))) }
    #expect(try superseded() == 300)
    writer.sweepLimit = 70
    var left: [Int64?] = []
    for round in 0..<6 {
      let time = now.advanced(byMilliseconds: 3_600_000 + Int64(round))
      // One product moves, and leaves one place.
      try tick(at: time, products: 1...1)
      left.append(try superseded())
      let walked = try FeedConformance.walk(reader, .popularProduct, limit: 7)
      #expect(walked.count == 30)
    }
    // Two generations of thirty at a time, while each tick leaves one place.
    #expect(left == [241, 182, 123, 64, 5, 6])
  }

  @Test("a generation that left more places than a step takes is swept in parts")
  func sweepOfALargeGeneration() throws {
    _ = try fill(30)
    var random = SplitMix64(seed: 9)
    writer.sweepLimit = 7
    for hours in 0..<3 {
      let time = now.advanced(byMilliseconds: Int64(hours) * 3_600_000)
      let events = (1...30).map {
        random.event(.purchase, product: Int64($0), actor: Int64($0), at: time)
      }
      _ = try writer.record(events, at: time)
      _ = try writer.applyRecordedEvents(at: time)
    }
    let reader = try fixture.store.makeReader()
    let superseded = try reader.connection.firstInteger(
      "SELECT count(*) FROM rank_versions WHERE card IS NULL")
    #expect(superseded == 76, "of ninety, each of two ticks took a step of the first one's")
    #expect(
      try reader.connection.plan(of: TickStatements.sweepBoundarySQL) == [
        "SEARCH rank_versions USING COVERING INDEX rank_versions_superseded (to_generation<?)"
      ])
  }

  @Test("two writers that apply at once count each event once")
  func concurrentTicks() throws {
    _ = try fill(20)
    // SQLite lets those who wait in by chance, so that one may wait for long.
    let store = try SQLiteStore(
      path: fixture.store.path, options: StoreOptions(busyTimeout: 60_000))
    let now = now
    let faults = Collected()
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      do {
        let writer = try store.makeWriter()
        var random = SplitMix64(seed: UInt64(worker))
        for round in 0..<25 {
          let events = (1...20).map {
            random.event(
              .view, product: Int64($0), actor: Int64(worker * 1_000 + round), at: now)
          }
          _ = try writer.record(events, at: now)
          _ = try writer.applyRecordedEvents(at: now)
        }
      } catch {
        faults.append(["\(error)"])
      }
    }
    #expect(faults.sorted == [])
    for id in Int64(1)...20 { #expect(try card(id).counts.views == 100) }
  }
}
