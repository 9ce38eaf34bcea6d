import Foundation
import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Keys")
struct AuthorizationTests {
  let shop = smallShop()
  let clock = TestClock()
  /// Of the bytes 4 and 31 zeros, and so on, so that goldens never vary.
  static let admin = AccessKey.fixed(1)
  static let vendor = AccessKey.fixed(2)
  static let expired = AccessKey.fixed(3)
  static let revoked = AccessKey.fixed(4)

  init() throws {
    let now = clock.now
    func add(_ key: AccessKey, _ role: TokenRole, expires: Int64? = nil) throws -> Int64 {
      try shop.addToken(
        TokenDraft(
          role: role, secretHash: key.hash,
          expiresAt: expires.map { now.advanced(byMilliseconds: $0) }),
        at: Timestamp(milliseconds: 0)
      ).id
    }
    _ = try add(Self.admin, .admin)
    _ = try add(Self.vendor, .vendor(2), expires: 60_000)
    _ = try add(Self.expired, .admin, expires: 0)
    let id = try add(Self.revoked, .admin)
    _ = try shop.revokeToken(id, at: now)
  }

  /// What stands in `Authorization`, and what becomes of a request for which no key is needed.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var field: String
    var detail: String?
  }

  static let cases: [Case] = [
    Case(testDescription: "an admin's key", field: "Bearer " + admin.text),
    Case(testDescription: "a vendor's key", field: "Bearer " + vendor.text),
    Case(testDescription: "a scheme in small letters", field: "bearer " + admin.text),
    Case(testDescription: "several spaces", field: "BEARER   " + admin.text),
    Case(testDescription: "a proxy's password", field: "Basic dXNlcjpwYXNz"),
    Case(testDescription: "nothing", field: ""),
    Case(
      testDescription: "a scheme that begins alike", field: "Bearers " + admin.text,
      detail: "the key in Authorization needs its scheme: Authorization: Bearer mk_…"),
    Case(
      testDescription: "a key alone", field: admin.text,
      detail: "the key in Authorization needs its scheme: Authorization: Bearer mk_…"),
    Case(
      testDescription: "no key behind the scheme", field: "Bearer",
      detail: "the key in Authorization is not one: it has the form mk_ and 43 characters"),
    Case(
      testDescription: "something else", field: "Bearer letmein",
      detail: "the key in Authorization is not one: it has the form mk_ and 43 characters"),
    Case(
      testDescription: "two keys", field: "Bearer \(admin.text) \(admin.text)",
      detail: "the key in Authorization is not one: it has the form mk_ and 43 characters"),
    Case(
      testDescription: "two fields", field: "Bearer \(admin.text), Bearer \(admin.text)",
      detail: "the key in Authorization is not one: it has the form mk_ and 43 characters"),
    Case(
      testDescription: "a key that nobody made", field: "Bearer " + AccessKey.fixed(9).text,
      detail: "the key in Authorization is not known"),
    Case(
      testDescription: "a key that is over", field: "Bearer " + expired.text,
      detail: "the key in Authorization expired at 2026-03-01T12:00:00.000Z"),
    Case(
      testDescription: "a key that was revoked", field: "Bearer " + revoked.text,
      detail: "the key in Authorization was revoked"),
  ]

  @Test("a key that comes along must be right, also where none is needed", arguments: cases)
  func given(_ test: Case) throws {
    let api = APIFixture(shop)
    let plain = api.send(.get, "/v1/feeds/recent")
    for route in Routes().table where route.call(.get) != nil {
      let target = route.template.replacing("{id}", with: "1").replacing("{name}", with: "x.svg")
      // Twice: the second answer of a feed is a rendered one.
      for _ in 0..<2 {
        let response = api.send(.get, target, [("authorization", test.field)])
        if let detail = test.detail {
          #expect(response.status.code == 401, "\(target)")
          #expect(response.text.contains("\"detail\":\"\(detail)\""), "\(target)")
          #expect(
            response.field("WWW-Authenticate") == #"Bearer realm="market", error="invalid_token""#)
          #expect(response.field("Cache-Control") == "no-store")
          #expect(!response.text.contains("mk_A"), "a secret is never sent back")
        } else {
          #expect(response.status.code != 401 && response.status.code != 403, "\(target)")
        }
      }
    }
    if test.detail == nil {
      // The same bytes, so that caches may share them.
      let answer = api.send(.get, "/v1/feeds/recent", [("authorization", test.field)])
      #expect(answer.text == plain.text && answer.head == plain.head)
    }
    // A preflight has no key, and nobody asks for one.
    #expect(
      api.send(.options, "/v1/pages", [("authorization", test.field)]).status == .noContent)
    #expect(api.send(.get, "/nowhere", [("authorization", test.field)]).status.code == 404)
    #expect(api.faults.all.isEmpty)
  }

  @Test("a key's end comes while the server runs, and a revocation is seen by the next request")
  func later() throws {
    let api = APIFixture(shop)
    let field = (name: "authorization", value: "Bearer " + Self.vendor.text)
    #expect(api.send(.get, "/v1/pages", [field]).status == .ok)
    api.clock.advance(byMilliseconds: 59_999)
    #expect(api.send(.get, "/v1/pages", [field]).status == .ok)
    api.clock.advance(byMilliseconds: 1)
    #expect(api.send(.get, "/v1/pages", [field]).status.code == 401)

    let admin = (name: "authorization", value: "Bearer " + Self.admin.text)
    #expect(api.send(.get, "/v1/feeds/recent", [admin]).status == .ok)
    _ = try shop.revokeToken(1, at: api.clock.now)
    #expect(api.send(.get, "/v1/feeds/recent", [admin]).status.code == 401)
  }

  @Test("keys that take turns are told apart, and a key that is nearly the last one is not it")
  func turns() {
    let api = APIFixture(shop)
    func status(_ text: String) -> Int {
      api.send(
        .get, "/metrics", [("authorization", text)], peer: PeerAddress("192.0.2.1")
      ).status.code
    }
    let (admin, vendor) = ("Bearer " + Self.admin.text, "Bearer " + Self.vendor.text)
    for _ in 0..<3 {
      #expect(status(admin) == 200)
      #expect(status(admin) == 200)
      #expect(status(String(admin.dropLast())) == 401)
      #expect(status(admin + "A") == 401)
      #expect(status("Bearer " + AccessKey.fixed(9).text) == 401)
      #expect(status("") == 401)
      #expect(status(vendor) == 403)
      #expect(status("bearer" + vendor.dropFirst(6)) == 403)
    }
  }

  @Test("without a key nobody asks the store about one; with one, once a request")
  func cost() {
    let reader = CountingReader(shop)
    let api = APIFixture(reader)
    for target in ["/v1/feeds/recent", "/v1/feeds/recent", "/v1/products/1", "/v1/pages"] {
      _ = api.send(.get, target)
    }
    #expect(reader.tokenCount == 0)
    let field = (name: "authorization", value: "Bearer " + Self.admin.text)
    for target in ["/v1/feeds/recent", "/v1/feeds/popular", "/v1/products/1"] {
      _ = api.send(.get, target, [field])
    }
    #expect(reader.tokenCount == 3)
    #expect(reader.sliceCount == 2, "a key does not keep a rendered slice from being used")
  }

  @Test("a store that fails is not a wrong key")
  func failure() {
    let api = APIFixture(FailingStore(.busy(detail: "SQLITE_BUSY")))
    let response = api.send(
      .get, "/v1/pages", [("authorization", "Bearer " + Self.admin.text)])
    #expect(response.status.code == 503)
    #expect(response.field("WWW-Authenticate") == nil)
  }

  @Test("a page of another origin may send a key and read what is wrong with it")
  func cors() {
    let api = APIFixture(shop) { $0.cors = .any }
    let preflight = api.send(
      .options, "/v1/events",
      [("Access-Control-Request-Method", "POST"), ("Origin", "https://a.b")])
    #expect(
      preflight.field("Access-Control-Allow-Headers")?.contains("Authorization") == true)
    let refused = api.send(.get, "/v1/pages", [("authorization", "Bearer x")])
    #expect(refused.field("Access-Control-Allow-Origin") == "*")
    #expect(
      refused.field("Access-Control-Expose-Headers")?.contains("WWW-Authenticate") == true)
  }

  /// A whole exchange with a key.
  struct Exchange: CustomTestStringConvertible, Sendable {
    var name: String
    var target = "/v1/pages"
    var fields: [(name: String, value: String)]
    var testDescription: String { name }
  }

  @Test(
    "an exchange is as it was recorded",
    arguments: [
      Exchange(name: "key-malformed", fields: [("Authorization", "Bearer mk_short")]),
      Exchange(
        name: "key-unknown", fields: [("Authorization", "Bearer " + AccessKey.fixed(9).text)]),
      Exchange(name: "key-expired", fields: [("Authorization", "Bearer " + expired.text)]),
      Exchange(name: "key-revoked", fields: [("Authorization", "Bearer " + revoked.text)]),
      Exchange(
        name: "key-missing", target: "/metrics", fields: [("X-Forwarded-For", "192.0.2.1")]),
      Exchange(
        name: "key-not-enough", target: "/metrics",
        fields: [("X-Forwarded-For", "192.0.2.1"), ("Authorization", "Bearer " + vendor.text)]),
    ])
  func exchange(_ test: Exchange) throws {
    let response = APIFixture(shop).send(.get, test.target, test.fields)
    expectGolden(exchangeText(.get, test.target, test.fields, response), named: test.name)
    // And as the description says.
    let description = try Description()
    let schema = try #require(
      description.schema(
        test.target, status: String(response.status.code), type: "application/problem+json"))
    let body = try JSONSerialization.jsonObject(with: Data(response.body))
    #expect(description.faults(body, schema).isEmpty)
  }

  @Test("the description tells of keys, and that every call may answer 401")
  func description() throws {
    let description = try Description()
    let components = description.root["components"] as? [String: Any]
    let schemes = components?["securitySchemes"] as? [String: [String: Any]]
    #expect(schemes?["key"]?["type"] as? String == "http")
    #expect(schemes?["key"]?["scheme"] as? String == "bearer")
    for (path, operations) in description.paths {
      for case let operation as [String: Any] in operations.values {
        let responses = operation["responses"] as? [String: Any]
        #expect(responses?["401"] != nil, "\(path)")
      }
    }
  }
}
