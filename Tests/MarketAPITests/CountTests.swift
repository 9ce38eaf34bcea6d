import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Totals and categories")
struct CountTests {
  @Test("count=exact adds the total to first and later slices, and nothing else")
  func total() throws {
    let api = APIFixture(smallShop())
    let plain = api.send(.get, "/v1/feeds/recent?limit=1&category=etc")
    let counted = api.send(.get, "/v1/feeds/recent?limit=1&category=etc&count=exact")
    #expect(counted.text.contains(#"],"total_count":2,"next_cursor":"#))
    let rest = counted.text.replacing(#""total_count":2,"#, with: "")
    #expect(rest == plain.text)
    #expect(counted.field("Link") == plain.field("Link"))
    let cursor = try #require(try SliceBody(counted).nextCursor)
    let target = "/v1/feeds/recent?limit=1&category=etc&cursor=" + cursor
    #expect(!api.send(.get, target).text.contains("total_count"))
    #expect(api.send(.get, target + "&count=exact").text.contains(#""total_count":2"#))
  }

  @Test("a total that would take too long is left out, and the slice is there")
  func noTotal() throws {
    let reader = CountingReader(smallShop())
    reader.countsNothing = true
    let response = APIFixture(reader).send(.get, "/v1/feeds/recent?count=exact")
    #expect(try SliceBody(response).ids.count == 4)
    #expect(!response.text.contains("total_count") && reader.countCount == 1)
  }

  @Test("nothing is counted for a rendered slice, or for one that did not change")
  func countedOnce() throws {
    let reader = CountingReader(smallShop())
    let target = "/v1/feeds/recent?count=exact&in_stock=true"
    let api = APIFixture(reader)
    let tag = try #require(api.send(.get, target).field("ETag"))
    _ = api.send(.get, target)
    let unchanged = APIFixture(reader).send(.get, target, [("If-None-Match", tag)])
    #expect(unchanged.status == .notModified && reader.countCount == 1)
  }

  @Test("categories that did not change are 304 without a query, until a product is written")
  func unchangedCategories() throws {
    let reader = CountingReader(smallShop())
    let api = APIFixture(reader)
    let first = api.send(.get, "/v1/categories")
    let tag = try #require(first.field("ETag"))
    #expect(reader.categoryCount == 1)
    func again(_ language: String) -> Response {
      api.send(
        .get, "/v1/categories", [("If-None-Match", tag), ("Accept-Language", language)])
    }
    reader.store.setRank(1, to: 77)
    #expect(again("ko").status == .notModified && reader.categoryCount == 1)
    #expect(again("en").status == .ok)
    reader.store.remove(3)
    let changed = again("ko")
    #expect(
      changed.status == .ok
        && changed.text.contains(#""slug":"etc","title":"기타","product_count":1"#))
    reader.store.remove(4)
    #expect(!api.send(.get, "/v1/categories").text.contains("etc"))
  }

  @Test(
    "the store's failure is a problem",
    arguments: ["/v1/categories", "/v1/feeds/recent?count=exact"])
  func failure(target: String) {
    let api = APIFixture(FailingStore(.busy(detail: "locked")))
    #expect(api.send(.get, target).status == Status(503))
  }
}
