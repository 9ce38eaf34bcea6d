import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Cross-origin reading")
struct CORSTests {
  private static let shop = "https://shop.example"
  private static let targets = [
    "/v1/pages", "/v1/feeds/recent", "/v1/products/1", "/v1/nothing", "/v1/feeds/recent?limit=0",
  ]

  private static func api(_ policy: CORSPolicy) -> APIFixture {
    APIFixture(smallShop()) { $0.cors = policy }
  }

  @Test("a listed origin may read every answer, problems too", arguments: targets)
  func listed(target: String) {
    let api = Self.api(.origins([Self.shop, "http://localhost:3000"]))
    // Twice: the second answer of a feed is a rendered one.
    for _ in 0..<2 {
      let response = api.send(.get, target, [("Origin", Self.shop)])
      #expect(response.field("Access-Control-Allow-Origin") == Self.shop)
      #expect(
        response.field("Access-Control-Expose-Headers")
          == "ETag, Link, Retry-After, WWW-Authenticate")
      #expect(response.field("Access-Control-Allow-Credentials") == nil)
      #expect(response.field("Vary")?.contains("Origin") == true)
    }
    let local = api.send(.get, target, [("Origin", "http://localhost:3000")])
    #expect(local.field("Access-Control-Allow-Origin") == "http://localhost:3000")
  }

  @Test(
    "any other origin is answered without leave to read",
    arguments: [
      "https://evil.example", "https://shop.example.evil.example", "http://shop.example",
      "https://shop.example:8443", "HTTPS://SHOP.EXAMPLE", "null", "",
    ])
  func unlisted(origin: String) {
    let api = Self.api(.origins([Self.shop]))
    for target in Self.targets {
      let response = api.send(.get, target, [("Origin", origin)])
      #expect(response.field("Access-Control-Allow-Origin") == nil)
      #expect(response.field("Vary")?.contains("Origin") == true)
    }
    let preflight = api.send(
      .options, "/v1/feeds/recent",
      [("Origin", origin), ("Access-Control-Request-Method", "GET")])
    #expect(preflight.status == .noContent)
    #expect(preflight.field("Access-Control-Allow-Origin") == nil)
  }

  @Test("without an origin an allow-list still says that answers vary by it", arguments: targets)
  func noOrigin(target: String) {
    let response = Self.api(.origins([Self.shop])).send(.get, target)
    #expect(response.field("Access-Control-Allow-Origin") == nil)
    #expect(response.field("Vary")?.contains("Origin") == true)
  }

  @Test("for development everyone may read", arguments: targets)
  func any(target: String) {
    let api = Self.api(.any)
    for fields in [[], [(name: "Origin", value: "http://localhost:5173")]] {
      let response = api.send(.get, target, fields)
      #expect(response.field("Access-Control-Allow-Origin") == "*")
      #expect(response.field("Vary")?.contains("Origin") != true)
    }
  }

  @Test("without a policy no one may", arguments: targets)
  func none(target: String) {
    let response = Self.api(.none).send(.get, target, [("Origin", Self.shop)])
    #expect(!response.headLines.contains { $0.hasPrefix("Access-Control") })
  }

  @Test("a preflight is told what it may ask for")
  func preflight() {
    let response = Self.api(.origins([Self.shop])).send(
      .options, "/v1/feeds/recent",
      [
        ("Origin", Self.shop), ("Access-Control-Request-Method", "GET"),
        ("Access-Control-Request-Headers", "if-none-match"),
      ])
    #expect(response.status == .noContent && response.body.isEmpty)
    #expect(response.field("Access-Control-Allow-Origin") == Self.shop)
    #expect(response.field("Access-Control-Allow-Methods") == "GET, HEAD, OPTIONS")
    for name in ["If-Match", "If-None-Match"] {
      #expect(response.field("Access-Control-Allow-Headers")?.contains(name) == true)
    }
    #expect(response.field("Access-Control-Max-Age") == "600")
    #expect(response.field("Vary") == "Origin")
  }

  @Test("OPTIONS of the whole server is told every method")
  func wholeServer() {
    let response = Self.api(.origins([Self.shop])).send(.options, "*")
    #expect(response.status == .noContent && response.body.isEmpty)
    #expect(response.field("Allow") == "GET, HEAD, POST, PATCH, DELETE, OPTIONS")
  }

  @Test("304 may be read, too")
  func unchanged() {
    let response = Self.api(.origins([Self.shop])).send(
      .get, "/v1/feeds/recent", [("Origin", Self.shop), ("If-None-Match", "*")])
    #expect(response.status == .notModified)
    #expect(response.field("Access-Control-Allow-Origin") == Self.shop)
  }

  @Test("what the engine refuses may be read for development")
  func refusal() {
    let response = Self.api(.any).handler.refuse(.requestTimeout)
    #expect(response.field("Access-Control-Allow-Origin") == "*")
  }
}
