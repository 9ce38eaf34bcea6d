import Foundation
import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Rebuilt ranks")
struct RebuildTests {
  let fixture: StoreFixture
  let writer: SQLiteWriter
  let now = StoreFixture.now
  static let other = Popularity(
    halfLifeMilliseconds: 11 * 3_600_000, weights: .init(view: 2, like: 3, purchase: 70))

  init() throws {
    fixture = try StoreFixture()
    writer = try fixture.store.makeWriter()
  }

  /// What orders the popular feed, of every product.
  struct Rank: Equatable {
    var id: Int64
    var z: UInt64
    var key: Int64
    var counts: ProductCounts
  }

  private func ranks(_ store: SQLiteStore? = nil) throws -> [Rank] {
    let rows = try (store ?? fixture.store).makeReader().connection.prepare(
      """
      SELECT product_id, z, rank_key, view_count, like_count, purchase_count
      FROM product_standings ORDER BY product_id
      """)
    var ranks: [Rank] = []
    while try rows.step() {
      ranks.append(
        Rank(
          id: rows.integer(0), z: rows.double(1).bitPattern, key: rows.integer(2),
          counts: ProductCounts(
            views: rows.integer(3), likes: rows.integer(4), purchases: rows.integer(5))))
    }
    return ranks
  }

  private func popularIDs() throws -> [Int64] {
    try FeedConformance.walk(fixture.store.makeReader(), .popularProduct, limit: 37).map(\.id)
  }

  /// Makes every rank and count wrong, cards and places with it.
  private func spoil() throws {
    try writer.market.execute(
      """
      UPDATE product_standings SET z = -z, view_count = 0, like_count = 0, purchase_count = 0,
        rank_key = -rank_key, rank_from = iif(rank_from IS NULL, NULL, 0);
      DELETE FROM rank_versions;
      """)
    let rows = try writer.market.prepare(
      """
      SELECT \(CardColumns.list), p.id, s.rank_key FROM \(CardColumns.tables) WHERE p.listed = 1
      """)
    while try rows.step() {
      let id = rows.integer(CardColumns.count)
      let card = try CardColumns.card(rows, id: id)
      try writer.market.execute("DELETE FROM recent_cards WHERE product_id = \(id)")
      try writer.places.insert(
        card,
        at: .init(key: rows.integer(CardColumns.count + 1), productID: id, generation: 0))
    }
  }

  @discardableResult
  private func rebuild(
    _ writer: SQLiteWriter? = nil, acceptingLostEvents: Bool = false,
    progress: (RebuildStep, Int, Int) -> Void = { _, _, _ in }
  ) throws -> RebuildReport {
    try (writer ?? self.writer).rebuildRanks(
      acceptingLostEvents: acceptingLostEvents, clock: { now }, progress: progress)
  }

  private func writer(_ popularity: Popularity) throws -> SQLiteWriter {
    try SQLiteStore(path: fixture.store.path, options: StoreOptions(popularity: popularity))
      .makeWriter()
  }

  /// A history of everything that moves ranks: seeded and imported products, views, likes and
  /// unlikes of few actors so that many change nothing, purchases that weigh nothing, ids that come
  /// again, late events, ticks between, sweeps, and events whose tick comes after a crash.
  private func live(_ random: inout SplitMix64) throws {
    try writer.seed(count: 40, at: now) { random.seedProduct($0) }
    var products = 40
    var sent: [Event] = []
    var time = now
    for round in 0..<12 {
      time = time.advanced(byMilliseconds: Int64(random.integer(in: 0...1_500_000)))
      if random.integer(in: 0...3) == 0 {
        let added = random.integer(in: 1...8)
        let new = random.products(added).map { product in
          var product = product
          product.source = ProductSource(name: "round \(round)", id: product.source.id)
          return product
        }
        try fixture.fill(new, writer: writer)
        products += added
      }
      var events: [Event] = []
      for _ in 0..<random.integer(in: 0...120) {
        if let old = sent.last, random.integer(in: 0...9) == 0 {
          events.append(old)
          continue
        }
        let late = random.integer(in: 0...4) == 0 ? random.integer(in: 0...34_000_000) * 1_000 : 0
        events.append(
          random.event(
            random.pick([.view, .view, .like, .unlike, .purchase]),
            product: Int64(random.integer(in: 1...products)),
            actor: Int64(random.integer(in: 0...6)),
            at: time.advanced(byMilliseconds: -Int64(late))))
        // Some purchases are told of by the product's own vendor.
        let last = events.count - 1
        events[last].isWeighed = events[last].kind != .purchase || random.integer(in: 0...1) == 0
      }
      sent += events
      _ = try writer.record(events, at: time)
      // Without a tick here, the events are as a crash leaves them; another process applies them.
      if random.integer(in: 0...1) == 0 {
        _ = try fixture.store.makeWriter().applyRecordedEvents(at: time)
      }
    }
    _ = try writer.applyRecordedEvents(at: time)
  }

  @Test("a rebuild finds every rank and count as the ticks made them", arguments: 0..<6)
  func equality(_ number: Int) throws {
    let seed = UInt64(number)
    var random = SplitMix64(seed: seed)
    try live(&random)
    let (live, order) = (try ranks(), try popularIDs())
    let before = try fixture.store.makeReader().version()

    let report = try rebuild()
    #expect(report.changed == 0 && report.products == live.count, "seed \(seed)")
    #expect(report.replaced == nil)
    #expect(try ranks() == live, "seed \(seed)")
    #expect(try fixture.store.makeReader().version() == before, "nothing is new to readers")

    try spoil()
    #expect(try popularIDs() != order)
    #expect(try rebuild().changed == order.count)
    #expect(try ranks() == live, "seed \(seed)")
    #expect(try popularIDs() == order, "seed \(seed)")
    #expect(try fixture.store.makeReader().integrityFaults() == [])
    #expect(try fixture.store.makeReader().version().generation == before.generation + 1)
  }

  @Test("another arithmetic gives the ranks that a store with it would have had", arguments: 0..<3)
  func anotherArithmetic(_ number: Int) throws {
    let seed = UInt64(number)
    var random = SplitMix64(seed: seed)
    try live(&random)
    let twin = try RebuildTests(popularity: Self.other)
    random = SplitMix64(seed: seed)
    try twin.live(&random)

    let report = try rebuild(writer(Self.other))
    #expect(report.replaced == Popularity())
    #expect(try ranks().map(\.z) == twin.ranks().map(\.z), "seed \(seed)")
    #expect(try popularIDs() == twin.popularIDs(), "seed \(seed)")
    #expect(try fixture.store.makeReader().rankArithmetic() == Self.other)
    // Whoever writes now ranks by it, also a process that was started with the old values.
    for (writer, other) in [(writer, twin.writer), (try self.writer(Popularity()), twin.writer)] {
      let events = (1...20).map { random.event(.purchase, product: $0, actor: 90, at: now) }
      for each in [writer, other] {
        _ = try each.record(events, at: now)
        _ = try each.applyRecordedEvents(at: now)
      }
      #expect(try ranks().map(\.z) == twin.ranks().map(\.z), "seed \(seed)")
    }
    #expect(try rebuild(self.writer(Self.other)).changed == 0)
  }

  private init(popularity: Popularity) throws {
    fixture = try StoreFixture(options: StoreOptions(popularity: popularity))
    writer = try fixture.store.makeWriter()
  }

  @Test(
    "walks that began before a rebuild go on in their order, and no walk steps over the others' places",
    arguments: [Self.other, Popularity(halfLifeMilliseconds: 5_000 * 3_600_000)])
  func walks(_ popularity: Popularity) throws {
    var random = SplitMix64(seed: 21)
    try live(&random)
    let reader = try fixture.store.makeReader()
    let order = try popularIDs()
    let first = try reader.slice(FeedQuery(page: .popularProduct, limit: 5), at: now)
    try rebuild(writer(popularity))

    var walked = first.items.map(\.id)
    var query = FeedQuery(page: .popularProduct, limit: 5, cursor: first.next)
    while query.cursor != nil {
      let slice = try reader.slice(query, at: now)
      walked += slice.items.map(\.id)
      query.cursor = slice.next
    }
    #expect(walked == order)
    #expect(try popularIDs() != order)
    let keys = try reader.connection.prepare(
      """
      SELECT (SELECT min(rank_key) FROM rank_versions WHERE to_generation = 1 << 60),
        (SELECT max(rank_key) FROM rank_versions WHERE to_generation < 1 << 60)
      """)
    #expect(try keys.step() && keys.integer(0) > keys.integer(1))
  }

  @Test("what a large rebuild left behind is swept in steps, and walks stay right meanwhile")
  func sweep() throws {
    var random = SplitMix64(seed: 22)
    try fixture.fill(random.products(50), writer: writer)
    try rebuild(writer(Self.other))
    writer.sweepLimit = 20
    let reader = try fixture.store.makeReader()
    var left: [Int64?] = []
    for hour in Int64(1)...4 {
      let time = now.advanced(byMilliseconds: hour * 3_600_000)
      _ = try writer.record([random.event(.purchase, product: 1, actor: hour, at: time)], at: time)
      _ = try writer.applyRecordedEvents(at: time)
      left.append(
        try reader.connection.firstInteger("SELECT count(*) FROM rank_versions WHERE card IS NULL"))
      #expect(try FeedConformance.walk(reader, .popularProduct, limit: 7).count == 50)
    }
    // Each tick leaves one place.
    #expect(left == [31, 12, 1, 1])
    #expect(try reader.integrityFaults() == [])
  }

  @Test(
    "events that are recorded and applied while a rebuild runs are in its ranks", arguments: [0, 1])
  func meanwhile(_ change: Int) throws {
    var random = SplitMix64(seed: 23)
    try live(&random)
    let popularity = change == 0 ? Popularity() : Self.other
    let other = try fixture.store.makeWriter()
    var rounds = 0
    if change == 0 { try spoil() }
    let report = try rebuild(writer(popularity)) { step, done, _ in
      guard step == .adding, done.isMultiple(of: 9) else { return }
      rounds += 1
      do {
        try fixture.fill(
          [random.products(1)[0]].map {
            var product = $0
            product.source = ProductSource(name: "meanwhile", id: String(rounds))
            return product
          }, writer: other)
        let events = (0..<30).map { _ in
          random.event(
            random.pick([.view, .like, .unlike, .purchase]),
            product: Int64(random.integer(in: 1...40 + rounds)), actor: Int64(done), at: now)
        }
        _ = try other.record(events, at: now)
        if rounds.isMultiple(of: 2) { _ = try other.applyRecordedEvents(at: now) }
      } catch {
        Issue.record(error)
      }
    }
    #expect(rounds > 3 && report.changed > 0)
    _ = try other.applyRecordedEvents(at: now)
    let order = try popularIDs()
    let present = try ranks()
    #expect(try rebuild(writer(popularity)).changed == 0)
    #expect(try ranks() == present)
    #expect(try popularIDs() == order)
    #expect(try fixture.store.makeReader().integrityFaults() == [])
  }

  @Test("a rebuild that fails in the middle leaves everything as it was, and the next one finishes")
  func undone() throws {
    var random = SplitMix64(seed: 24)
    try live(&random)
    let (live, order) = (try ranks(), try popularIDs())
    let another = try writer(Self.other)
    // A card that cannot be read in the middle of the writing.
    let id = order[order.count / 2]
    try writer.market.execute(
      """
      UPDATE product_standings SET view_count = view_count + 1 WHERE product_id = \(id);
      UPDATE products SET currency = 'zzz' WHERE id = \(id);
      """)
    #expect(throws: StoreError.self) { try rebuild(another, acceptingLostEvents: true) }
    try writer.market.execute(
      """
      UPDATE product_standings SET view_count = view_count - 1 WHERE product_id = \(id);
      UPDATE products SET currency = 'KRW' WHERE id = \(id);
      """)
    #expect(try ranks() == live)
    #expect(try popularIDs() == order)
    #expect(try fixture.store.makeReader().rankArithmetic() == Popularity())
    #expect(try rebuild(another).changed == order.count)
    #expect(try fixture.store.makeReader().integrityFaults() == [])
  }

  @Test("counts that contain more than was recorded fall only when that is accepted")
  func lostEvents() throws {
    var random = SplitMix64(seed: 25)
    try live(&random)
    let live = try ranks()
    try writer.events.execute("DELETE FROM events WHERE seq % 3 = 0")
    #expect {
      try rebuild()
    } throws: { error in
      guard case StoreError.unavailable(let detail) = error else { return false }
      return detail.contains(" views, ") && detail.hasSuffix("rebuild --accept-lost-events")
    }
    #expect(try ranks() == live)
    #expect(try rebuild(acceptingLostEvents: true).changed > 0)
    #expect(try ranks() != live)
    #expect(try rebuild().changed == 0)
  }

  @Test("a report counts the events that count, also those that come while it is made")
  func countedEvents() throws {
    var random = SplitMix64(seed: 28)
    let products = random.products(4)
    try fixture.fill(Array(products[..<3]), writer: writer)
    func record(_ products: [Int64], by actor: Int64, _ writer: SQLiteWriter) throws {
      let events = products.map { random.event(.view, product: $0, actor: actor, at: now) }
      _ = try writer.record(events, at: now)
      _ = try writer.applyRecordedEvents(at: now)
    }
    try record([1, 2, 2, 3], by: 1, writer)
    #expect(try rebuild().events == 3)
    _ = try writer.deleteProducts([2])
    #expect(try rebuild().events == 2)

    // One whose rank has to change, one whose rank is right, and one that comes and goes.
    try writer.market.execute("UPDATE product_standings SET z = 1 WHERE product_id = 1")
    let other = try fixture.store.makeWriter()
    let report = try rebuild { step, done, _ in
      guard step == .adding, done == 1 else { return }
      do {
        try fixture.fill([products[3]], writer: other)
        try record([1, 3, 4], by: 2, other)
        _ = try other.deleteProducts([4])
      } catch {
        Issue.record(error)
      }
    }
    #expect(report.events == 4)
  }

  @Test("what a killed seed left does not count on a product that has its id later")
  func orphans() throws {
    try writer.events.execute(
      "INSERT INTO events (product_id, actor, kind, occurred_at, counted) VALUES (1, 0, 4, 0, 1)")
    var random = SplitMix64(seed: 26)
    try fixture.fill(random.products(2), writer: writer)
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try ranks().map(\.counts) == [ProductCounts(), ProductCounts()])
    let report = try rebuild()
    #expect(report.changed == 0 && report.events == 0)
  }

  @Test("a store without products takes what is configured, one with products keeps its own")
  func adoption() throws {
    #expect(try fixture.store.makeReader().rankArithmetic() == nil)
    let another = try writer(Self.other)
    var random = SplitMix64(seed: 27)
    try another.seed(count: 3, at: now) { random.seedProduct($0) }
    #expect(try fixture.store.makeReader().rankArithmetic() == Self.other)
    try fixture.fill(random.products(1), writer: writer)
    #expect(try fixture.store.makeReader().rankArithmetic() == Self.other)
    #expect(try rebuild(writer(Self.other)).changed == 0)
    try writer.market.execute(
      "DELETE FROM rank_versions; DELETE FROM recent_cards; DELETE FROM products")
    #expect(try fixture.store.makeReader().rankArithmetic() == nil)
    try writer.seed(count: 3, at: now) { random.seedProduct($0) }
    #expect(try fixture.store.makeReader().rankArithmetic() == Popularity())
  }

  @Test("two rebuilds at once give the ranks of one of them, whole")
  func concurrent() throws {
    var random = SplitMix64(seed: 28)
    try live(&random)
    let store = fixture.store
    let faults = Collected()
    let choices = [Popularity(), Self.other, Popularity(halfLifeMilliseconds: 90_000_000)]
    DispatchQueue.concurrentPerform(iterations: 3) { worker in
      do {
        let writer = try SQLiteStore(
          path: store.path, options: StoreOptions(popularity: choices[worker])
        ).makeWriter()
        for _ in 0..<3 {
          _ = try writer.rebuildRanks(
            acceptingLostEvents: false, clock: { StoreFixture.now }, progress: { _, _, _ in })
        }
      } catch StoreError.busy {
        // Others were faster five times: said, and nothing changed.
      } catch {
        faults.append(["\(error)"])
      }
    }
    #expect(faults.sorted == [])
    let kept = try #require(try store.makeReader().rankArithmetic())
    let (present, order) = (try ranks(), try popularIDs())
    #expect(try rebuild(writer(kept)).changed == 0)
    #expect(try ranks() == present)
    #expect(try popularIDs() == order)
    #expect(try store.makeReader().integrityFaults() == [])
  }
}
