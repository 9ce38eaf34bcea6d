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
  private func check(
    _ store: ConformingStore, _ products: [Product], _ body: (FeedConformance) throws -> Void
  ) throws {
    try store.run(products) { reader, oracle in
      try body(FeedConformance(reader, agreesWith: oracle))
    }
  }

  @Test(
    "concatenated slices are the whole feed in its order, without repeats or gaps",
    arguments: ConformingStore.allCases, [1, 2, 7, 20, 100])
  func walks(store: ConformingStore, limit: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    try check(store, random.products(random.integer(in: 90...210))) {
      try $0.checkWalks(limit: limit, "seed \(seed)")
    }
  }

  @Test(
    "so they are under any filter", arguments: ConformingStore.allCases, [1, 3, 20, 100])
  func filteredWalks(store: ConformingStore, limit: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let filters = (0..<20).map { _ in random.filter() }
    try check(store, random.products(random.integer(in: 90...210))) {
      try $0.checkWalks(limit: limit, filters: filters, "seed \(seed)")
    }
  }

  @Test("counts of categories and of any filter", arguments: ConformingStore.allCases)
  func counts(store: ConformingStore) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let filters = [.all, FeedFilter(inStock: true)] + (0..<60).map { _ in random.filter() }
    for count in [0, 1, random.integer(in: 90...210)] {
      try store.run(random.products(count)) { reader, oracle in
        try FeedConformance(reader, agreesWith: oracle)
          .checkCounts(reader, filters: filters, "seed \(seed)")
      }
    }
  }

  @Test("an exactly full last slice has no cursor", arguments: ConformingStore.allCases)
  func exactEnd(store: ConformingStore) throws {
    var random = SplitMix64(seed: 7)
    try check(store, random.products(40)) { try $0.checkExactEnd() }
  }

  @Test("an empty store gives an empty slice and no cursor", arguments: ConformingStore.allCases)
  func empty(store: ConformingStore) throws {
    try check(store, []) { try $0.checkEmpty() }
  }

  @Test(
    "cursors that are damaged, foreign or old are refused", arguments: ConformingStore.allCases)
  func cursors(store: ConformingStore) throws {
    var random = SplitMix64(seed: 8)
    try check(store, random.products(60)) { try $0.checkCursors() }
  }

  @Test("single products and lists of ids", arguments: ConformingStore.allCases)
  func products(store: ConformingStore) throws {
    var random = SplitMix64(seed: 9)
    try check(store, random.products(30)) { try $0.checkProducts() }
  }
}
