import Foundation
import HTTPServer
import MarketCatalog
import MarketJSON
import Synchronization
import TestSupport
import Testing

@testable import MarketAPI

/// A store that keeps the events that it is given, and fails as it is told.
final class EventLedger: Sendable {
  struct Contents {
    var calls: [[Event]] = []
    var known: Set<EventID> = []
    var fault: StoreError?
    var missingProducts: Set<Int64> = []
  }

  private let contents = Mutex(Contents())

  var calls: [[Event]] { contents.withLock { $0.calls } }
  var events: [Event] { calls.flatMap { $0 } }
  func fail(_ fault: StoreError?) { contents.withLock { $0.fault = fault } }
  func lose(_ productID: Int64) { _ = contents.withLock { $0.missingProducts.insert(productID) } }

  /// Records as a store does: each id once.
  func record(_ calls: [[Event]]) throws(StoreError) -> [EventReport] {
    let (reports, fault): ([EventReport], StoreError?) = contents.withLock { contents in
      if let fault = contents.fault { return ([], fault) }
      let reports = calls.map { call in
        var report = EventReport()
        for (index, event) in call.enumerated() {
          let isMissing = contents.missingProducts.contains(event.productID)
          if contents.known.contains(event.id) {
            report.duplicate += 1
          } else if let refusal = isMissing ? .noListedProduct : event.refusal {
            report.rejected.append(EventReport.Rejection(index: index, detail: refusal.detail))
          } else {
            contents.known.insert(event.id)
            report.accepted += 1
          }
        }
        return report
      }
      contents.calls += calls
      return (reports, nil)
    }
    if let fault { throw fault }
    return reports
  }
}

@Suite("Recording events over HTTP")
struct EventEndpointTests {
  let ledger = EventLedger()
  let api: APIFixture
  static let json: [(name: String, value: String)] = [("content-type", "application/json")]

  init() throws {
    api = try Self.makeAPI(ledger)
  }

  static func makeAPI(
    _ ledger: EventLedger, limit: Int = 100, proxies: Set<PeerAddress> = [],
    waitingLimit: Int = 10_000, shop: any MarketScanning = smallShop(),
    _ adjust: (inout MarketAPIConfiguration) -> Void = { _ in }
  ) throws -> APIFixture {
    let queue = try EventRecorder.Queue(
      waitingLimit: waitingLimit, batchLimit: 1_000
    ) { () throws(StoreError) in
      { (calls) throws(StoreError) in try ledger.record(calls) }
    }
    return APIFixture(shop) {
      $0.events = EventRecorder(
        queue: queue, hasher: ActorHasher(secret: Array(0..<32)), cap: AddressCap(limit: limit),
        proxies: proxies)
      adjust(&$0)
    }
  }

  private func post(
    _ body: String, _ fields: [(name: String, value: String)] = json, peer: PeerAddress? = nil
  ) -> Response {
    api.send(.post, "/v1/events", fields, body: Array(body.utf8), peer: peer)
  }

  static func event(
    _ number: Int, _ type: String = "view", product: Int = 1, actor: String = "a",
    at time: String? = nil
  ) -> String {
    let id = "0190f6a0-0000-7000-8000-" + String(format: "%012x", number)
    let when = time.map { #","occurred_at":"\#($0)""# } ?? ""
    return
      #"{"id":"\#(id)","type":"\#(type)","product_id":\#(product),"actor":"\#(actor)"\#(when)}"#
  }

  static func call(_ events: [String]) -> String {
    #"{"events":["# + events.joined(separator: ",") + "]}"
  }

  @Test("what is right is recorded with its time and hashed actor, what is wrong rejected by index")
  func report() throws {
    ledger.lose(3)
    let now = api.clock.now
    func time(_ offset: Int64) -> String { now.advanced(byMilliseconds: offset).rfc3339 }
    let response = post(
      Self.call([
        Self.event(1), Self.event(2, "like", at: time(-5_000)), "7",
        Self.event(3, "buy", product: 0), Self.event(4, product: 3), Self.event(1),
        Self.event(5, "purchase"), Self.event(6, at: time(300_000)),
        Self.event(7, at: time(300_001)), Self.event(8, at: time(-Event.memory - 1)),
        #"{"id":1,"type":"view","extra":true}"#,
        Self.event(9, actor: String(repeating: "가", count: 43)),
      ]))
    #expect(response.status == .ok)
    #expect(response.field("Content-Type") == "application/json")
    #expect(response.field("Cache-Control") == "no-store")
    let expected: [(Int, String)] = [
      (2, "an event must be an object"),
      (3, "type must be view, like, unlike or purchase; product_id must be at least 1"),
      (4, "product_id names no listed product"),
      (6, "a purchase needs a key"),
      (8, "occurred_at is more than five minutes ahead"),
      (9, "occurred_at is more than 400 days ago"),
      (
        10,
        "id must be a string, not a number; product_id is required; actor is required; "
          + "extra is not a known name here"
      ),
      (11, "actor must have 1 to 128 bytes"),
    ]
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    #expect(body["accepted"] as? Int == 3)
    #expect(body["duplicate"] as? Int == 1)
    let rejected = try #require(body["rejected"] as? [[String: Any]])
    #expect(rejected.map { $0["index"] as? Int } == expected.map(\.0))
    #expect(rejected.map { $0["detail"] as? String } == expected.map(\.1))
    let description = try Description()
    let schema = try #require(
      description.schema("/v1/events", status: "200", type: "application/json", method: "post"))
    #expect(description.faults(body, schema).isEmpty)

    let recorded = ledger.events.filter { $0.productID == 1 }
    #expect(recorded.map(\.kind) == [.view, .like, .view, .view])
    #expect(
      recorded.map(\.occurredAt) == [now, now.advanced(byMilliseconds: -5_000), now, now])
    let hash = ActorHasher(secret: Array(0..<32)).number(of: "a")
    #expect(recorded.allSatisfy { $0.actor == hash })
  }

  /// What the reader takes in no document, in an event that is otherwise right.
  struct UntakenCase: CustomTestStringConvertible, Sendable {
    /// Those behind the id.
    var members: String
    var detail: String
    var testDescription: String { members }
  }

  @Test(
    "an event that holds what is valid JSON and not taken is rejected, and the others are recorded",
    arguments: [
      UntakenCase(
        members: #""type":"view","product_id":9223372036854775808,"actor":"a""#,
        detail: "the number is too large near '9223372036854775808'"),
      UntakenCase(
        members: #""type":"view","product_id":1,"actor":"a","score":0.12345678901234567"#,
        detail: "a number may have at most 15 digits, or it would lose some"),
      UntakenCase(
        members: #""type":"view","product_id":1,"actor":"a","score":1e400"#,
        detail: "a number may have at most 290 digits before its point, or zeros behind it"),
      UntakenCase(
        members: #""type":"view","product_id":1,"actor":"a\u0000""#,
        detail: "texts must not contain the character NUL"),
      UntakenCase(
        members: #""type":"view","product_id":1,"actor":"\ud800""#,
        detail: "texts must not contain half of a surrogate pair"),
      UntakenCase(
        members: #""type":"view","product_id":1,"actor":"a","type":"like""#,
        detail: #"the same name comes twice in an object near '"type"'"#),
    ])
  func untaken(_ test: UntakenCase) throws {
    let odd = #"{"id":"0190f6a0-0000-7000-8000-000000000002","# + test.members + "}"
    // The third is not plain, and the fourth no event for another reason.
    let events = [Self.event(1), odd, Self.event(3, actor: "가"), Self.event(4, "buy")]
    let response = post(Self.call(events))
    #expect(response.status == .ok)
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    let rejected = try #require(body["rejected"] as? [[String: Any]])
    #expect(body["accepted"] as? Int == 2)
    #expect(rejected.map { $0["index"] as? Int } == [1, 3])
    #expect(
      rejected.map { $0["detail"] as? String } == [
        test.detail, "type must be view, like, unlike or purchase",
      ])
    #expect(ledger.events.count == 2)
    // The same once more behind a comma too many is not JSON, and records nothing.
    let broken = post(Self.call(events + [""]))
    #expect(broken.status.code == 400 && ledger.events.count == 2)
  }

  /// A body, or fields, that are refused as a whole.
  struct RefusedCase: CustomTestStringConvertible, Sendable {
    var body: String
    var fields: [(name: String, value: String)] = EventEndpointTests.json
    var target = "/v1/events"
    var method = Method.post
    var type: String
    var status = 400
    var errors: [String] = []
    var testDescription: String {
      type + ": " + (fields.first?.value ?? "no type") + " " + body.prefix(60)
    }
  }

  static let refused: [RefusedCase] = [
    RefusedCase(body: "", type: "invalid-body"),
    RefusedCase(body: "{", type: "invalid-body"),
    RefusedCase(body: #"{"events":[],}"#, type: "invalid-body"),
    RefusedCase(body: #"{"events":[],"events":[]}"#, type: "invalid-body"),
    RefusedCase(body: #"{"events":[1e400,]}"#, type: "invalid-body"),
    RefusedCase(body: #"{"events":[1e400],"x":1}"#, type: "invalid-body"),
    RefusedCase(
      body: call(Array(repeating: "1e400", count: 1_001)), type: "invalid-body"),
    RefusedCase(body: "[]", type: "invalid-body", errors: [""]),
    RefusedCase(body: "{}", type: "invalid-body", errors: ["/events"]),
    RefusedCase(
      body: #"{"events":{},"a":1,"b/c":2}"#, type: "invalid-body",
      errors: ["/events", "/a", "/b~1c"]),
    RefusedCase(
      body: call(Array(repeating: event(1), count: 1_001)), type: "invalid-body",
      errors: ["/events"]),
    RefusedCase(
      body: "{\"events\":[" + String(repeating: "[", count: 100), type: "invalid-body"),
    RefusedCase(
      body: call([]), fields: [], type: "unsupported-media-type", status: 415),
    RefusedCase(
      body: call([]), fields: [("content-type", "text/plain")], type: "unsupported-media-type",
      status: 415),
    RefusedCase(
      body: call([]), fields: [("content-type", "application/jsonx")],
      type: "unsupported-media-type", status: 415),
    RefusedCase(
      body: call([]), fields: json + [("content-encoding", "gzip")],
      type: "unsupported-media-type", status: 415),
    RefusedCase(body: call([]), target: "/v1/events?x=1", type: "unknown-parameter"),
    RefusedCase(body: "", method: .get, type: "method-not-allowed", status: 405),
  ]

  @Test("a body that cannot be read records nothing and says where it is wrong", arguments: refused)
  func refuses(_ test: RefusedCase) throws {
    let response = api.send(test.method, test.target, test.fields, body: Array(test.body.utf8))
    let problem = try #require(ProblemBody(response))
    #expect(problem.type == test.type && problem.status == test.status)
    #expect(response.status.code == test.status)
    let body = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
    let errors = body?["errors"] as? [[String: String]] ?? []
    #expect(errors.map { $0["pointer"] } == test.errors)
    #expect(errors.allSatisfy { $0["detail"]?.isEmpty == false })
    #expect(ledger.calls.isEmpty)
  }

  @Test("types with parameters, an empty call and a call of a thousand are taken")
  func takes() throws {
    for type in ["application/json; charset=utf-8", "Application/JSON", " application/json ;x=y"] {
      let response = post(Self.call([]), [("content-type", type)])
      #expect(response.text == #"{"accepted":0,"duplicate":0,"rejected":[]}"#)
    }
    #expect(ledger.calls.isEmpty)
    let thousand = (0..<1_000).map { Self.event($0, product: 1 + $0 % 20) }
    #expect(
      post(Self.call(thousand)).text == #"{"accepted":1000,"duplicate":0,"rejected":[]}"#)
  }

  /// Who sends, over which connection, and what the proxy says.
  struct SenderCase: CustomTestStringConvertible, Sendable {
    var peer: String?
    var forwarded: String?
    /// Whose allowance it takes from.
    var counts: String
    var testDescription: String { "\(peer ?? "socket") says \(forwarded ?? "nothing")" }
  }

  @Test(
    "an address is capped for each product and day, whatever the client says of itself",
    arguments: [
      SenderCase(peer: "192.0.2.1", forwarded: nil, counts: "192.0.2.1"),
      SenderCase(peer: "192.0.2.1", forwarded: "203.0.113.9", counts: "192.0.2.1"),
      SenderCase(peer: "127.0.0.1", forwarded: "192.0.2.1", counts: "192.0.2.1"),
      SenderCase(peer: "127.0.0.1", forwarded: "10.0.0.1, 192.0.2.1", counts: "192.0.2.1"),
      SenderCase(peer: nil, forwarded: "192.0.2.1", counts: "192.0.2.1"),
      SenderCase(peer: "198.51.100.7", forwarded: "192.0.2.1", counts: "192.0.2.1"),
      SenderCase(peer: "2001:db8::1", forwarded: nil, counts: "2001:db8::ffff"),
      SenderCase(peer: "127.0.0.1", forwarded: "nonsense", counts: "127.0.0.1"),
    ])
  func cap(_ test: SenderCase) throws {
    let proxy = try #require(PeerAddress("198.51.100.7"))
    let api = try Self.makeAPI(ledger, limit: 3, proxies: [proxy])
    var number = 0
    func send(_ peer: String?, _ forwarded: String?, product: Int = 1) -> Bool {
      number += 1
      let fields = Self.json + (forwarded.map { [("x-forwarded-for", $0)] } ?? [])
      let response = api.send(
        .post, "/v1/events", fields,
        body: Array(Self.call([Self.event(number, product: product)]).utf8),
        peer: peer.flatMap { PeerAddress($0) })
      return response.text.contains(#""accepted":1"#)
    }
    #expect(send(test.peer, test.forwarded))
    #expect(send(test.counts, nil))
    #expect(send(test.peer, test.forwarded))
    #expect(!send(test.peer, test.forwarded))
    #expect(!send(test.counts, nil))
    #expect(send(test.peer, test.forwarded, product: 2), "another product")
    #expect(send("203.0.113.77", nil), "another address")
    api.clock.advance(byMilliseconds: Timestamp.millisecondsPerDay)
    #expect(send(test.peer, test.forwarded), "another day")
  }

  @Test("who sends a call again past the limit is told what is recorded, and what was too many")
  func capAndRetry() throws {
    let api = try Self.makeAPI(ledger, limit: 3)
    let peer = PeerAddress("192.0.2.1")
    let calls = [1...2, 1...2, 1...4].map { Self.call($0.map { Self.event($0) }) }
    let answers = calls.map {
      api.send(.post, "/v1/events", Self.json, body: Array($0.utf8), peer: peer).text
    }
    let tooMany = "one address may send 3 events of a product a day without a key"
    #expect(
      answers == [
        #"{"accepted":2,"duplicate":0,"rejected":[]}"#,
        #"{"accepted":0,"duplicate":2,"rejected":[]}"#,
        #"{"accepted":0,"duplicate":2,"rejected":[{"index":2,"detail":"\#(tooMany)"},"#
          + #"{"index":3,"detail":"\#(tooMany)"}]}"#,
      ])
  }

  @Test("a store that fails is told as a problem, without its details")
  func failures() throws {
    for test in FailureTests.failures {
      ledger.fail(test.error)
      let response = post(Self.call([Self.event(1)]))
      let problem = try #require(ProblemBody(response))
      #expect(problem.type == test.type && response.status.code == test.status)
      #expect(response.field("Retry-After") == test.retryAfter)
      #expect(!response.text.contains("SELECT"))
      if test.isLogged { #expect(api.faults.all.last?.request == "POST /v1/events") }
    }
    ledger.fail(nil)
    #expect(post(Self.call([Self.event(1)])).text.contains(#""accepted":1"#))
  }

  @Test("when too much waits the caller is told to come back, and so is one without a recorder")
  func busy() throws {
    let gate = Gate()
    let queue = try EventRecorder.Queue(waitingLimit: 2, batchLimit: 2) { () throws(StoreError) in
      { (calls) throws(StoreError) in
        gate.pass()
        return calls.map { EventReport(accepted: $0.count) }
      }
    }
    let api = APIFixture(smallShop()) {
      $0.events = EventRecorder(
        queue: queue, hasher: ActorHasher(secret: Array(0..<32)), cap: AddressCap(limit: 100))
    }
    func reply(_ number: Int) -> Reply {
      api.reply(
        .post, "/v1/events", Self.json, body: Array(Self.call([Self.event(number)]).utf8))
    }
    let answers = Collected()
    for number in 1...4 {
      guard case .later(let begin) = reply(number) else {
        Issue.record("a call is answered later")
        return
      }
      begin(Responder { answers.append($0?.status.code ?? 0) })
      // The first is at the gate, so the next two wait and the fourth is one too many.
      if number == 1 { gate.waitForSomeone() }
    }
    #expect(answers.all == [503])
    gate.open()
    queue.close()
    #expect(answers.all == [503, 200, 200, 200])

    let response = APIFixture(smallShop()).send(
      .post, "/v1/events", Self.json, body: Array(Self.call([Self.event(1)]).utf8))
    #expect(ProblemBody(response)?.type == "unavailable")
  }
}

/// Numbers in the order in which threads bring them.
final class Collected: Sendable {
  private let numbers = Mutex<[Int]>([])
  var all: [Int] { numbers.withLock { $0 } }
  func append(_ number: Int) { numbers.withLock { $0.append(number) } }
}

/// Holds up whoever passes until it is opened.
final class Gate: Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  func pass() {
    arrived.signal()
    _ = opened.wait(timeout: .now() + 20)
    opened.signal()
  }

  func waitForSomeone() { _ = arrived.wait(timeout: .now() + 20) }
  func open() { opened.signal() }
}
