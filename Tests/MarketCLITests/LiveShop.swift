import Foundation
import MarketCatalog
import MarketSQLite
import TestSupport
import Testing

/// A shop whose server ticks fast and takes events from one address without end.
struct LiveShop {
  let shop: Shop
  private let configuration: String

  init(seeded count: Int, tickMilliseconds: Int = 20) throws {
    shop = try Shop(seeded: count)
    configuration = try shop.directory.write(
      """
      {"popularity": {"tick_ms": \(tickMilliseconds)}, "events": {"address_limit": 60000},
       "http": {"drain_timeout_ms": \(Int(Self.drainSeconds * 1_000))}}
      """.utf8, to: "market.json")
  }

  /// How long an end waits for requests in flight: so long that an end which waited shows.
  static let drainSeconds = 60.0

  /// Starts a server, where nobody else listens or where another one has ended.
  func serve(listen: String = "\(RunningServer.ownHost()):0") throws -> RunningServer {
    try RunningServer(
      data: shop.directory.path, listen: listen, ["--config", configuration])
  }

  /// The store, opened in this process: another one than the server's.
  func store() throws -> SQLiteStore {
    try SQLiteStore(path: shop.directory.file("market.db"))
  }

  /// The listed products' ids.
  func ids() throws -> [Int] {
    try shop.file.rows("SELECT id FROM products WHERE listed = 1 ORDER BY id").compactMap {
      Int($0)
    }
  }
}

/// An event as a client writes it.
struct SentEvent: Sendable {
  let id = UUID()
  var type: String
  var product: Int
  var actor: String

  var json: String {
    #"{"id":"\#(id.uuidString)","type":"\#(type)","product_id":\#(product),"actor":"\#(actor)"}"#
  }
}

/// What the server says of a call of events.
struct EventAnswer {
  var accepted: Int
  var duplicate: Int
  var rejected: Int
}

extension HTTPClient {
  /// Records events in one call.
  func record(_ events: [SentEvent], key: String? = nil) throws -> EventAnswer {
    let answer = try post(
      "/v1/events", "{\"events\":[" + events.map(\.json).joined(separator: ",") + "]}", key: key)
    guard answer.status == 200 else {
      throw HTTPClientError(
        description: "events: \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
    let body = try answer.json()
    return EventAnswer(
      accepted: body["accepted"] as? Int ?? -1, duplicate: body["duplicate"] as? Int ?? -1,
      rejected: (body["rejected"] as? [Any])?.count ?? -1)
  }

  /// A product's counts.
  func counts(_ product: Int) throws -> [Int] {
    let body = try get("/v1/products/\(product)").json()
    return ["view_count", "like_count", "purchase_count"].map { body[$0] as? Int ?? -1 }
  }
}

/// Lets the present day of UTC end, when it is about to: what counts once a day is sent within one.
func waitForADayThatLasts() {
  _ = poll(seconds: 120) {
    86_400 - Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) > 60
  }
}

/// Runs closures on threads of their own, all at once, and gathers what they throw; `meanwhile`
/// runs on the caller's.
func onThreads(
  _ count: Int, meanwhile: () throws -> Void = {}, _ body: @escaping @Sendable (Int) throws -> Void
) throws -> [String] {
  let faults = Faults()
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread {
      do { try body(number) } catch { faults.append("\(number): \(error)") }
      group.leave()
    }.start()
  }
  defer { group.wait() }
  try meanwhile()
  group.wait()
  return faults.all
}

/// Faults in the order in which threads bring them.
final class Faults: Sendable {
  private let texts = Locked<[String]>([])
  var all: [String] { texts.value }
  func append(_ text: String) { texts.change { $0.append(text) } }
}
