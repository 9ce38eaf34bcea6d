import MarketCatalog
import MarketClient
import TestSupport
import Testing

/// The client over the real API over the oracle is a store like any other.
@Suite struct RoundTripTests {
  private func market(count: Int, seed: UInt64) -> (InMemoryStore, ClockedRemoteStore) {
    var random = SplitMix64(seed: seed)
    let oracle = InMemoryStore.random(count: count, using: &random)
    return (oracle, ClockedRemoteStore(oracle))
  }

  @Test(arguments: [1, 2, 7, 20, 100])
  func walksAreTheWholeFeed(limit: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    let (oracle, client) = market(count: 137, seed: seed)
    try FeedConformance(client, agreesWith: oracle).checkWalks(limit: limit, "seed \(seed)")
  }

  @Test func filtersArriveAsTheyAre() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let filters = (0..<30).map { _ in random.filter() }
    let (oracle, client) = market(count: 90, seed: seed)
    try FeedConformance(client, agreesWith: oracle)
      .checkWalks(limit: 9, filters: filters, "seed \(seed)")
  }

  @Test func slicesAreEqualInEveryPart() throws {
    let seed = UInt64.random(in: .min ... .max)
    let (oracle, client) = market(count: 60, seed: seed)
    oracle.setRank(3, to: 99)
    let now = FeedConformance.now
    for page in Page.allCases {
      var (local, remote) = (FeedQuery(page: page, limit: 7), FeedQuery(page: page, limit: 7))
      repeat {
        let (expected, slice) = (
          try oracle.slice(local, at: now), try client.slice(remote, at: now)
        )
        #expect(slice.generation == expected.generation, "seed \(seed)")
        #expect(slice.items == expected.items, "seed \(seed)")
        #expect((slice.next == nil) == (expected.next == nil), "seed \(seed)")
        (local.cursor, remote.cursor) = (expected.next, slice.next)
      } while local.cursor != nil && remote.cursor != nil
    }
  }

  @Test func aWalkKeepsItsGenerationWhileTheMarketMoves() throws {
    let (oracle, client) = market(count: 40, seed: 5)
    let frozen = oracle.feed(.popularProduct).map(\.id)
    var query = FeedQuery(page: .popularProduct, limit: 6)
    var ids: [Int64] = []
    repeat {
      let slice = try client.slice(query, at: FeedConformance.now)
      #expect(slice.generation == 1)
      ids += slice.items.map(\.id)
      query.cursor = slice.next
      for id in oracle.feed(.latelyProduct).prefix(4).map(\.id) {
        oracle.setRank(id, to: Int64(1_000 + ids.count))
      }
    } while query.cursor != nil
    #expect(ids == frozen)
  }

  @Test func theLastSliceMayBeFull() throws {
    let (oracle, client) = market(count: 40, seed: 7)
    try FeedConformance(client, agreesWith: oracle).checkExactEnd()
  }

  @Test func aMarketMayBeEmpty() throws {
    let (oracle, client) = market(count: 0, seed: 1)
    try FeedConformance(client, agreesWith: oracle).checkEmpty()
  }

  @Test func cursorsAreRefusedByTheServer() throws {
    let (oracle, client) = market(count: 60, seed: 8)
    // The API has one problem for all cursors that are not its own.
    try FeedConformance(client, agreesWith: oracle).checkCursors(foreign: .malformed)
  }

  @Test func productsComeOneByOneAndByIDs() throws {
    let (oracle, client) = market(count: 30, seed: 9)
    try FeedConformance(client, agreesWith: oracle).checkProducts {
      ProductSource(name: "market-api", id: String($0.card.id))
    }
  }

  @Test func anUnchangedFeedCostsNoBody() throws {
    let (oracle, client) = market(count: 30, seed: 10)
    let query = FeedQuery(page: .latelyProduct)
    let first = try client.slice(query, at: FeedConformance.now)
    #expect(try client.slice(query, at: FeedConformance.now) == first)
    oracle.edit(first.items[0].id) { $0.card.stock = 77 }
    let changed = try client.slice(query, at: FeedConformance.now)
    #expect(changed.items[0].stock == 77)
    #expect(client.transport.statuses == [200, 304, 200])
  }

  @Test(arguments: Language.allCases)
  func tabsAreThoseOfTheCatalog(language: Language) throws {
    let (_, client) = market(count: 0, seed: 1)
    let pages = try client.remote.answer(to: .pages(in: language))
    #expect(pages.defaultIndex == Page.first.rawValue)
    #expect(pages.tabs.map(\.index) == Page.allCases.map(\.rawValue))
    #expect(pages.tabs.map(\.id) == Page.allCases.map(\.id))
    #expect(pages.tabs.map(\.title) == Page.allCases.map { $0.title(in: language) })
    #expect(pages.tabs.map(\.feed) == Page.allCases.map { "/v1/feeds/" + $0.feed.name })
  }

  @Test(arguments: Language.allCases)
  func categoriesAreThoseOfTheMarket(language: Language) throws {
    let (oracle, client) = market(count: 80, seed: 12)
    oracle.edit(3) { $0.card.category = "no-title" }
    let categories = try client.remote.answer(to: .categories(in: language))
    let expected = try oracle.categories()
    #expect(categories.map(\.slug) == ["outer", "top", "shoes", "etc", "no-title"])
    for category in categories {
      #expect(category.productCount == expected.first { $0.slug == category.slug }?.listed)
      let title = ProductCategory(slug: category.slug)?.title(in: language)
      #expect(category.title == title ?? "no-title")
    }
  }

  @Test func aTotalComesWithASlice() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let (oracle, client) = market(count: 80, seed: seed)
    for _ in 0..<20 {
      let query = FeedQuery(page: random.pick(Page.allCases), limit: 3, filter: random.filter())
      let counted = try client.remote.answer(to: .countedSlice(query))
      #expect(counted.totalCount == (try oracle.count(query.filter)), "seed \(seed)")
      #expect(counted.slice == (try client.remote.answer(to: .slice(query))), "seed \(seed)")
    }
  }

  @Test func aServerSaysHowItIs() throws {
    let (_, client) = market(count: 0, seed: 1)
    #expect(try client.remote.answer(to: .health).text == "ok")
    #expect(try client.remote.answer(to: .readiness).text == "ready")
  }
}
