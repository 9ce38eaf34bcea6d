import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Seeding")
struct SeedTests {
  let fixture: StoreFixture
  let writer: SQLiteWriter
  let now = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    writer = try fixture.store.makeWriter()
  }

  private func seed(_ count: Int, _ seed: UInt64 = 1) throws {
    var random = SplitMix64(seed: seed)
    try writer.seed(count: count, at: now) { random.seedProduct($0) }
  }

  @Test("seeded products are in both feeds with the counts of their events")
  func counts() throws {
    try seed(300)
    var random = SplitMix64(seed: 1)
    let expected = (0..<300).map { random.seedProduct($0) }
    let products = try fixture.exported()
    #expect(try writer.seededProductCount() == 300)
    #expect(products.count == 300)
    for (product, seed) in zip(products, expected) {
      #expect(product.card.name == seed.draft.name)
      #expect(product.card.counts.views == Int64(seed.events.count { $0.kind == .view }))
      #expect(product.card.counts.purchases == Int64(seed.events.count { $0.kind == .purchase }))
    }
    let reader = try fixture.store.makeReader()
    let ids = Set(products.map(\.card.id))
    for page in Page.allCases {
      let walked = try FeedConformance.walk(reader, page, limit: 33)
      #expect(walked.count == 300 && Set(walked.map(\.id)) == ids)
    }
    #expect(try writer.applyRecordedEvents(at: now) == 0, "seeded events count once")
    #expect(try reader.integrityFaults() == [])
  }

  @Test("an error in the middle leaves nothing, neither products nor events")
  func undone() throws {
    struct Fault: Error {}
    var random = SplitMix64(seed: 2)
    #expect(throws: Fault.self) {
      try writer.seed(count: 100, at: now) { index in
        if index == 60 { throw Fault() }
        return random.seedProduct(index)
      }
    }
    #expect(try fixture.exported().isEmpty)
    #expect(try writer.events.firstInteger("SELECT count(*) FROM events") == 0)
    try seed(100)
    #expect(try fixture.exported().count == 100)
  }

  @Test("events that a killed seed left without products are removed by the next")
  func orphans() throws {
    try writer.events.execute(
      "INSERT INTO events (product_id, actor, kind, occurred_at, counted) VALUES (5, 0, 1, 0, 1)")
    _ = try writer.applyRecordedEvents(at: now)
    try seed(10)
    let orphans = try writer.events.firstInteger(
      "SELECT count(*) FROM events WHERE occurred_at = 0")
    #expect(orphans == 0)
  }

  @Test("what others recorded before a seed still counts")
  func pendingEvents() throws {
    var random = SplitMix64(seed: 3)
    try fixture.fill(random.products(3), writer: writer)
    _ = try writer.record([random.event(.view, product: 2, actor: 1, at: now)], at: now)
    try seed(10)
    #expect(try fixture.store.makeReader().product(2)?.card.counts.views == 1)
  }

  @Test("a reset removes seeded rows only, and the same seed gives the same rows again")
  func reset() throws {
    try seed(80)
    let first = try fixture.exported()
    #expect(try writer.removeSeededProducts(at: now) == 80)
    #expect(try fixture.exported().isEmpty)
    #expect(try writer.vendors().isEmpty)
    #expect(try writer.events.firstInteger("SELECT count(*) FROM events") == 0)
    try seed(80)
    #expect(try fixture.exported() == first)

    var random = SplitMix64(seed: 4)
    var own = random.product()
    own.card.vendor = first.compactMap(\.card.vendor).first
    try fixture.fill([own], writer: writer)
    _ = try writer.record([random.event(.like, product: 81, actor: 1, at: now)], at: now)
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try writer.removeSeededProducts(at: now) == 80)
    let left = try fixture.exported()
    #expect(left.map(\.card.id) == [81])
    #expect(left.first?.card.vendor?.name == own.card.vendor?.name)
    #expect(left.first?.card.counts.likes == 1)
    #expect(try fixture.store.makeReader().integrityFaults() == [])
  }
}
