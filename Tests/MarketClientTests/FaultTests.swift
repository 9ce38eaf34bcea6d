import MarketCatalog
import MarketClient
import Testing

/// One thing that can go wrong between a front-end and a server, and what is told of it.
struct FaultCase: CustomTestStringConvertible {
  let testDescription: String
  let outcome: ScriptedTransport.Outcome
  let error: ClientError
  let storeError: StoreError

  init(
    _ name: String, _ outcome: ScriptedTransport.Outcome, _ error: ClientError,
    _ storeError: (String) -> StoreError
  ) {
    testDescription = name
    self.outcome = outcome
    self.error = error
    self.storeError = storeError(error.description)
  }

  private static func unavailable(_ text: String) -> StoreError { .unavailable(detail: text) }
  private static func unexpected(_ text: String) -> StoreError { .unexpected(detail: text) }
  private static func busy(_ text: String) -> StoreError { .busy(detail: text) }
  private static func mismatch(_ text: String) -> StoreError { .schemaMismatch(detail: text) }

  private static func transport(
    _ name: String, _ kind: TransportFault.Kind, _ storeError: (String) -> StoreError
  ) -> FaultCase {
    let fault = TransportFault(kind, detail: "in its own words")
    return FaultCase(name, .failure(fault), .transport(fault), storeError)
  }

  private static func problem(
    _ type: String, _ status: Int, parameter: String? = nil, retryAfter: Int? = nil,
    _ storeError: (String) -> StoreError
  ) -> FaultCase {
    FaultCase(
      "\(status) \(type)",
      .success(
        .problem(
          type, status: status, more: parameter.map { #","parameter":"\#($0)""# } ?? "",
          fields: retryAfter.map { [HeaderField("Retry-After", String($0))] } ?? [])),
      .problem(
        ServerProblem(
          type: ProblemType(rawValue: type), status: status, detail: "what is wrong",
          parameter: parameter, requestID: "00c0ffee", retryAfter: retryAfter)),
      storeError)
  }

  static let all: [FaultCase] = [
    transport("the host is unknown", .unknownHost, unavailable),
    transport("refused", .refused, unavailable),
    transport("no answer in time", .timedOut, unavailable),
    transport("a certificate that is not trusted", .insecure, unavailable),
    transport("torn off", .interrupted, unavailable),
    transport("not HTTP", .notHTTP, unexpected),
    transport("too long on the way", .tooLarge, unexpected),
    transport("no libcurl", .failed, unexpected),
    transport("given up", .cancelled) { _ in .cancelled },

    problem("busy", 503, retryAfter: 1, busy),
    problem("too-many-requests", 429, retryAfter: 60, busy),
    problem("unavailable", 503, retryAfter: 5, unavailable),
    problem("request-timeout", 408, unavailable),
    problem("cursor-expired", 410, parameter: "cursor") { _ in .cursor(.expired) },
    problem("invalid-cursor", 400, parameter: "cursor") { _ in .cursor(.malformed) },
    problem("invalid-parameter", 400, parameter: "limit", unexpected),
    problem("internal", 500, unexpected),
    problem("of-a-later-version", 499, unexpected),

    FaultCase(
      "a path that the server does not have",
      .success(.problem("not-found", status: 404)),
      .unexpected(.noSuchPath("/v1/feeds/popular")), mismatch),
    FaultCase(
      "another program's 404", .success(.json("<html>", status: 404, type: "text/html")),
      .unexpected(.noSuchPath("/v1/feeds/popular")), mismatch),
    FaultCase(
      "a gateway without its server", .success(.json("<html>", status: 502, type: "text/html")),
      .unexpected(.status(502)), unavailable),
    FaultCase(
      "a proxy that counts", .success(ClientResponse(status: 429)), .unexpected(.status(429)), busy),
    FaultCase(
      "a status of nobody", .success(ClientResponse(status: 418)), .unexpected(.status(418)),
      unexpected),
    FaultCase(
      "a problem that is none",
      .success(.json("{}", status: 500, type: "application/problem+json")),
      .unexpected(.status(500)), unexpected),
    FaultCase(
      "a redirect",
      .success(
        ClientResponse(
          status: 301, fields: [HeaderField("Location", "https://market.example/v1")])),
      .unexpected(.redirect("https://market.example/v1")), unexpected),
    FaultCase(
      "an unchanged answer that nobody kept", .success(ClientResponse(status: 304)),
      .unexpected(.redirect("")), unexpected),
    FaultCase(
      "a page", .success(.json("<html>", type: "text/html; charset=utf-8")),
      .unexpected(.contentType("text/html; charset=utf-8")), unexpected),
    FaultCase(
      "no type", .success(ClientResponse(status: 200)), .unexpected(.contentType("")), unexpected),
    FaultCase(
      "no JSON", .success(.json("{\"page\":")), .unexpected(.content("no JSON that can be read")),
      unexpected),
    FaultCase(
      "nothing", .success(.json("")), .unexpected(.content("no JSON that can be read")), unexpected),
    FaultCase(
      "too long", .success(.json(String(repeating: " ", count: 10_001))),
      .unexpected(.tooLarge(limit: 10_000)), unexpected),
    FaultCase(
      "other JSON", .success(.json("{}")), .unexpected(.content("page is missing")), unexpected),
    FaultCase(
      "a list", .success(.json("[]")), .unexpected(.content("the answer is of another type")),
      unexpected),
    FaultCase(
      "another feed",
      .success(.json(#"{"page":{"id":"latelyProduct"},"generation":1,"items":[]}"#)),
      .unexpected(.content(#"page.id is "latelyProduct", not "popularProduct""#)), unexpected),
    FaultCase(
      "a member of another type", .success(.json(sliceText(price: #""12900""#))),
      .unexpected(.content("items[0].price is of another type")), unexpected),
    FaultCase(
      "a member that is missing",
      .success(.json(sliceText(price: #"{"currency":"KRW","exponent":0}"#))),
      .unexpected(.content("items[0].price.amount_minor is missing")), unexpected),
    FaultCase(
      "a fraction of a won",
      .success(.json(sliceText(price: #"{"amount_minor":0.5,"currency":"KRW","exponent":0}"#))),
      .unexpected(.content("no JSON that can be read")), unexpected),
    FaultCase(
      "no currency",
      .success(.json(sliceText(price: #"{"amount_minor":1,"currency":"won","exponent":0}"#))),
      .unexpected(
        .content(
          #"items[0].price.currency: no currency with the code "won" and 0 digits"#)), unexpected),
    FaultCase(
      "no time", .success(.json(sliceText(createdAt: "yesterday"))),
      .unexpected(.content(#"items[0].created_at: "yesterday" is no time"#)), unexpected),
  ]
}

/// A slice of the popular feed with one product.
func sliceText(
  price: String = #"{"amount_minor":12900,"currency":"KRW","exponent":0}"#,
  createdAt: String = "2026-01-02T03:04:05.678Z", more: String = "", after: String = ""
) -> String {
  #"{"page":{"index":1,"id":"popularProduct"},"generation":7,"limit":20,"items":[{"id":3,"#
    + #""name":"울 코트","price":\#(price),"stock":1,"sold_out":false,"category":"outer","#
    + #""view_count":1,"like_count":2,"purchase_count":3,"created_at":"\#(createdAt)","#
    + #""updated_at":"2026-01-02T03:04:05.678Z"\#(more)}]\#(after)}"#
}

@Suite struct FaultTests {
  private let query = FeedQuery(page: .popularProduct)

  @Test(arguments: FaultCase.all)
  func aFaultIsToldAlikeToThreadsAndTasks(_ fault: FaultCase) async throws {
    let transport = ScriptedTransport(fault.outcome)
    let store = RemoteStore(.scripted, over: transport)
    #expect(throws: fault.error) { try store.answer(to: .slice(query)) }
    let market = RemoteMarket(.scripted, over: transport)
    await #expect(throws: fault.error) { try await market.answer(to: .slice(query)) }
  }

  @Test(arguments: FaultCase.all)
  func aFrontEndIsToldInTheWordsOfAStore(_ fault: FaultCase) {
    let store = RemoteStore(.scripted, over: ScriptedTransport(fault.outcome))
    #expect(throws: fault.storeError) {
      try store.slice(query, at: Timestamp(milliseconds: 0))
    }
  }

  @Test(arguments: FaultCase.all)
  func aFaultIsOneLine(_ fault: FaultCase) {
    #expect(!fault.error.description.isEmpty)
    #expect(!fault.error.description.contains("\n"))
  }
}
