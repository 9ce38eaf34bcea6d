import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Filters while the market moves")
struct FilterTests {
  /// Changes a few products the way shopkeepers do, and makes a new generation.
  private func disturb(
    _ products: inout [Product], ids: ClosedRange<Int>, with writer: SQLiteWriter,
    _ random: inout SplitMix64
  ) throws -> Set<Int64> {
    var edited: Set<Int64> = []
    for _ in 0..<3 {
      let id = random.integer(in: ids)
      edited.insert(Int64(id))
      let other = random.product()
      products[id - 1].card.stock = other.card.stock
      products[id - 1].card.category = other.card.category
      products[id - 1].card.price = other.card.price
      products[id - 1].card.originalPrice = nil
    }
    var newcomer = random.products(1)[0]
    newcomer.source = ProductSource(name: "late", id: String(random.next()))
    let written = edited.map { products[Int($0) - 1] } + [newcomer]
    _ = try writer.importProducts(at: StoreFixture.now) { put throws(StoreError) in
      for (row, product) in written.enumerated() { _ = try put(product.imported, row + 1) }
    }
    let events = (0..<5).map { _ in
      random.event(
        .view, product: Int64(random.integer(in: ids)), actor: Int64(random.next() >> 40),
        at: StoreFixture.now)
    }
    _ = try writer.record(events, at: StoreFixture.now)
    _ = try writer.applyRecordedEvents(at: StoreFixture.now)
    return edited
  }

  @Test(
    "what matches during a whole walk comes once, in the order of the walk's generation",
    arguments: Page.allCases)
  func stableScroll(page: Page) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<8 {
      let fixture = try StoreFixture()
      let writer = try fixture.store.makeWriter()
      var products = random.products(60)
      try fixture.fill(products, writer: writer)
      let reader = try fixture.store.makeReader()
      let filter = random.filter()
      let frozen = try FeedConformance.walk(reader, page, limit: 100, filter: filter).map(\.id)
      var query = FeedQuery(page: page, limit: random.integer(in: 1...5), filter: filter)
      var walked: [Int64] = []
      var edited: Set<Int64> = []
      repeat {
        let slice = try reader.slice(query, at: StoreFixture.now)
        for card in slice.items { #expect(filter.matches(card), "seed \(seed)") }
        walked += slice.items.map(\.id)
        query.cursor = slice.next
        edited.formUnion(try disturb(&products, ids: 1...60, with: writer, &random))
      } while query.cursor != nil
      #expect(Set(walked).count == walked.count, "seed \(seed): a product came twice")
      #expect(
        walked.filter { $0 <= 60 && !edited.contains($0) }
          == frozen.filter { !edited.contains($0) }, "seed \(seed), \(filter)")
    }
  }

  @Test("a vendor's recent slice is whole, however few of the products are the vendor's")
  func rareVendor() throws {
    let fixture = try StoreFixture()
    var random = SplitMix64(seed: 41)
    let count = FeedSQL.examinedRowLimit + 1_500
    try fixture.store.makeWriter().seed(count: count, at: StoreFixture.now) { index in
      var product = random.seedProduct(index)
      product.createdAt = Timestamp(milliseconds: 1_780_000_000_000)
      product.draft.vendorName = index % 500 == 0 ? "드문 가게" : "흔한 가게"
      return product
    }
    let reader = try fixture.store.makeReader()
    let rare = try #require(try reader.product(1)?.card.vendor?.id)
    var query = FeedQuery(page: .latelyProduct, limit: 10, filter: FeedFilter(vendorID: rare))
    let first = try reader.slice(query, at: StoreFixture.now)
    let newest: [Int64] = [
      7_001, 6_501, 6_001, 5_501, 5_001, 4_501, 4_001, 3_501, 3_001, 2_501,
    ]
    #expect(first.items.map(\.id) == newest)
    query.cursor = first.next
    let second = try reader.slice(query, at: StoreFixture.now)
    #expect(second.items.map(\.id) == [2_001, 1_501, 1_001, 501, 1] && second.next == nil)
    let price = PriceRange(currency: .krw, minimum: 0)
    #expect(try reader.count(FeedFilter(vendorID: rare, price: price)) == 15)

    // Nothing has these: no cursor leads through the whole store to find that out.
    for page in Page.allCases {
      for filter in [
        FeedFilter(category: "no-such-slug"), FeedFilter(vendorID: 999),
        FeedFilter(inStock: true, category: "no-such-slug", vendorID: rare),
      ] {
        let slice = try reader.slice(FeedQuery(page: page, filter: filter), at: StoreFixture.now)
        #expect(slice.items.isEmpty && slice.next == nil, "\(page), \(filter)")
      }
    }
  }
}
