import HTTPServer
import MarketAPI
import MarketCatalog
import MarketSQLite
import Synchronization

/// Asks the API inside this process: all that a request costs but sockets and the reading of its head.
final class APICaller {
  private let handler: MarketHandler
  private let clock: Clock
  private var arrival: UInt64 = 0

  private final class Clock: Sendable {
    let milliseconds: Atomic<Int64>
    init(_ now: Timestamp) { milliseconds = Atomic(now.milliseconds) }
  }

  /// The API's present.
  var now: Timestamp {
    get { Timestamp(milliseconds: clock.milliseconds.load(ordering: .relaxed)) }
    set { clock.milliseconds.store(newValue.milliseconds, ordering: .relaxed) }
  }

  init(_ store: SQLiteStore, at now: Timestamp) throws {
    let reader = try store.makeReader()
    let clock = Clock(now)
    self.clock = clock
    handler = MarketHandler(
      configuration: MarketAPIConfiguration(cursorSecret: try reader.secret(.cursor)) {
        Timestamp(milliseconds: clock.milliseconds.load(ordering: .relaxed))
      }, reader: reader)
  }

  /// Asks for a target, and throws unless the answer is 200.
  func get(_ target: String) throws { _ = try answer(to: target) }

  /// The target of what follows a number of slices of 20.
  func next(_ page: Page, after slices: Int) throws -> String {
    let path = "/v1/feeds/\(page.feed.name)?limit="
    var rest = slices * FeedQuery.defaultLimit
    var cursor = ""
    while rest > 0 {
      let limit = min(rest, FeedQuery.limits.upperBound)
      cursor = try followingCursor(of: "\(path)\(limit)\(cursor)")
      rest -= limit
    }
    return "\(path)\(FeedQuery.defaultLimit)\(cursor)"
  }

  private func followingCursor(of target: String) throws -> String {
    let head = String(decoding: try answer(to: target).head, as: UTF8.self)
    guard let link = head.split(separator: "\r\n").first(where: { $0.hasPrefix("Link: <") }),
      let start = link.firstRange(of: "&cursor=")?.lowerBound, let end = link.firstIndex(of: ">")
    else { throw StoreError.unexpected(detail: "the feed ends behind \(target)") }
    return String(link[start..<end])
  }

  private func answer(to target: String) throws -> Response {
    arrival += 1
    let reply = handler.respond(to: Request(method: .get, target: target, arrival: arrival))
    handler.willWait()
    guard case .now(let response) = reply, response.status == .ok else {
      throw StoreError.unexpected(detail: "\(target) was not answered with 200")
    }
    return response
  }
}
