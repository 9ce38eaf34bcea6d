import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Importing products")
struct ImportTests {
  let fixture: StoreFixture
  let writer: SQLiteWriter
  let now = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    writer = try fixture.store.makeWriter()
  }

  private func put(_ products: [ImportedProduct], at time: Timestamp? = nil) throws -> ImportReport
  {
    try writer.importProducts(at: time ?? now) { put throws(StoreError) in
      for (row, product) in products.enumerated() { _ = try put(product, row + 1) }
    }
  }

  @Test("the same file again changes nothing, not even the version")
  func twice() throws {
    var random = SplitMix64(seed: 1)
    let products = random.products(50).map(\.imported)
    #expect(try put(products) == ImportReport(added: 50))
    let before = try fixture.exported()
    let version = try fixture.store.makeReader().version()
    let later = now.advanced(byMilliseconds: 1_000)
    #expect(try put(products, at: later) == ImportReport(unchanged: 50))
    #expect(try fixture.exported() == before)
    #expect(try fixture.store.makeReader().version() == version)
  }

  @Test("an export is known again by its own store, and makes equal products in another")
  func roundTrip() throws {
    var random = SplitMix64(seed: 2)
    _ = try put(random.products(30).map(\.imported))
    try writer.seed(count: 30, at: now) { random.seedProduct($0) }
    let products = try fixture.exported()
    #expect(try put(products.map(\.imported)) == ImportReport(unchanged: 60))
    let other = try StoreFixture()
    let report = try other.store.makeWriter().importProducts(at: now) { put throws(StoreError) in
      for (row, product) in products.enumerated() { _ = try put(product.imported, row + 1) }
    }
    #expect(report == ImportReport(added: 60))
    let copies = try other.exported()
    // Counts come from events, which stay with their store.
    #expect(
      copies.map(\.withoutVendorID)
        == products.map { product in
          var expected = product.withoutVendorID
          expected.card.counts = ProductCounts()
          return expected
        })
  }

  @Test("a changed row keeps its id, creation and popularity, and shows at once in both feeds")
  func changed() throws {
    var random = SplitMix64(seed: 3)
    var products = random.products(10)
    _ = try put(products.map(\.imported))
    _ = try writer.record([random.event(.purchase, product: 4, actor: 1, at: now)], at: now)
    _ = try writer.applyRecordedEvents(at: now)
    let reader = try fixture.store.makeReader()
    let first = try reader.slice(FeedQuery(page: .popularProduct, limit: 1), at: now)
    #expect(first.items.map(\.id) == [4])
    let version = try reader.version()
    products[3].card.name = "새 이름"
    products[3].card.createdAt = now
    #expect(try put(products.map(\.imported)) == ImportReport(changed: 1, unchanged: 9))
    for page in Page.allCases {
      let slice = try reader.slice(FeedQuery(page: page), at: now)
      let card = try #require(slice.items.first { $0.id == 4 })
      #expect(card.name == "새 이름" && card.counts.purchases == 1 && card.createdAt != now)
    }
    #expect(try reader.version().catalogVersion == version.catalogVersion + 1)
  }

  @Test("a product that comes again as it is counts as unchanged, otherwise its first row is told")
  func comesTwice() throws {
    var random = SplitMix64(seed: 5)
    var products = random.products(3).map(\.imported)
    #expect(try put(products + products) == ImportReport(added: 3, unchanged: 3))
    let before = try fixture.exported()
    let original = products
    products[1].draft.stock += 1
    // In a new file, a known product may change once.
    var told: [Int?] = []
    let report = try writer.importProducts(at: now) { put throws(StoreError) in
      for (row, product) in (products + original).enumerated() {
        told.append(try put(product, row + 1))
      }
    }
    #expect(told == [nil, nil, nil, nil, 2, nil])
    #expect(report == ImportReport(changed: 1, unchanged: 4))
    #expect(try fixture.exported().map(\.card.stock) == products.map(\.draft.stock))
    #expect(before.count == 3)
  }

  @Test("an error in the middle of a file undoes the whole file")
  func undone() throws {
    struct Fault: Error {}
    var random = SplitMix64(seed: 4)
    let products = random.products(20).map(\.imported)
    let version = try fixture.store.makeReader().version()
    #expect(throws: Fault.self) {
      try writer.importProducts(at: now) { put in
        for (row, product) in products.prefix(10).enumerated() { _ = try put(product, row + 1) }
        throw Fault()
      }
    }
    #expect(try fixture.exported().isEmpty)
    #expect(try writer.vendors().isEmpty)
    #expect(try fixture.store.makeReader().version() == version)
    #expect(try put(products) == ImportReport(added: 20), "the writer is usable afterwards")
  }

  @Test("texts typed on a Mac are stored in NFC")
  func normalization() throws {
    let decomposed = "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"
    _ = try put([
      ImportedProduct(
        source: ProductSource(name: "test", id: "1"),
        draft: ProductDraft(
          name: decomposed, description: decomposed,
          price: Money(amountMinor: 1, currency: .krw), stock: 1, vendorName: decomposed))
    ])
    let product = try #require(try fixture.exported().first)
    for text in [product.card.name, product.description, product.card.vendor?.name ?? ""] {
      #expect(Array(text.utf8) == Array("한글".utf8))
    }
  }

  @Test("a vendor's new name shows on its cards; a name is given once")
  func vendors() throws {
    let vendor = try writer.addVendor(named: "가게", at: now)
    _ = try put([
      ImportedProduct(
        source: ProductSource(name: "test", id: "1"),
        draft: ProductDraft(
          name: "코트", price: Money(amountMinor: 1, currency: .krw), stock: 1,
          vendorName: "가게"))
    ])
    let reader = try fixture.store.makeReader()
    let version = try reader.version()
    #expect(try writer.renameVendor(vendor.id, to: "새 가게", at: now))
    #expect(try !writer.renameVendor(99, to: "없음", at: now))
    #expect(try reader.version().catalogVersion == version.catalogVersion + 1)
    for page in Page.allCases {
      let slice = try reader.slice(FeedQuery(page: page), at: now)
      #expect(slice.items.first?.vendor == Vendor(id: vendor.id, name: "새 가게"))
    }
    #expect {
      try writer.addVendor(named: "새 가게", at: now)
    } throws: {
      if case .constraint? = $0 as? StoreError { true } else { false }
    }
    #expect(try writer.vendors() == [Vendor(id: vendor.id, name: "새 가게")])
  }
}
