import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Whole exchanges")
struct ExchangeTests {
  struct Exchange: CustomTestStringConvertible, Sendable {
    var name: String
    var method: Method = .get
    var target: String
    var fields: [(name: String, value: String)] = []
    var testDescription: String { name }
  }

  static let exchanges: [Exchange] = [
    Exchange(name: "pages", target: "/v1/pages"),
    Exchange(
      name: "pages-english", target: "/v1/pages",
      fields: [("Accept-Language", "fr, en-GB;q=0.8, ko;q=0.5")]),
    Exchange(
      name: "pages-japanese", target: "/v1/pages", fields: [("accept-language", "ja")]),
    Exchange(name: "recent", target: "/v1/feeds/recent"),
    Exchange(name: "popular-first-slice", target: "/v1/feeds/popular?limit=2"),
    Exchange(name: "recent-in-stock", target: "/v1/feeds/recent?in_stock=true&limit=1"),
    Exchange(
      name: "recent-filtered",
      target: "/v1/feeds/recent?max_price=200000&currency=KRW&limit=1&min_price=0"),
    Exchange(name: "problem-price", target: "/v1/feeds/recent?max_price=5"),
    Exchange(
      name: "popular-counted", target: "/v1/feeds/popular?count=exact&limit=1&category=etc"),
    Exchange(name: "categories", target: "/v1/categories"),
    Exchange(
      name: "categories-english", target: "/v1/categories", fields: [("Accept-Language", "en")]),
    Exchange(name: "recent-head", method: .head, target: "/v1/feeds/recent"),
    Exchange(name: "recent-options", method: .options, target: "/v1/feeds/recent"),
    Exchange(
      name: "recent-unchanged", target: "/v1/feeds/recent", fields: [("If-None-Match", "*")]),
    Exchange(name: "product", target: "/v1/products/1"),
    Exchange(name: "product-bare", target: "/v1/products/2"),
    Exchange(name: "products-by-id", target: "/v1/products?ids=3,99,1"),
    Exchange(name: "healthz", target: "/healthz"),
    Exchange(name: "readyz", target: "/readyz"),
    Exchange(name: "problem-no-path", target: "/v1/nothing"),
    Exchange(name: "problem-no-product", target: "/v1/products/99"),
    Exchange(name: "problem-product-id", target: "/v1/products/abc"),
    Exchange(name: "problem-no-picture", target: "/media/none.svg"),
    Exchange(name: "problem-method", method: .post, target: "/v1/feeds/recent"),
    Exchange(name: "problem-limit", target: "/v1/feeds/popular?limit=abc"),
    Exchange(name: "problem-unknown-parameter", target: "/v1/feeds/recent?page=2"),
    Exchange(name: "problem-cursor", target: "/v1/feeds/recent?cursor=abc"),
    Exchange(name: "problem-escape", target: "/v1/feeds/recent?limit=%zz"),
  ]

  @Test("an exchange is as it was recorded", arguments: exchanges)
  func exchange(_ test: Exchange) {
    let api = APIFixture(smallShop())
    let response = api.send(test.method, test.target, test.fields)
    expectGolden(
      exchangeText(test.method, test.target, test.fields, response), named: test.name)
  }

  @Test("a walk's second slice is as it was recorded")
  func secondSlice() throws {
    let api = APIFixture(smallShop())
    let link = try #require(api.send(.get, "/v1/feeds/popular?limit=2").field("Link"))
    let target = try #require(link.dropFirst().split(separator: ">").first)
    let response = api.send(.get, String(target))
    expectGolden(exchangeText(.get, String(target), [], response), named: "popular-second-slice")
  }

  struct FailingExchange: CustomTestStringConvertible, Sendable {
    var name: String
    var error: StoreError
    var testDescription: String { name }
  }

  static let failures: [FailingExchange] = [
    FailingExchange(name: "problem-busy", error: .busy(detail: "SQLITE_BUSY")),
    FailingExchange(name: "problem-unavailable", error: .unavailable(detail: "/var/x.db")),
    FailingExchange(name: "problem-internal", error: .unexpected(detail: "SELECT 1")),
  ]

  @Test("a store's failure is as it was recorded", arguments: failures)
  func failure(_ test: FailingExchange) {
    let api = APIFixture(FailingStore(test.error))
    let response = api.send(.get, "/v1/feeds/recent")
    expectGolden(exchangeText(.get, "/v1/feeds/recent", [], response), named: test.name)
  }

  @Test("every answer of the engine's own is as it was recorded")
  func refusals() {
    let api = APIFixture(smallShop())
    let refusals: [Refusal] = [
      .badRequest("a field name has a character that names must not have"), .requestTimeout,
      .bodyTooLarge(limit: 1_048_576), .targetTooLong(limit: 8_192), .expectationFailed,
      .headTooLarge, .notImplemented("the method BREW is not known"), .tooManyConnections,
      .versionNotSupported,
    ]
    var text = ""
    for refusal in refusals {
      let response = api.handler.refuse(refusal)
      #expect(response.status == refusal.status)
      text += response.headLines.map { "< " + $0 + "\n" }.joined() + "\n" + response.text + "\n\n"
    }
    expectGolden(text, named: "refusals")
  }
}
