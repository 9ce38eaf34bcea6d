import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Products are unlisted, listed again and deleted")
struct ListingTests {
  let now = StoreFixture.now

  private func check(
    _ store: ConformingStore, _ body: (ListingConformance, [FeedFilter], Comment) throws -> Void
  ) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    let oracle = try fixture.fill(random.products(40), writer: writer)
    let filters = (0..<20).map { _ in random.filter() } + (1...4).map { FeedFilter(vendorID: $0) }
    switch store {
    case .oracle:
      try body(ListingConformance(oracle, written: oracle), filters, "seed \(seed)")
    case .sqlite:
      let reader = try fixture.store.makeReader()
      try body(ListingConformance(reader, written: writer), filters, "seed \(seed)")
      #expect(try reader.integrityFaults() == [])
    }
  }

  @Test(
    "unlisted they are nowhere, listed again where they were", arguments: ConformingStore.allCases)
  func listing(store: ConformingStore) throws {
    try check(store) { try $0.checkListing(filters: $1, $2) }
  }

  @Test("deleted they are nowhere and unknown", arguments: ConformingStore.allCases)
  func deletion(store: ConformingStore) throws {
    try check(store) { try $0.checkDeletion(filters: $1, $2) }
  }

  @Test(
    "a write that names an unknown product changes nothing", arguments: ConformingStore.allCases)
  func unknown(store: ConformingStore) throws {
    try check(store) { conformance, _, _ in try conformance.checkUnknown() }
  }

  @Test("a write under a condition is done when it holds", arguments: ConformingStore.allCases)
  func condition(store: ConformingStore) throws {
    try check(store) { conformance, _, _ in try conformance.checkCondition() }
  }

  @Test("no other write comes between a condition and its write")
  func conditionUnderLock() throws {
    let (fixture, writer, reader, _) = try shop()
    let other = try SQLiteStore(
      path: fixture.store.path, options: StoreOptions(busyTimeout: 0)
    ).makeWriter()
    var fault: StoreError?
    let isDone = try writer.setListed(false, of: 2, at: now) { () throws(StoreError) in
      do throws(StoreError) {
        _ = try other.setListed(false, of: [1], at: now)
      } catch {
        fault = error
      }
      return true
    }
    #expect(isDone)
    guard case .busy = fault else {
      Issue.record("the other write was not told to wait, but \(String(describing: fault))")
      return
    }
    #expect(try reader.product(1) != nil && reader.product(2) == nil)
    #expect(try other.setListed(false, of: [1], at: now) == 1)
  }

  /// A store of three products.
  private func shop() throws -> (
    StoreFixture, SQLiteWriter, SQLiteReader, [Product]
  ) {
    let fixture = try StoreFixture()
    var random = SplitMix64(seed: 51)
    let writer = try fixture.store.makeWriter()
    let products = random.products(3)
    try fixture.fill(products, writer: writer)
    return (fixture, writer, try fixture.store.makeReader(), products)
  }

  private func record(
    _ kind: EventKind, of product: Int64, actor: Int64, _ writer: SQLiteWriter
  ) throws -> EventReport {
    var random = SplitMix64(seed: UInt64.random(in: .min ... .max))
    return try writer.record([random.event(kind, product: product, actor: actor, at: now)], at: now)
  }

  @Test("what waits when a product is unlisted counts, and nothing more is recorded of it")
  func eventsOfUnlisted() throws {
    let (fixture, writer, reader, _) = try shop()
    defer { withExtendedLifetime(fixture) {} }
    #expect(try record(.like, of: 2, actor: 1, writer).accepted == 1)
    _ = try writer.setListed(false, of: [2], at: now)
    #expect(try record(.like, of: 2, actor: 2, writer).rejected.count == 1)
    #expect(try writer.applyRecordedEvents(at: now) == 1)
    #expect(try reader.product(2) == nil)
    _ = try writer.setListed(true, of: [2], at: now)
    #expect(try reader.product(2)?.card.counts.likes == 1)
    let first = try reader.slice(FeedQuery(page: .popularProduct), at: now).items.first
    #expect(first?.id == 2, "it is listed again where the like has put it")
    #expect(try record(.like, of: 2, actor: 1, writer).accepted == 1)
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try reader.product(2)?.card.counts.likes == 1, "the actor likes it still")
    #expect(try reader.integrityFaults() == [])
  }

  @Test("what was recorded of a deleted product counts nowhere, however ranks are made")
  func eventsOfDeleted() throws {
    let (fixture, writer, reader, _) = try shop()
    defer { withExtendedLifetime(fixture) {} }
    _ = try record(.like, of: 2, actor: 1, writer)
    _ = try writer.applyRecordedEvents(at: now)
    _ = try record(.view, of: 2, actor: 2, writer)
    _ = try writer.deleteProducts([2])
    let generation = try reader.version().generation
    #expect(try writer.applyRecordedEvents(at: now) == 1)
    #expect(try reader.version().generation == generation, "nothing moved")
    let report = try writer.rebuildRanks(
      acceptingLostEvents: false, clock: { now }, progress: { _, _, _ in })
    #expect(report.changed == 0 && report.products == 2)
    #expect(try reader.explainRank(of: 2, at: now) == .unknown)
    #expect(try record(.view, of: 2, actor: 3, writer).rejected.count == 1)
    #expect(try reader.integrityFaults() == [])
  }

  @Test("a file brings a deleted product back as a new one, and leaves an unlisted one unlisted")
  func importedAgain() throws {
    let (fixture, writer, reader, products) = try shop()
    _ = try writer.setListed(false, of: [1], at: now)
    _ = try writer.deleteProducts([3])
    var changed = products
    changed[0].card.name = "새 이름"
    _ = try writer.importProducts(at: now) { put throws(StoreError) in
      for (row, product) in changed.enumerated() { _ = try put(product.imported, row + 1) }
    }
    #expect(try fixture.exported().map(\.card.id) == [2, 4])
    #expect(try reader.product(4)?.card.name == products[2].card.name)
    _ = try writer.setListed(true, of: [1], at: now)
    #expect(try reader.product(1)?.card.name == "새 이름")
    let found = FeedFilter(words: ["새", "이름"])
    #expect(
      try FeedConformance.walk(reader, .latelyProduct, limit: 5, filter: found).map(\.id) == [1])
    #expect(try reader.integrityFaults() == [])
  }

  @Test("a vendor's new name is on the card of a product that was unlisted meanwhile")
  func renamedVendor() throws {
    let fixture = try StoreFixture()
    let (writer, reader) = (try fixture.store.makeWriter(), try fixture.store.makeReader())
    var random = SplitMix64(seed: 52)
    try writer.seed(count: 3, at: now) { index in
      var product = random.seedProduct(index)
      product.draft.vendorName = "옛 상점"
      return product
    }
    let id = 2
    let vendor = try #require(try reader.product(Int64(id))?.card.vendor)
    _ = try writer.setListed(false, of: [Int64(id)], at: now)
    #expect(try writer.renameVendor(vendor.id, to: "새 상점", at: now))
    _ = try writer.setListed(true, of: [Int64(id)], at: now)
    #expect(try reader.product(Int64(id))?.card.vendor?.name == "새 상점")
    #expect(try reader.integrityFaults() == [])
  }

  @Test("a rebuild that moves only unlisted products shows none twice to a walk that goes on")
  func rebuildBesideAWalk() throws {
    let (fixture, writer, reader, _) = try shop()
    defer { withExtendedLifetime(fixture) {} }
    let walk = try reader.slice(FeedQuery(page: .popularProduct, limit: 1), at: now)
    let first = try #require(walk.items.first?.id)
    _ = try writer.setListed(false, of: [first], at: now)
    // What a rebuild makes of the product is far below what a damaged store has.
    let lowest = try writer.market.firstInteger("SELECT min(rank_key) FROM rank_versions") ?? 0
    try writer.market.execute(
      "UPDATE products SET created_at = 1500000000000 WHERE id = \(first)")
    _ = try writer.rebuildRanks(
      acceptingLostEvents: false, clock: { now }, progress: { _, _, _ in })
    _ = try writer.setListed(true, of: [first], at: now)
    let key = try writer.market.firstInteger(
      "SELECT rank_key FROM product_standings WHERE product_id = \(first)")
    #expect(try #require(key) < lowest)
    let rest = try reader.slice(
      FeedQuery(page: .popularProduct, limit: 100, cursor: walk.next), at: now)
    #expect(!rest.items.map(\.id).contains(first))
  }

  @Test("a seed after a reset takes no id that was recorded of a deleted product")
  func idsOfDeletedProducts() throws {
    let (fixture, writer, reader, _) = try shop()
    var random = SplitMix64(seed: 52)
    func seed() throws {
      try writer.seed(count: 5, at: now) { random.seedProduct($0) }
    }
    try seed()
    for id: Int64 in [3, 5, 8] { _ = try record(.like, of: id, actor: 9, writer) }
    _ = try writer.applyRecordedEvents(at: now)
    _ = try writer.deleteProducts([3, 5, 8])
    #expect(try writer.removeSeededProducts(at: now) == 3)
    try seed()
    #expect(try fixture.exported().map(\.card.id).contains(3) == false)
    for product in try fixture.exported() {
      let id = product.card.id
      #expect(try record(.like, of: id, actor: 9, writer).accepted == 1)
    }
    let likes = try fixture.exported().map(\.card.counts.likes)
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try fixture.exported().map(\.card.counts.likes) == likes.map { $0 + 1 })
    let report = try writer.rebuildRanks(
      acceptingLostEvents: false, clock: { now }, progress: { _, _, _ in })
    #expect(report.changed == 0, "no event of a deleted product counts for another one")
    #expect(try reader.integrityFaults() == [])
  }
}
