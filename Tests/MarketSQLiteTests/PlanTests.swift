import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

/// One slice's work, as SQLite itself counts it.
private struct SliceCost {
  var sorts: Int
  var instructions: Int
}

@Suite("Feeds are index range scans")
struct PlanTests {
  /// The feed's plan on a filled store; an empty table would prove nothing.
  private func plan(_ page: Page, in fixture: StoreFixture) throws -> [String] {
    let reader = try fixture.store.makeReader()
    let rows = try reader.connection.firstInteger("SELECT count(*) FROM rank_versions")
    try #require((rows ?? 0) > 1_000, "a plan over an empty table proves nothing")
    return try reader.connection.plan(of: FeedSQL.scan(page.feed))
  }

  private func filled(_ count: Int, seed: UInt64) throws -> StoreFixture {
    let fixture = try StoreFixture()
    var random = SplitMix64(seed: seed)
    let writer = try fixture.store.makeWriter()
    try writer.seed(count: count, at: StoreFixture.now) { index in random.seedProduct(index) }
    return fixture
  }

  @Test("the plan names the index and sorts nothing")
  func plans() throws {
    let fixture = try filled(1_500, seed: 1)
    let recent = try plan(.latelyProduct, in: fixture)
    #expect(recent == ["SEARCH c USING PRIMARY KEY ((created_at,product_id)<(?,?))"])
    let popular = try plan(.popularProduct, in: fixture)
    #expect(
      popular == [
        "SEARCH r USING PRIMARY KEY ((rank_key,product_id)<(?,?))"
      ])
    let reader = try fixture.store.makeReader()
    #expect(
      try reader.connection.plan(of: FeedSQL.vendorScan) == [
        "SEARCH v USING PRIMARY KEY (vendor_id=? AND (created_at,product_id)<(?,?))",
        "SEARCH c USING PRIMARY KEY (created_at=? AND product_id=?)",
      ])
    #expect(!(recent + popular).joined().contains("TEMP B-TREE"))
  }

  /// The cost of the slice that begins after `skipped` slices of 20.
  private func cost(
    _ reader: SQLiteReader, _ page: Page, after skipped: Int
  ) throws -> SliceCost {
    var query = FeedQuery(page: page)
    for _ in 0..<skipped {
      let next = try reader.slice(query, at: StoreFixture.now).next
      let cursor: Cursor = try #require(next)
      query.cursor = cursor
    }
    func counter() throws -> StatementCounter {
      try #require(
        reader.statementCounters().first { $0.sql == FeedSQL.scan(page.feed) })
    }
    let before = try counter()
    let slice = try reader.slice(query, at: StoreFixture.now)
    #expect(slice.items.count == 20)
    let after = try counter()
    return SliceCost(
      sorts: after.sorts - before.sorts, instructions: after.instructions - before.instructions)
  }

  @Test("steps of the virtual machine do not grow with depth or size", arguments: Page.allCases)
  func steps(page: Page) throws {
    let small = try filled(1_000, seed: 2)
    let large = try filled(20_000, seed: 2)
    let shallow = try cost(try small.store.makeReader(), page, after: 1)
    let deep = try cost(try large.store.makeReader(), page, after: 900)
    #expect(shallow.sorts == 0 && deep.sorts == 0)
    #expect(shallow.instructions > 100)
    // Cards with and without vendors and discounts differ by a few steps a row.
    #expect(deep.instructions < shallow.instructions + 200)
  }

  @Test("resuming among products of one time costs no more than elsewhere")
  func equalTimes() throws {
    let fixture = try StoreFixture()
    var random = SplitMix64(seed: 5)
    try fixture.store.makeWriter().seed(count: 10_000, at: StoreFixture.now) { index in
      var product = random.seedProduct(index)
      product.createdAt = Timestamp(milliseconds: 1_780_000_000_000)
      return product
    }
    let reader = try fixture.store.makeReader()
    let shallow = try cost(reader, .latelyProduct, after: 1)
    let deep = try cost(reader, .latelyProduct, after: 450)
    #expect(deep.instructions < shallow.instructions + 200)
  }

  @Test("a slice is one statement", arguments: Page.allCases)
  func statements(page: Page) throws {
    let fixture = try filled(1_000, seed: 3)
    let reader = try fixture.store.makeReader()
    let first = try reader.slice(FeedQuery(page: page), at: StoreFixture.now)
    let trace = StatementTrace(reader.connection)
    let second = try reader.slice(
      FeedQuery(page: page, cursor: first.next), at: StoreFixture.now)
    #expect(second.items.count == 20)
    // The version of the data is asked for, which touches no table; the slice is the other.
    #expect(trace.statements.filter { !$0.hasPrefix("PRAGMA data_version") }.count == 1)
  }

  @Test("under a filter a bounded number of rows is examined, and the walk still ends complete")
  func boundedFilter() throws {
    let fixture = try StoreFixture()
    var random = SplitMix64(seed: 4)
    let writer = try fixture.store.makeWriter()
    let count = FeedSQL.examinedRowLimit * 2 + 500
    try writer.seed(count: count, at: StoreFixture.now) { index in
      var product = random.seedProduct(index)
      product.draft.category = index % 4_500 == 0 ? "rare" : "outer"
      return product
    }
    let reader = try fixture.store.makeReader()
    let filter = FeedFilter(category: "rare")
    for page in Page.allCases {
      let walked = try FeedConformance.walk(reader, page, limit: 20, filter: filter)
      #expect(Set(walked.map(\.id)) == [1, 4_501, 9_001])
      var query = FeedQuery(page: page, filter: filter)
      var slices = 0
      repeat {
        query.cursor = try reader.slice(query, at: StoreFixture.now).next
        slices += 1
      } while query.cursor != nil
      #expect(slices == 3)
    }
  }
}

@Suite("Places that products once had")
struct SupersededPlaceTests {
  @Test("their cards are looked up by key, and count for more than rows that carry their card")
  func lookUps() throws {
    let fixture = try StoreFixture()
    var random = SplitMix64(seed: 6)
    let writer = try fixture.store.makeWriter()
    let count = FeedSQL.examinedRowLimit / FeedSQL.lookUpCost + 100
    try writer.seed(count: count, at: StoreFixture.now) { index in random.seedProduct(index) }
    let reader = try fixture.store.makeReader()
    let filter = FeedFilter(price: PriceRange(currency: .krw, minimum: 1 << 40))
    let before = try reader.version().generation
    let cursor = CursorPayload(
      page: .popularProduct, filterFingerprint: filter.fingerprint, generation: before,
      keyset: .start, startedAt: StoreFixture.now
    ).encoded()
    func slice(_ cursor: Cursor?) throws -> FeedSlice {
      try reader.slice(
        FeedQuery(page: .popularProduct, filter: filter, cursor: cursor), at: StoreFixture.now)
    }
    #expect(try slice(cursor).next == nil)
    let views = (1...count).map { id in
      random.event(.view, product: Int64(id), actor: 99, at: StoreFixture.now)
    }
    _ = try writer.record(views, at: StoreFixture.now)
    _ = try writer.applyRecordedEvents(at: StoreFixture.now)
    #expect(try reader.version().generation > before)
    let half = try slice(cursor)
    #expect(half.items.isEmpty && half.next != nil)
    #expect(try slice(half.next).next == nil)
    #expect(try slice(nil).next == nil)

    let sql = try #require(
      reader.statementCounters().map(\.sql).first { $0.contains("WHERE s.product_id = ?1") })
    #expect(
      try reader.connection.plan(of: sql) == [
        "SEARCH s USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH l USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
        "SEARCH c USING PRIMARY KEY (created_at=? AND product_id=?)",
      ])
  }
}

extension SplitMix64 {
  /// A plausible product of a seed with a few events, made before ``StoreFixture/now``.
  mutating func seedProduct(_ index: Int) -> SeedProduct {
    let createdAt = Timestamp(milliseconds: 1_780_000_000_000 + Int64(index / 3) * 60_000)
    let events = (0..<integer(in: 0...3)).map { place in
      SeedEvent(
        kind: pick([.view, .view, .like, .purchase]), actor: Int64(place),
        occurredAt: createdAt.advanced(byMilliseconds: Int64(integer(in: 1...1_000_000_000))))
    }
    return SeedProduct(
      draft: ProductDraft(
        name: "상품 \(index)", description: "설명",
        price: Money(amountMinor: Int64(integer(in: 1...99)) * 1_000, currency: .krw),
        stock: oneIn(10) ? 0 : 5, category: pick(["outer", "shoes"]),
        vendorName: oneIn(3) ? nil : "판매자 \(integer(in: 1...9))",
        thumbnail: Picture(url: "/media/outer-1.svg", width: 320, height: 320)),
      createdAt: createdAt, events: events)
  }
}
