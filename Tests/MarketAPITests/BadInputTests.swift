import Foundation
import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

/// A problem as a client reads it.
struct ProblemBody: Equatable {
  var type: String
  var status: Int
  var detail: String
  var parameter: String?

  init?(_ response: Response) {
    guard response.field("Content-Type") == "application/problem+json",
      let body = try? JSONSerialization.jsonObject(with: Data(response.body)),
      let members = body as? [String: Any],
      let type = members["type"] as? String, type.hasPrefix("/problems/"),
      let status = members["status"] as? Int, let detail = members["detail"] as? String,
      members["title"] is String,
      let requestID = members["request_id"] as? String, requestID.count == 16
    else { return nil }
    self.type = String(type.dropFirst("/problems/".count))
    self.status = status
    self.detail = detail
    parameter = members["parameter"] as? String
  }
}

@Suite("Bad input")
struct BadInputTests {
  struct BadCase: CustomTestStringConvertible, Sendable {
    var method: Method = .get
    var target: String
    var type: String
    var status = 400
    var parameter: String?
    /// A part of the detail, which must name what is wrong.
    var says: String
    var testDescription: String { method.rawValue + " " + target.prefix(80) }
  }

  static func bad(
    _ target: String, _ type: String, _ parameter: String? = nil, says: String,
    status: Int = 400, method: Method = .get
  ) -> BadCase {
    BadCase(
      method: method, target: target, type: type, status: status, parameter: parameter, says: says)
  }

  static let limits: [BadCase] = [
    "", "0", "00", "-1", "%2B5", "+5", "1.5", "1e2", "abc", "%205", "5%20", "%EF%BC%95", "five",
    "5,6",
    "NaN", "0x10", "%00", "5%00",
  ].map {
    bad(
      "/v1/feeds/recent?limit=" + $0, "invalid-parameter",
      "limit", says: "limit must be a whole number of at least 1, not ")
  }

  static let others: [BadCase] = [
    bad("/v1/feeds/popular?limit", "invalid-parameter", "limit", says: "not \"\""),
    bad(
      "/v1/feeds/recent?limit=5&limit=5", "invalid-parameter", "limit",
      says: "limit must be given at most once"),
    bad(
      "/v1/feeds/recent?limit=5&l%69mit=5", "invalid-parameter", "limit",
      says: "limit must be given at most once"),
    bad(
      "/v1/feeds/recent?in_stock=yes", "invalid-parameter", "in_stock",
      says: "in_stock must be true or false, not \"yes\""),
    bad("/v1/feeds/recent?in_stock=", "invalid-parameter", "in_stock", says: "not \"\""),
    bad("/v1/feeds/recent?in_stock=TRUE", "invalid-parameter", "in_stock", says: "\"TRUE\""),
    bad("/v1/feeds/recent?in_stock=1", "invalid-parameter", "in_stock", says: "\"1\""),
    bad(
      "/v1/feeds/recent?offset=5", "unknown-parameter", "offset",
      says: "no parameter \"offset\"; this path takes limit, cursor, in_stock, category"),
    bad("/v1/feeds/recent?Limit=5", "unknown-parameter", "Limit", says: "\"Limit\""),
    bad("/v1/feeds/recent?=5", "unknown-parameter", "", says: "\"\""),
    bad("/v1/feeds/recent?%EA%B0%80=5", "unknown-parameter", "가", says: "\"가\""),
    bad("/v1/pages?x=1", "unknown-parameter", "x", says: "takes no parameters"),
    bad("/healthz?x", "unknown-parameter", "x", says: "takes no parameters"),
    bad("/readyz?x", "unknown-parameter", "x", says: "takes no parameters"),
    bad("/openapi.json?x", "unknown-parameter", "x", says: "takes no parameters"),
    bad("/media/a.svg?v=2", "unknown-parameter", "v", says: "takes no parameters"),
    bad("/v1/products/1?x", "unknown-parameter", "x", says: "takes no parameters"),
    bad("/v1/products?ids=1&id=2", "unknown-parameter", "id", says: "takes ids"),
    bad("/v1/feeds/recent?limit=%", "bad-request", says: "percent-escape"),
    bad("/v1/feeds/recent?limit=%2", "bad-request", says: "percent-escape"),
    bad("/v1/feeds/recent?limit=%G1", "bad-request", says: "percent-escape"),
    bad("/v1/feeds/recent?limit=%FF", "bad-request", says: "UTF-8"),
    bad("/v1/feeds/recent?limit=%ED%A0%80", "bad-request", says: "UTF-8"),
    bad("/v1/feeds/recent?%zz=1", "bad-request", says: "percent-escape"),
    bad("/v1/%zz", "bad-request", says: "the path has a faulty percent-escape"),
    bad("/media/%C3%28.svg", "bad-request", says: "UTF-8"),
    bad("/v1/feeds/recent?cursor=", "invalid-cursor", "cursor", says: "cursor"),
    bad("/v1/feeds/recent?cursor=%20", "invalid-cursor", "cursor", says: "cursor"),
    bad("/v1/feeds/recent?cursor=%EA%B0%80", "invalid-cursor", "cursor", says: "cursor"),
    bad(
      "/v1/feeds/recent?cursor=" + String(repeating: "A", count: 78), "invalid-cursor", "cursor",
      says: "damaged"),
    bad(
      "/v1/feeds/recent?cursor=" + String(repeating: "A", count: 7_000), "invalid-cursor",
      "cursor", says: "damaged"),
    bad("/v1/products", "invalid-parameter", "ids", says: "ids is needed"),
    bad("/v1/products?ids=", "invalid-parameter", "ids", says: "whole numbers"),
    bad("/v1/products?ids=1,", "invalid-parameter", "ids", says: "\"1,\""),
    bad("/v1/products?ids=1,,2", "invalid-parameter", "ids", says: "\"1,,2\""),
    bad("/v1/products?ids=0", "invalid-parameter", "ids", says: "at least 1"),
    bad("/v1/products?ids=-7", "invalid-parameter", "ids", says: "\"-7\""),
    bad("/v1/products?ids=1;2", "invalid-parameter", "ids", says: "\"1;2\""),
    bad(
      "/v1/products?ids=" + [String](repeating: "1", count: 101).joined(separator: ","),
      "invalid-parameter", "ids", says: "ids must be at most 100, not 101"),
    bad("/v1/products/0", "invalid-parameter", "id", says: "at least 1, not \"0\""),
    bad("/v1/products/-1", "invalid-parameter", "id", says: "\"-1\""),
    bad("/v1/products/1.0", "invalid-parameter", "id", says: "\"1.0\""),
    bad("/v1/products/%2B1", "invalid-parameter", "id", says: "\"+1\""),
    bad("/v1/products/", "invalid-parameter", "id", says: "\"\""),
    bad("/v1/products/5", "not-found", "id", says: "the id 5", status: 404),
    bad(
      "/v1/products/99999999999999999999999", "not-found", "id",
      says: "the id 99999999999999999999999", status: 404),
    bad(
      "/v1/products/" + String(repeating: "9", count: 1_000), "not-found", "id",
      says: "the id " + String(repeating: "9", count: 40) + "…", status: 404),
    bad("/", "not-found", says: "/openapi.json", status: 404),
    bad("/v1", "not-found", says: "nothing at this path", status: 404),
    bad("/v1/pages/", "not-found", says: "nothing at this path", status: 404),
    bad("//v1/pages", "not-found", says: "nothing at this path", status: 404),
    bad("/V1/pages", "not-found", says: "nothing at this path", status: 404),
    bad("/v1/feeds", "not-found", says: "nothing at this path", status: 404),
    bad("/v1/feeds/newest", "not-found", says: "nothing at this path", status: 404),
    bad("/v1/products/1/images", "not-found", says: "nothing at this path", status: 404),
    bad("/v1%2Fpages", "not-found", says: "nothing at this path", status: 404),
    bad("/media/..%2Fmarket.db", "not-found", says: "no picture", status: 404),
    bad("/media/%2e%2e", "not-found", says: "no picture", status: 404),
    bad("/media/..", "not-found", says: "no picture", status: 404),
    bad("/media/.hidden", "not-found", says: "no picture", status: 404),
    bad("/media/A.svg", "not-found", says: "no picture", status: 404),
    bad("/media/a%00.svg", "not-found", says: "no picture", status: 404),
    bad("/media/", "not-found", says: "no picture", status: 404),
    bad(
      "/v1/pages", "method-not-allowed", says: "GET, HEAD, OPTIONS", status: 405, method: .post),
    bad(
      "/v1/products/1", "method-not-allowed", says: "GET, HEAD, PATCH, DELETE, OPTIONS",
      status: 405, method: .put),
    bad("/healthz", "method-not-allowed", says: "GET, HEAD", status: 405, method: .put),
    bad("/v1/nothing", "not-found", says: "nothing", status: 404, method: .options),
    bad("/v1/nothing", "not-found", says: "nothing", status: 404, method: .patch),
  ]

  /// The same fault in each value of a parameter.
  static func each(
    _ values: [String], of parameter: String, with others: String = "", says: String
  ) -> [BadCase] {
    values.map { value in
      bad(
        "/v1/feeds/recent?\(others)\(parameter)=\(value)", "invalid-parameter", parameter,
        says: says)
    }
  }

  static let slugs = ["", "Outer", "out%20er", "%EC%99%B8%ED%88%AC", "a_b", "a,b"]
  static let longSlug = String(repeating: "a", count: 65)
  static let amounts = [
    "", "-1", "1.5", "1e3", "1000000000000001", "99999999999999999999", "12,900", "free",
  ]
  static let filters: [BadCase] = [
    each(
      slugs + [longSlug], of: "category",
      says: "category must have 1 to 64 of a-z, 0-9 and -, not"),
    each(
      ["", "0", "-1", "7,9", "x", "1.0"], of: "vendor_id",
      says: "vendor_id must be a whole number of at least 1, not"),
    each(
      amounts, of: "min_price", with: "currency=KRW&",
      says: "min_price must be a whole number from 0 to 1000000000000000 in the currency's"),
    each(
      amounts, of: "max_price", with: "currency=KRW&",
      says: "max_price must be a whole number from 0 to 1000000000000000 in the currency's"),
    each(
      ["", "krw", "KR", "XXX", "WON", "%E2%82%A9"], of: "currency", with: "max_price=5&",
      says: "currency must be a code of ISO 4217 in capital letters, as KRW, not"),
    each(
      ["", "true", "EXACT", "estimated"], of: "count", says: "count must be exact, not"),
    each(
      ["", "%20%E3%80%80", "%E2%80%8B"], of: "q", says: "q must have a word in it, not"),
    each(["a+b+c+d+e+f+g+h+i"], of: "q", says: "q must have at most 8 words, not 9"),
    each(
      [String(repeating: "a", count: 101), String(repeating: "%E3%8C%96", count: 17)], of: "q",
      says: "q must have at most 100 characters in its words, not 1"),
    [
      bad("/v1/feeds/recent?q=a&q=b", "invalid-parameter", "q", says: "at most once"),
      bad("/v1/categories?q=a", "unknown-parameter", "q", says: "takes no parameters"),
      bad("/v1/categories?limit=5", "unknown-parameter", "limit", says: "takes no parameters"),
      bad(
        "/v1/feeds/recent?min_price=5", "invalid-parameter", "currency",
        says: "currency is needed with min_price and max_price"),
      bad(
        "/v1/feeds/popular?max_price=5", "invalid-parameter", "currency",
        says: "currency is needed with min_price and max_price"),
      bad(
        "/v1/feeds/recent?min_price=5&max_price=4&currency=KRW", "invalid-parameter", "min_price",
        says: "min_price must not be above max_price"),
      bad(
        "/v1/feeds/recent?category=outer&category=top", "invalid-parameter", "category",
        says: "category must be given at most once"),
      bad("/v1/pages?category=outer", "unknown-parameter", "category", says: "no parameters"),
    ],
  ].flatMap { $0 }

  @Test("bad input gets a problem that names it", arguments: limits + others + filters)
  func badInput(_ test: BadCase) throws {
    let reader = CountingReader(smallShop())
    let api = APIFixture(reader) { $0.mediaDirectory = "/nonexistent" }
    let response = api.send(test.method, test.target)
    let problem = try #require(ProblemBody(response), "not a problem: \(response.text)")
    #expect(problem.type == test.type && problem.status == test.status)
    #expect(response.status.code == test.status)
    #expect(problem.parameter == test.parameter)
    #expect(problem.detail.contains(test.says), "\(problem.detail)")
    #expect(reader.sliceCount == 0)
    #expect(api.faults.all.isEmpty)
    if test.status == 405 {
      let allow = response.field("Allow") ?? ""
      #expect(allow.hasPrefix("GET, HEAD, ") && problem.detail.contains(allow + " only"))
    }
  }

  @Test(
    "a limit above 100 becomes 100, however long its digits",
    arguments: [
      "100", "101", "0100", "1000000", "9223372036854775807", "9223372036854775808",
      String(repeating: "9", count: 4_000), String(repeating: "0", count: 4_000) + "100",
      "%31%30%30",
    ])
  func largeLimits(_ limit: String) throws {
    var generator = SplitMix64(seed: 7)
    let api = APIFixture(InMemoryStore.random(count: 101, using: &generator))
    let slice = try SliceBody(api.send(.get, "/v1/feeds/recent?limit=" + limit))
    #expect(slice.limit == 100 && slice.ids.count == 100 && slice.nextCursor != nil)
  }

  @Test(
    "a query that says nothing changes nothing",
    arguments: ["", "?", "?&", "?limit=20", "?in_stock=false", "?limit=020&&in_stock=false&"])
  func emptyQueries(_ query: String) {
    let api = APIFixture(smallShop())
    let plain = api.send(.get, "/v1/feeds/recent")
    let response = api.send(.get, "/v1/feeds/recent" + query)
    #expect(response.body == plain.body && response.head == plain.head)
  }
}
