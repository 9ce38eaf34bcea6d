import Foundation
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
    "a walk under any filter gives what the filter lets through", arguments: Page.allCases,
    [31, 32, 33] as [UInt64])
  func filteredFeeds(page: Page, seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let store = InMemoryStore.random(count: 130, using: &generator)
    let api = APIFixture(store)
    for _ in 0..<40 {
      let filter = generator.filter()
      // In any order: a query is the same whichever way round it is written.
      var parameters = ["limit=4"]
      for (name, value) in filter.parameters {
        let allowed = CharacterSet.alphanumerics
        parameters.append(
          name + "=" + (value.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""))
      }
      parameters.shuffle(using: &generator)
      var walked: [Int64] = []
      try Self.walk(
        api, from: "/v1/feeds/\(page.feed.name)?" + parameters.joined(separator: "&")
      ) { slice in
        walked += slice.ids
      }
      #expect(
        walked == store.feed(page, filter: filter).map(\.id), "seed \(seed), \(parameters)")
    }
  }

  @Test("queries that mean the same have the same answer and tag, however they are written")
  func equivalentQueries() {
    let api = APIFixture(smallShop())
    let targets = [
      "/v1/feeds/recent?category=etc&currency=KRW&max_price=5&in_stock=true",
      "/v1/feeds/recent?in_stock=true&max_price=05&currency=KRW&category=etc",
      "/v1/feeds/recent?cat%65gory=%65tc&max_price=5&&in_stock=true&currency=KRW&limit=20",
    ]
    let answers = (targets + targets).map { api.send(.get, $0) }
    for answer in answers { #expect(answer.head == answers[0].head) }
    for answer in answers { #expect(answer.body == answers[0].body) }
    #expect(answers[0].text.contains("\"id\":4"))
  }

  @Test("searches that fold alike have the same answer and tag, and lead on by an escaped link")
  func equivalentSearches() throws {
    let api = APIFixture(smallShop())
    let targets = [
      "/v1/feeds/recent?q=plain+tee", "/v1/feeds/recent?q=PLAIN%20Tee",
      "/v1/feeds/recent?q=%EF%BC%B0lain%E3%80%80tee+plain",
    ]
    let answers = targets.map { api.send(.get, $0) }
    for answer in answers {
      #expect(answer.head == answers[0].head && answer.body == answers[0].body)
    }
    #expect(try SliceBody(answers[0]).ids == [2])
    let first = api.send(.get, "/v1/feeds/popular?limit=1&q=%E3%85%8C%E3%85%A1")
    let link = try #require(first.field("Link"))
    #expect(link.contains("limit=1&q=%ED%8A%B8&cursor="))
    var found: [Int64] = []
    try Self.walk(api, from: "/v1/feeds/popular?limit=1&q=%ED%8A%B8") { found += $0.ids }
    #expect(Set(found) == [1, 4] && found.count == 2)
  }

  @Test(
    "a cursor belongs to its filter",
    arguments: [
      "", "&category=top", "&category=etc&in_stock=true", "&category=etc&vendor_id=1",
      "&category=etc&currency=KRW", "&category=etc&q=a", "&q=category%3Detc",
      "&category=etc&currency=KRW&min_price=0",
    ])
  func foreignFilter(_ parameters: String) throws {
    let api = APIFixture(smallShop())
    let own = "/v1/feeds/recent?limit=1&category=etc"
    let cursor = try #require(try SliceBody(api.send(.get, own)).nextCursor)
    #expect(api.send(.get, own + "&cursor=" + cursor).status == .ok)
    let foreign = api.send(.get, "/v1/feeds/recent?limit=1" + parameters + "&cursor=" + cursor)
    #expect(ProblemBody(foreign)?.type == "invalid-cursor")
  }

  @Test("what no product has is an empty feed, not a problem")
  func unknownValues() throws {
    let api = APIFixture(smallShop())
    for parameters in [
      "category=nothing-has-this", "vendor_id=99", "vendor_id=99999999999999999999",
      "currency=EUR", "min_price=1000000000000000&currency=KRW",
    ] {
      let slice = try SliceBody(api.send(.get, "/v1/feeds/popular?" + parameters))
      #expect(slice.items.isEmpty && slice.nextCursor == nil, "\(parameters)")
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
