import Foundation
import HTTPServer
import MarketCatalog
import Synchronization
import TestSupport
import Testing

@testable import MarketAPI

/// Takes writes of products as a store would, for products with the ids 1 to 4.
private final class ListingLedger: ProductListing, ProductReading, Sendable {
  private let contents = Mutex<(calls: [ProductWrite.Change], fault: StoreError?)>(([], nil))
  private let shown = Mutex<[Int64: Product]>([:])

  var calls: [ProductWrite.Change] { contents.withLock { $0.calls } }
  func fail(_ fault: StoreError) { contents.withLock { $0.fault = fault } }
  /// Shows a product to those who read, instead of the one of the small shop.
  func show(_ product: Product) { shown.withLock { $0[product.card.id] = product } }

  func setListed(
    _ isListed: Bool, of ids: [Int64], at now: Timestamp
  ) throws(StoreError) -> Int {
    if let fault = contents.withLock({ $0.fault }) { throw fault }
    contents.withLock { $0.calls += ids.map { .setListed(isListed, id: $0) } }
    return ids.count
  }

  func setListed(
    _ isListed: Bool, of id: Int64, at now: Timestamp, if condition: () throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    if let fault = contents.withLock({ $0.fault }) { throw fault }
    guard try condition() else { return false }
    return try setListed(isListed, of: [id], at: now) == 1
  }

  func deleteProducts(_ ids: [Int64]) throws(StoreError) -> Int { 0 }
  func product(_ id: Int64) throws(StoreError) -> Product? {
    if let product = shown.withLock({ $0[id] }) { return product }
    return id == 3 ? nil : try smallShop().product(id)
  }
  func products(_ ids: [Int64]) throws(StoreError) -> [ProductCard] { [] }
}

@Suite("Writing products over HTTP")
struct ProductWriteTests {
  let shop = smallShop()
  private let ledger = ListingLedger()
  let api: APIFixture
  private static let json = (name: "content-type", value: "application/json")

  init() throws {
    let ledger = ledger
    let clock = TestClock()
    @Sendable func now() -> Timestamp { clock.now }
    let queue = try ProductWriter.makeQueue(clock: now) { () throws(StoreError) in
      (writer: ledger, reader: ledger)
    }
    shop.remove(3)
    api = APIFixture(shop) {
      $0.products = ProductWriter(queue: queue)
      $0.writeLimit = WriteLimit(perSecond: 10_000)
    }
  }

  private func edit(
    _ id: String, _ body: String, _ key: (name: String, value: String)?,
    type: (name: String, value: String)? = json
  ) -> Response {
    api.send(
      .patch, "/v1/products/" + id, [key, type].compactMap { $0 }, body: Array(body.utf8))
  }

  /// Who asks, of which product, and what they are told; the same for both methods.
  struct RightsCase: CustomTestStringConvertible, Sendable {
    var role: TokenRole?
    var id: Int
    var status: Int
    var detail = ""
    var testDescription: String { "\(role.map { "\($0)" } ?? "no key"), product \(id)" }
  }

  private static let foreign = "a vendor's key writes the vendor's own products only"
  private static let unknown = "there is no product with the id 99"

  // 1 is vendor 2's, 4 vendor 1's, 2 the market's own, 3 too but unlisted, 99 is not there.
  static let rights: [RightsCase] =
    [1, 2, 3, 4, 99].map {
      RightsCase(
        id: $0, status: 401, detail: "writing needs a key, as in Authorization: Bearer mk_…")
    }
    + [1, 2, 3, 4].map { RightsCase(role: .admin, id: $0, status: 204) }
    + [
      RightsCase(role: .admin, id: 99, status: 404, detail: unknown),
      RightsCase(role: .vendor(2), id: 1, status: 204),
      RightsCase(role: .vendor(2), id: 2, status: 403, detail: foreign),
      RightsCase(role: .vendor(2), id: 3, status: 403, detail: foreign),
      RightsCase(role: .vendor(2), id: 4, status: 403, detail: foreign),
      RightsCase(role: .vendor(2), id: 99, status: 404, detail: unknown),
      RightsCase(role: .vendor(1), id: 4, status: 204),
      RightsCase(role: .vendor(1), id: 1, status: 403, detail: foreign),
    ]

  @Test("who may write which product", arguments: rights)
  func whoMayWrite(_ test: RightsCase) {
    let key = test.role.map { shop.authorization($0) }
    let removal = api.send(.delete, "/v1/products/\(test.id)", [key].compactMap { $0 })
    let edit = edit(String(test.id), #"{"listed":false}"#, key)
    for response in [removal, edit] {
      #expect(response.status.code == test.status)
      if test.status == 204 {
        #expect(response.body.isEmpty)
      } else {
        #expect(response.text.contains("\"detail\":\"\(test.detail)\""), "\(response.text)")
      }
    }
    let writes: [ProductWrite.Change] = [.setListed(false, id: Int64(test.id))]
    #expect(ledger.calls == (test.status == 204 ? writes + writes : []))
  }

  @Test("a product that is listed again comes with the answer")
  func relisting() throws {
    let response = edit("1", #"{"listed":true}"#, shop.authorization(.vendor(2)))
    #expect(response.status == .ok)
    #expect(response.field("Cache-Control") == "no-store")
    #expect(response.text == api.send(.get, "/v1/products/1").text)
    #expect(ledger.calls == [.setListed(true, id: 1)])
  }

  /// A body that is refused as a whole, and where its faults are.
  struct RefusedBody: CustomTestStringConvertible, Sendable {
    var body: String
    var status = 400
    var says: String
    var pointers: [String] = []
    var testDescription: String { body }
  }

  @Test(
    "what cannot be written is refused by its name and changes nothing",
    arguments: [
      RefusedBody(body: "", says: "not valid JSON"),
      RefusedBody(body: "{", says: "not valid JSON"),
      RefusedBody(
        body: #"{"listed":true,"listed":true}"#,
        says: "the body is not JSON as it is read here: line 1, column 23: the same name"),
      RefusedBody(body: "[]", says: "must be an object", pointers: [""]),
      RefusedBody(body: "{}", says: "listed is required", pointers: ["/listed"]),
      RefusedBody(body: #"{"listed":1}"#, says: "listed must be", pointers: ["/listed"]),
      RefusedBody(body: #"{"listed":null}"#, says: "listed must be", pointers: ["/listed"]),
      RefusedBody(
        body: #"{"listed":true,"name":"x"}"#, says: "name cannot be changed yet",
        pointers: ["/name"]),
      RefusedBody(
        body: #"{"stock":1,"price":{},"listed":true,"colour":"red"}"#,
        says: "the body has 3 faults",
        pointers: ["/price", "/stock", "/colour"]),
    ])
  func refusedBodies(_ test: RefusedBody) throws {
    let response = edit("1", test.body, shop.authorization(.admin))
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    #expect(
      response.status.code == test.status && body["type"] as? String == "/problems/invalid-body")
    #expect((body["detail"] as? String)?.contains(test.says) == true, "\(body)")
    let errors = body["errors"] as? [[String: Any]] ?? []
    #expect(errors.compactMap { $0["pointer"] as? String } == test.pointers)
    #expect(ledger.calls.isEmpty)
  }

  /// An `If-Match` and what it does to a write of product 1 or 3.
  struct MatchCase: CustomTestStringConvertible, Sendable {
    /// The field's value, in which TAG stands for the tag that `GET` gives.
    var value: String
    var id = 1
    var status: Int
    /// The coding in which the tag came.
    var coding = "identity"
    var testDescription: String { "\(value) of \(coding), product \(id): \(status)" }
  }

  static let matches: [MatchCase] = [
    MatchCase(value: "TAG", status: 204),
    MatchCase(value: "TAG", status: 204, coding: "gzip"),
    MatchCase(value: "*", status: 204),
    MatchCase(value: #""x", TAG , W/"y""#, status: 204),
    MatchCase(value: "W/TAG", status: 412),
    MatchCase(value: #""x""#, status: 412),
    MatchCase(value: #""x", W/TAG"#, status: 412),
    MatchCase(value: #""*""#, status: 412),
    MatchCase(value: "", status: 412),
    MatchCase(value: "TAGx", status: 400),
    MatchCase(value: "x", status: 400),
    MatchCase(value: "*, TAG", status: 400),
    // Not listed: there is no version that a client could have.
    MatchCase(value: "*", id: 3, status: 412),
    MatchCase(value: "TAG", id: 3, status: 412),
  ]

  @Test(
    "a write is done when If-Match names the present version, else changes nothing",
    arguments: matches)
  func ifMatch(_ test: MatchCase) throws {
    let key = shop.authorization(.admin)
    shop.edit(1) { $0.description = String(repeating: "긴 설명 ", count: 200) }
    let product = try #require(try shop.product(1))
    ledger.show(product)
    let tag = try #require(
      api.send(.get, "/v1/products/1", [("accept-encoding", test.coding)]).field("ETag"))
    #expect(tag.hasSuffix("-gzip\"") == (test.coding == "gzip"))
    let condition = ("if-match", test.value.replacing("TAG", with: tag))
    let answers = [
      api.send(.delete, "/v1/products/\(test.id)", [key, condition]),
      api.send(
        .patch, "/v1/products/\(test.id)", [key, condition, Self.json],
        body: Array(#"{"listed":false}"#.utf8)),
    ]
    for response in answers {
      #expect(response.status.code == test.status, "\(response.text)")
      guard test.status != 204 else { continue }
      let problem = try #require(ProblemBody(response))
      #expect(problem.type == (test.status == 412 ? "precondition-failed" : "bad-request"))
      #expect(problem.detail.contains("If-Match"))
    }
    #expect(ledger.calls.count == (test.status == 204 ? 2 : 0))
    // What a client has is old as soon as a count moves, and the tag of the new version is right.
    guard test.status == 204, test.value != "*" else { return }
    shop.edit(1) { $0.card.counts.likes += 1 }
    ledger.show(try #require(try shop.product(1)))
    #expect(api.send(.delete, "/v1/products/1", [key, condition]).status.code == 412)
    let newTag = try #require(api.send(.get, "/v1/products/1").field("ETag"))
    #expect(api.send(.delete, "/v1/products/1", [key, ("if-match", newTag)]).status.code == 204)
  }

  @Test("what is wrong without If-Match is told before it")
  func faultsBeforeCondition() {
    let condition = ("if-match", #""x""#)
    let key = shop.authorization(.admin)
    #expect(api.send(.delete, "/v1/products/99", [key, condition]).status.code == 404)
    #expect(api.send(.delete, "/v1/products/1", [condition]).status.code == 401)
    #expect(
      api.send(.delete, "/v1/products/1", [shop.authorization(.vendor(1)), condition]).status.code
        == 403)
    #expect(
      api.send(
        .patch, "/v1/products/1", [key, condition, Self.json], body: Array("{}".utf8)
      ).status.code == 400)
    ledger.fail(.unknownProducts(ids: [1]))
    #expect(api.send(.delete, "/v1/products/1", [key, condition]).status.code == 404)
  }

  @Test("other faults are told as everywhere")
  func otherFaults() {
    let key = shop.authorization(.admin)
    #expect(edit("1", "{}", key, type: nil).status.code == 415)
    #expect(edit("0", #"{"listed":true}"#, key).status.code == 400)
    #expect(edit("1?x=1", #"{"listed":true}"#, key).status.code == 400)
    #expect(api.send(.delete, "/v1/products/abc", [key]).status.code == 400)
    #expect(
      api.send(.put, "/v1/products/1", [key]).field("Allow") == "GET, HEAD, PATCH, DELETE, OPTIONS")
    ledger.fail(.busy(detail: "locked"))
    let busy = api.send(.delete, "/v1/products/1", [key])
    #expect(busy.status.code == 503 && busy.field("Retry-After") == "1")
    // Deleted by another process between the two looks.
    ledger.fail(.unknownProducts(ids: [1]))
    #expect(api.send(.delete, "/v1/products/1", [key]).status.code == 404)
    let plain = APIFixture(shop)
    #expect(plain.send(.delete, "/v1/products/1", [key]).status.code == 503)
  }

  @Test("every call of the table lets through whom it names, and nobody else")
  func table() {
    for route in Routes().table {
      let target = route.template.replacing("{id}", with: "1").replacing("{name}", with: "x.svg")
      for call in route.calls {
        let response = api.send(
          call.method, target, [Self.json], body: Array(#"{"events":[]}"#.utf8),
          peer: PeerAddress("192.0.2.1"))
        switch call.access {
        case .anyone: #expect(response.status.code != 401 && response.status.code != 403)
        case .operators, .writers: #expect(response.status.code == 401, "\(call)")
        }
      }
    }
  }
}
