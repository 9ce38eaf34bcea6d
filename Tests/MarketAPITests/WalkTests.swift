import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Walks over HTTP")
struct WalkTests {
  /// Follows `Link` from a first slice to the end.
  private static func walk(
    _ api: APIFixture, from first: String, onSlice: (SliceBody) throws -> Void
  ) throws {
    var target: String? = first
    while let present = target {
      let response = api.send(.get, present)
      let slice = try SliceBody(response)
      try onSlice(slice)
      let link = response.field("Link")
      #expect((link == nil) == (slice.nextCursor == nil))
      if let cursor = slice.nextCursor { #expect(link?.contains(cursor) == true) }
      target = link.map { String($0.dropFirst().prefix { $0 != ">" }) }
    }
  }

  @Test(
    "a walk gives the whole feed in its order, whatever the limit",
    arguments: Page.allCases, [11, 12, 13, 14] as [UInt64])
  func wholeFeeds(page: Page, seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let store = InMemoryStore.random(count: generator.integer(in: 0...130), using: &generator)
    let api = APIFixture(store)
    for limit in [1, 2, 3, 7, 20, 99, 100] + [generator.integer(in: 1...100)] {
      for inStock in [false, true] {
        let expected = store.feed(page, filter: FeedFilter(inStock: inStock)).map(\.id)
        var walked: [Int64] = []
        try Self.walk(
          api,
          from: "/v1/feeds/\(page.feed.name)?limit=\(limit)" + (inStock ? "&in_stock=true" : "")
        ) { slice in
          #expect(slice.pageIndex == page.rawValue && slice.pageID == page.id)
          #expect(slice.limit == limit && slice.ids.count <= limit)
          walked += slice.ids
        }
        #expect(walked == expected, "seed \(seed), limit \(limit), in stock \(inStock)")
      }
    }
  }

  @Test(
    "a walk stands still while ranks move, products come, are edited and go",
    arguments: Page.allCases, [21, 22, 23] as [UInt64])
  func stableScroll(page: Page, seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let store = InMemoryStore.random(count: 120, using: &generator)
    let api = APIFixture(store)
    let before = store.feed(page).map(\.id)
    let added = Set((121...600).map(Int64.init))
    var removed: Set<Int64> = []
    var walked: [Int64] = []
    try Self.walk(api, from: "/v1/feeds/\(page.feed.name)?limit=7") { slice in
      #expect(slice.generation == 1)
      walked += slice.ids
      for _ in 0..<5 {
        store.setRank(
          generator.pick(before), to: Int64(generator.integer(in: 0...20)),
          counts: ProductCounts(views: 1))
      }
      store.insert(generator.product(), rankKey: Int64(generator.integer(in: 1...12)))
      store.edit(generator.pick(before)) { $0.card.name = "새 이름" }
      let victim = generator.pick(before)
      if store.remove(victim) { removed.insert(victim) }
    }
    #expect(Set(walked).count == walked.count, "seed \(seed): a product came twice")
    #expect(
      walked.filter { !added.contains($0) && !removed.contains($0) }
        == before.filter { !removed.contains($0) }, "seed \(seed)")
  }

  @Test("a feed that ends exactly at the limit has no further slice")
  func exactEnd() throws {
    let api = APIFixture(smallShop())
    let slice = try SliceBody(api.send(.get, "/v1/feeds/recent?limit=4"))
    #expect(slice.ids == [2, 1, 3, 4] && slice.nextCursor == nil)
  }

  @Test("an empty feed is an empty slice", arguments: Page.allCases)
  func emptyFeed(page: Page) throws {
    let slice = try SliceBody(
      APIFixture(InMemoryStore()).send(.get, "/v1/feeds/" + page.feed.name))
    #expect(slice.items.isEmpty && slice.nextCursor == nil)
  }
}
