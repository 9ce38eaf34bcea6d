import HTTPServer
import MarketAPI
import MarketCatalog
import MarketClient
import Synchronization
import TestSupport

/// Carries calls to the real API without a socket.
final class HandlerTransport: BlockingTransport {
  private let handler: MarketHandler
  private let base: String
  private let clock: SettableClock
  private(set) var statuses: [Int] = []
  private var arrival: UInt64 = 0

  /// A clock that a test sets.
  final class SettableClock: Sendable {
    private let time = Mutex(FeedConformance.now)
    var now: Timestamp { time.withLock { $0 } }
    func set(_ now: Timestamp) { time.withLock { $0 = now } }
  }

  init(_ store: InMemoryStore, base: String) {
    let clock = SettableClock()
    var configuration = MarketAPIConfiguration(cursorSecret: Array(0..<32), clock: { clock.now })
    configuration.cursorPolicy = store.policy
    handler = MarketHandler(configuration: configuration, reader: store)
    self.clock = clock
    self.base = base
  }

  /// Sets the server's clock.
  func setTime(_ now: Timestamp) { clock.set(now) }

  func send(_ request: ClientRequest) throws(TransportFault) -> ClientResponse {
    guard request.url.hasPrefix(base) else { throw TransportFault(.unknownHost) }
    arrival += 1
    let reply = handler.respond(
      to: Request(
        method: .get, target: String(request.url.dropFirst(base.utf8.count)),
        fields: request.fields.map { ($0.name.lowercased(), $0.value) }, arrival: arrival))
    guard case .now(let response) = reply else {
      preconditionFailure("the client makes no call that is answered later")
    }
    statuses.append(response.status.code)
    let lines = String(decoding: response.head, as: UTF8.self).split(separator: "\r\n")
    let fields = lines.dropFirst().compactMap { line in
      line.firstIndex(of: ":").map { colon in
        HeaderField(String(line[..<colon]), String(line[colon...].dropFirst(2)))
      }
    }
    let hasBody = response.status != .notModified
    return ClientResponse(
      status: response.status.code, fields: fields, body: hasBody ? response.body : [])
  }
}

/// A client of a server in this process, whose clock follows the reader's.
struct ClockedRemoteStore: FeedReading, ProductReading {
  let transport: HandlerTransport
  let remote: RemoteStore

  init(_ store: InMemoryStore) {
    let settings = ClientSettings.scripted
    transport = HandlerTransport(store, base: settings.server.baseURL)
    var generous = settings
    generous.answerLimit = ClientSettings(server: settings.server).answerLimit
    remote = RemoteStore(generous, over: transport)
  }

  func slice(_ query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedSlice {
    transport.setTime(now)
    return try remote.slice(query, at: now)
  }

  func product(_ id: Int64) throws(StoreError) -> Product? { try remote.product(id) }

  func products(_ ids: [Int64]) throws(StoreError) -> [ProductCard] { try remote.products(ids) }
}
