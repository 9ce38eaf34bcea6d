import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

/// A store under the conformance suite, and the oracle's view of its contents.
enum ConformingStore: String, CaseIterable, CustomTestStringConvertible {
  case oracle
  case sqlite

  var testDescription: String { rawValue }

  /// Calls `body` with a reader over `products` and the oracle that holds the same.
  func run(
    _ products: [Product], _ body: (any MarketReading, InMemoryStore) throws -> Void
  ) throws {
    let fixture = try StoreFixture()
    let oracle = try fixture.fill(products, writer: fixture.store.makeWriter())
    switch self {
    case .oracle: try body(oracle, oracle)
    case .sqlite: try body(try fixture.store.makeReader(), oracle)
    }
  }
}

@Suite("Every store reads feeds alike")
struct FeedConformanceTests {
  static let now = StoreFixture.now

  /// The items of a whole walk.
  static func walk(
    _ reader: any FeedReading, _ page: Page, limit: Int, filter: FeedFilter = .all
  ) throws -> [ProductCard] {
    var query = FeedQuery(page: page, limit: limit, filter: filter)
    var cards: [ProductCard] = []
    while true {
      let slice = try reader.slice(query, at: now)
      #expect(slice.items.count <= query.limit)
      cards += slice.items
      guard let next = slice.next else { return cards }
      query.cursor = next
    }
  }

  @Test(
    "concatenated slices are the whole feed in its order, without repeats or gaps",
    arguments: ConformingStore.allCases, [1, 2, 7, 20, 100])
  func walks(store: ConformingStore, limit: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    try store.run(random.products(random.integer(in: 90...210))) { reader, oracle in
      for page in Page.allCases {
        for filter in [FeedFilter.all, FeedFilter(inStock: true)] {
          let walked = try Self.walk(reader, page, limit: limit, filter: filter)
          let expected = oracle.feed(page, filter: filter).map(\.withoutVendorID)
          #expect(walked.map(\.id) == expected.map(\.id), "seed \(seed), \(page), \(filter)")
          let different = zip(walked, expected).first { $0.withoutVendorID != $1 }
          #expect(different == nil, "seed \(seed), \(page), \(filter)")
        }
      }
    }
  }

  @Test("an exactly full last slice has no cursor", arguments: ConformingStore.allCases)
  func exactEnd(store: ConformingStore) throws {
    var random = SplitMix64(seed: 7)
    try store.run(random.products(40)) { reader, _ in
      for page in Page.allCases {
        let first = try reader.slice(FeedQuery(page: page), at: Self.now)
        let next = try #require(first.next)
        let second = try reader.slice(FeedQuery(page: page, cursor: next), at: Self.now)
        #expect(second.items.count == 20)
        #expect(second.next == nil)
      }
    }
  }

  @Test("an empty store gives an empty slice and no cursor", arguments: ConformingStore.allCases)
  func empty(store: ConformingStore) throws {
    try store.run([]) { reader, _ in
      for page in Page.allCases {
        let slice = try reader.slice(FeedQuery(page: page), at: Self.now)
        #expect(slice.items.isEmpty && slice.next == nil)
      }
      #expect(try reader.product(1) == nil)
    }
  }

  @Test(
    "cursors that are damaged, foreign or old are refused", arguments: ConformingStore.allCases)
  func cursors(store: ConformingStore) throws {
    var random = SplitMix64(seed: 8)
    try store.run(random.products(60)) { reader, oracle in
      let cursor = try #require(
        try reader.slice(FeedQuery(page: .popularProduct), at: Self.now).next)
      func refusal(_ query: FeedQuery, at time: Timestamp = Self.now) -> CursorError? {
        do throws(StoreError) {
          _ = try reader.slice(query, at: time)
          return nil
        } catch {
          if case .cursor(let reason) = error { return reason }
          return nil
        }
      }
      #expect(refusal(FeedQuery(page: .popularProduct, cursor: cursor)) == nil)
      #expect(refusal(FeedQuery(page: .latelyProduct, cursor: cursor)) == .foreign)
      #expect(
        refusal(
          FeedQuery(page: .popularProduct, filter: FeedFilter(inStock: true), cursor: cursor))
          == .foreign)
      let lifetime = oracle.policy.lifetime
      #expect(
        refusal(
          FeedQuery(page: .popularProduct, cursor: cursor),
          at: Self.now.advanced(byMilliseconds: lifetime)) == nil)
      #expect(
        refusal(
          FeedQuery(page: .popularProduct, cursor: cursor),
          at: Self.now.advanced(byMilliseconds: lifetime * 2)) == .expired)
      for length in 0..<cursor.bytes.count {
        let cut = Cursor(bytes: Array(cursor.bytes.prefix(length)))
        #expect(refusal(FeedQuery(page: .popularProduct, cursor: cut)) == .malformed)
      }
    }
  }

  @Test("single products and lists of ids", arguments: ConformingStore.allCases)
  func products(store: ConformingStore) throws {
    var random = SplitMix64(seed: 9)
    try store.run(random.products(30)) { reader, oracle in
      for id in Int64(0)...31 {
        let product = try reader.product(id)
        let expected = try oracle.product(id)
        #expect(product?.withoutVendorID == expected?.withoutVendorID)
      }
      let ids: [Int64] = [7, 99, 3, 7, -1, 30]
      #expect(try reader.products(ids).map(\.id) == [7, 3, 7, 30])
    }
  }
}

extension ProductCard {
  /// The card with its vendor's name alone: stores number vendors in the order of their coming.
  var withoutVendorID: ProductCard {
    var card = self
    card.vendor?.id = 0
    return card
  }
}

extension Product {
  var withoutVendorID: Product {
    var product = self
    product.card = card.withoutVendorID
    return product
  }
}
