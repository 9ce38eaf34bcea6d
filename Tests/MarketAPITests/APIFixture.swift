import Dispatch
import HTTPServer
import MarketCatalog
import MarketJSON
import Synchronization
import TestSupport

@testable import MarketAPI

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
  private let time: Mutex<Timestamp>

  init(_ start: Timestamp = Timestamp(milliseconds: 1_772_366_400_000)) {
    time = Mutex(start)
  }

  var now: Timestamp { time.withLock { $0 } }

  func advance(byMilliseconds delta: Int64) {
    time.withLock { $0 = $0.advanced(byMilliseconds: delta) }
  }
}

/// Counts what a store is asked.
final class CountingReader: MarketScanning {
  let store: InMemoryStore
  private(set) var sliceCount = 0
  private(set) var versionCount = 0
  private(set) var productCount = 0
  private(set) var snapshotCount = 0
  private(set) var isInSnapshot = false
  private(set) var countCount = 0
  private(set) var categoryCount = 0
  private(set) var tokenCount = 0
  /// Whether ``count(_:)`` gives up.
  var countsNothing = false

  init(_ store: InMemoryStore) {
    self.store = store
  }

  func slice(_ query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedSlice {
    sliceCount += 1
    return try store.slice(query, at: now)
  }

  func product(_ id: Int64) throws(StoreError) -> Product? {
    productCount += 1
    return try store.product(id)
  }

  func products(_ ids: [Int64]) throws(StoreError) -> [ProductCard] {
    productCount += 1
    return try store.products(ids)
  }

  func count(_ filter: FeedFilter) throws(StoreError) -> Int64? {
    countCount += 1
    return countsNothing ? nil : try store.count(filter)
  }

  func categories() throws(StoreError) -> [CategoryCount] {
    categoryCount += 1
    return try store.categories()
  }

  func version() throws(StoreError) -> StoreVersion {
    versionCount += 1
    return try store.version()
  }

  func token(withHash hash: [UInt8]) throws(StoreError) -> AccessToken? {
    tokenCount += 1
    return try store.token(withHash: hash)
  }

  func ownership(ofProduct id: Int64) throws(StoreError) -> ProductOwnership? {
    try store.ownership(ofProduct: id)
  }

  func beginSnapshot() throws(StoreError) {
    snapshotCount += 1
    isInSnapshot = true
  }

  func endSnapshot() { isInSnapshot = false }
}

/// An API over a store in memory, with a clock, a secret and request ids that never vary.
final class APIFixture {
  let clock = TestClock()
  let faults = FaultLog()
  let handler: MarketHandler
  private var arrival: UInt64 = 0

  /// Where a fault's details go.
  final class FaultLog: Sendable {
    private let entries = Mutex<[InternalFault]>([])
    var all: [InternalFault] { entries.withLock { $0 } }
    func append(_ fault: InternalFault) { entries.withLock { $0.append(fault) } }
  }

  init(
    _ reader: any MarketScanning, _ adjust: (inout MarketAPIConfiguration) -> Void = { _ in }
  ) {
    let (clock, faults) = (clock, faults)
    var configuration = MarketAPIConfiguration(
      cursorSecret: Array(0..<32), clock: { clock.now })
    configuration.log = { faults.append($0) }
    adjust(&configuration)
    handler = MarketHandler(
      configuration: configuration, reader: reader, requestIDs: RequestIDs(seed: 1))
  }

  /// Sends a request that arrived by itself.
  func send(
    _ method: Method = .get, _ target: String, _ fields: [(name: String, value: String)] = [],
    body: [UInt8] = [], peer: PeerAddress? = nil
  ) -> Response {
    reply(method, target, fields, body: body, peer: peer).response
  }

  /// Sends a request that arrived by itself; returns what the engine would be told.
  func reply(
    _ method: Method = .get, _ target: String, _ fields: [(name: String, value: String)] = [],
    body: [UInt8] = [], peer: PeerAddress? = nil
  ) -> Reply {
    arrival += 1
    return handler.respond(
      to: Request(
        method: method, target: target, fields: fields, body: body, arrival: arrival, peer: peer))
  }
}

extension Reply {
  /// The answer, also when it comes later, from any thread; the head of a stream.
  var response: Response {
    switch self {
    case .now(let response): return response
    case .stream(let stream): return stream.head
    case .later(let begin):
      let box = Box()
      begin(Responder { box.put($0 ?? Response(status: Status(599))) })
      return box.take()
    }
  }

  /// Where an answer is waited for.
  private final class Box: Sendable {
    private let response = Mutex<Response?>(nil)
    private let isFull = DispatchSemaphore(value: 0)

    func put(_ response: Response) {
      self.response.withLock { $0 = response }
      isFull.signal()
    }

    func take() -> Response {
      guard isFull.wait(timeout: .now() + 20) == .success,
        let response = response.withLock({ $0 })
      else { return Response(status: Status(598)) }
      return response
    }
  }
}

extension Response {
  /// The value of a field, by its name as it is written; nil when it is not there.
  func field(_ name: String) -> String? {
    for line in headLines.dropFirst() where line.hasPrefix(name + ": ") {
      return String(line.dropFirst(name.utf8.count + 2))
    }
    return nil
  }

  /// The status line and the fields.
  var headLines: [String] {
    String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
  }

  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A whole exchange as text: the request, then the answer as it would be sent.
func exchangeText(
  _ method: Method, _ target: String, _ fields: [(name: String, value: String)],
  _ response: Response
) -> String {
  var lines = ["> \(method.rawValue) \(target)"]
  lines += fields.map { "> \($0.name): \($0.value)" }
  lines.append("")
  lines += response.headLines.map { "< " + $0 }
  lines.append("")
  let hasBody = method != .head && response.status != .notModified && !response.body.isEmpty
  if hasBody {
    lines.append(
      response.field("Content-Encoding") == nil
        ? response.text : "(\(response.body.count) bytes of gzip)")
  }
  return lines.joined(separator: "\n") + "\n"
}

/// A shop of four products that shows every member and every absence.
func smallShop() -> InMemoryStore {
  let store = InMemoryStore()
  let day = Timestamp(milliseconds: 1_772_323_200_000)
  store.insert(
    Product(
      card: ProductCard(
        id: 0, name: "울 코트 \"클래식\"", price: Money(amountMinor: 129_000, currency: .krw),
        originalPrice: Money(amountMinor: 159_000, currency: .krw), stock: 3, category: "outer",
        vendor: Vendor(id: 2, name: "서울 상점"),
        thumbnail: Picture(url: "/media/outer-1.svg", width: 320, height: 320),
        counts: ProductCounts(views: 120, likes: 9, purchases: 2), createdAt: day,
        updatedAt: day.advanced(byMilliseconds: 3_600_001)),
      description: "따뜻한 코트\n두 줄 설명",
      images: [Picture(url: "https://images.example/coat.jpg", width: 800, height: 1_000)],
      source: ProductSource(name: "test", id: "coat")),
    rankKey: 300)
  store.insert(
    ProductCard(
      id: 0, name: "Plain tee", price: Money(amountMinor: 236, currency: .usd), stock: 0,
      category: "top", createdAt: day, updatedAt: day),
    rankKey: 900)
  store.insert(
    ProductCard(
      id: 0, name: "スカーフ", price: Money(amountMinor: 1_250, currency: .kwd), stock: 12,
      category: "etc", thumbnail: Picture(url: "https://images.example/scarf.png"),
      createdAt: day.advanced(byMilliseconds: -86_400_000),
      updatedAt: day.advanced(byMilliseconds: -86_400_000)),
    rankKey: 300)
  store.insert(
    ProductCard(
      id: 0, name: "👩‍👩‍👧‍👦 세트", price: Money(amountMinor: 0, currency: .krw), stock: 1,
      category: "etc", vendor: Vendor(id: 1, name: "바다"),
      createdAt: day.advanced(byMilliseconds: -172_800_000),
      updatedAt: day.advanced(byMilliseconds: -172_800_000)),
    rankKey: 100)
  return store
}
