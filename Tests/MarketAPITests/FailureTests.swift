import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Faults inside")
struct FailureTests {
  struct Failure: CustomTestStringConvertible, Sendable {
    var error: StoreError
    var type: String
    var status: Int
    var retryAfter: String?
    var isLogged: Bool
    var testDescription: String { error.description }
  }

  private static let secret = "SELECT * FROM products at /var/lib/market.db"

  static let failures: [Failure] = [
    Failure(
      error: .busy(detail: secret), type: "busy", status: 503, retryAfter: "1", isLogged: false),
    Failure(
      error: .unavailable(detail: secret), type: "unavailable", status: 503, retryAfter: "5",
      isLogged: true),
    Failure(error: .cancelled, type: "unavailable", status: 503, retryAfter: "5", isLogged: false),
    Failure(
      error: .constraint(detail: secret), type: "internal", status: 500, isLogged: true),
    Failure(
      error: .schemaMismatch(detail: secret), type: "internal", status: 500, isLogged: true),
    Failure(error: .corrupt(detail: secret), type: "internal", status: 500, isLogged: true),
    Failure(error: .unexpected(detail: secret), type: "internal", status: 500, isLogged: true),
    Failure(
      error: .cursor(.malformed), type: "invalid-cursor", status: 400, isLogged: false),
    Failure(error: .cursor(.foreign), type: "invalid-cursor", status: 400, isLogged: false),
    Failure(error: .cursor(.expired), type: "cursor-expired", status: 410, isLogged: false),
    Failure(error: .unknownProducts(ids: [7]), type: "not-found", status: 404, isLogged: false),
  ]

  @Test("a store's failure is told without its details", arguments: failures)
  func failure(_ test: Failure) throws {
    let api = APIFixture(FailingStore(test.error))
    for target in [
      "/v1/feeds/recent", "/v1/feeds/popular?limit=3", "/v1/products/1", "/v1/products?ids=1",
      "/readyz",
    ] {
      let response = api.send(.get, target)
      let problem = try #require(ProblemBody(response), "\(target)")
      #expect(problem.type == test.type && response.status.code == test.status)
      #expect(response.field("Retry-After") == test.retryAfter)
      #expect(response.field("Cache-Control") == "no-store")
      #expect(!response.text.contains("SELECT") && !response.text.contains("market.db"))
      guard test.isLogged else { continue }
      let fault = try #require(api.faults.all.last)
      #expect(fault.request == "GET " + target && fault.detail.contains(Self.secret))
      #expect(response.text.contains("\"request_id\":\"\(fault.requestID)\""))
    }
    if !test.isLogged { #expect(api.faults.all.isEmpty) }
  }

  @Test(
    "what needs no store works without one",
    arguments: ["/v1/pages", "/healthz", "/openapi.json"])
  func withoutStore(target: String) {
    let api = APIFixture(FailingStore(.unavailable(detail: "gone")))
    #expect(api.send(.get, target).status == .ok)
    #expect(api.send(.options, "/v1/feeds/recent").status == .noContent)
  }

  @Test("a server that is not ready says why and stays healthy")
  func notReady() throws {
    let api = APIFixture(smallShop()) {
      $0.readiness = { .notReady("the server is shutting down") }
    }
    let response = api.send(.get, "/readyz")
    #expect(response.status == Status(503))
    #expect(ProblemBody(response)?.detail == "the server is shutting down")
    #expect(api.send(.get, "/healthz").status == .ok)
  }

  @Test("every problem has an id of its own")
  func requestIDs() {
    var ids = RequestIDs.random()
    let many = (0..<1_000).map { _ in ids.next() }
    #expect(Set(many).count == 1_000)
    #expect(many.allSatisfy { $0.utf8.count == 16 && UInt64($0, radix: 16) != nil })
  }
}
