import Foundation
import MarketCatalog
import MarketClient
import TestSupport
import Testing

@testable import MarketCLI

/// What another process does to the source of the tabs is seen in them.
@Suite struct TabsNewsTests {
  private static let mark = "● 새 순위가 있습니다"

  private func session(_ arguments: String) throws -> TmuxSession {
    let session = try TmuxSession(
      "\(RunningProgram.marketCLI.path) tabs \(arguments); echo ended=$?; exec cat")
    try session.show { $0.contains { $0.hasSuffix("원") } }
    return session
  }

  /// Records and applies a like of somebody new, by another process.
  private func like(_ shop: Shop) throws {
    let products = try shop.file.rows("SELECT id FROM products ORDER BY id LIMIT 1")
    let product = try #require(products.first.flatMap { Int($0) })
    let event = SentEvent(type: "like", product: product, actor: UUID().uuidString)
    #expect(try shop.run("events", "record", "-", input: Array(event.json.utf8)).status == 0)
  }

  /// Looks for the mark after a tick, takes it, and looks again.
  private func checkMark(in session: TmuxSession, _ shop: Shop) throws {
    #expect(try !session.screen().contains { $0.contains("●") })
    for _ in 0..<2 {
      try like(shop)
      try session.show { screen in
        screen[0].contains("인기 상품 ●") && screen[2].contains(Self.mark)
      }
      try session.press("r")
      try session.show { screen in !screen.contains { $0.contains("●") } }
    }
    try session.press("q")
    try session.show { $0.contains("ended=0") }
  }

  @Test func aTickOfAnotherProcessMarksTheTabsOfAStore() throws {
    let shop = try Shop(seeded: 40)
    try checkMark(
      in: session("--page popular --database sqlite:\(shop.directory.file("market.db"))"), shop)
  }

  @Test func aTickMarksTheTabsOfAServer() throws {
    let shop = try Shop(seeded: 40)
    let server = try shop.serve()
    try checkMark(in: session("--page popular --server \(server.client.address)"), shop)
    #expect(server.stop().status == 0)
  }

  @Test func aServerThatComesBackIsListenedToAgain() throws {
    let shop = try Shop(seeded: 40)
    let server = try shop.serve()
    let address = server.client.address
    let session = try session("--page popular --server \(address)")
    #expect(server.stop().status == 0)
    // Nobody is told of this one while nobody serves.
    try like(shop)
    let again = try RunningServer(
      data: shop.directory.path, listen: address.replacingOccurrences(of: "http://", with: ""))
    if let lines = try session.wait(seconds: 30, for: { $0[2].contains(Self.mark) }) {
      throw UnexpectedScreen(lines: lines)
    }
    #expect(again.stop().status == 0)
  }

  @Test func aStoreThatIsReplacedIsSaidAndReadAnew() throws {
    let shop = try Shop(seeded: 40)
    let path = shop.directory.file("market.db")
    let session = try session("--database sqlite:\(path)")
    let before = try session.showWhole()
    #expect(rename(path, path + ".away") == 0)
    let screen = try session.showWhole { $0[2].contains("저장소가 바뀌었거나 없어졌습니다  r 다시 시도") }
    #expect(screen[3...].contains(before[3]), "what was shown stays")
    // Trying again changes nothing while there is nothing.
    try session.press("r")
    try session.press("Down")
    try session.show { $0[4].hasPrefix("▌") }
    #expect(try session.screen()[2].contains("r 다시 시도"))

    for name in ["market.db", "market.db-wal", "market.db-shm", "market.db-events"] {
      _ = unlink(shop.directory.file(name))
    }
    #expect(try shop.run("seed", "--count", "3", "--random-seed", "9").status == 0)
    try session.press("r")
    try session.show { screen in
      screen.contains { $0.contains(" / 3 ") } && !screen[2].contains("r 다시 시도")
    }
    // The other page is of the new store, too, and the new one is listened to.
    try session.press("Right")
    try session.show { screen in screen.contains { $0.contains(" / 3 ") } }
    try like(shop)
    try session.show { $0[2].contains(Self.mark) }
    try session.press("q")
    try session.show { $0.contains("ended=0") }
  }

  @Test func waitingForNewsCostsNothing() throws {
    let shop = try Shop(seeded: 40)
    let terminal = try PseudoTerminal(
      [
        RunningProgram.marketCLI.path, "tabs", "--database",
        "sqlite:\(shop.directory.file("market.db"))",
      ], columns: 80, rows: 24, environment: [:])
    #expect(terminal.read(until: { terminal.text.contains("원") }))
    func time() throws -> Int {
      let threads = "/proc/\(terminal.process)/task"
      return try FileManager.default.contentsOfDirectory(atPath: threads).reduce(0) { sum, thread in
        let text = try String(contentsOfFile: "\(threads)/\(thread)/schedstat", encoding: .utf8)
        return sum + (text.split(separator: " ").first.flatMap { Int($0) } ?? 0)
      }
    }
    // For longer than any look at the store once a second would leave alone.
    var last = try time()
    var since = ContinuousClock.now
    let isStill = try poll {
      let present = try time()
      if present != last { (last, since) = (present, .now) }
      return since.duration(to: .now) > .seconds(3)
    }
    #expect(isStill)
  }

  @Test func anEventIsReportedByTheClient() async throws {
    let shop = try Shop(seeded: 40)
    let server = try shop.serve()
    let address = try #require(ServerAddress(server.client.address))
    let product = try #require(try shop.file.rows("SELECT min(id) FROM products").first)
    let event = ReportedEvent(
      id: try #require(EventID(uuid: UUID().uuidString)), kind: .view,
      productID: try #require(Int64(product)), actor: "기기-1")
    let wrong = ReportedEvent(id: event.id, kind: .view, productID: 1 << 40, actor: "")
    let market = RemoteMarket(ClientSettings(server: address), over: URLSessionTransport())
    let report = try await market.answer(to: .record([event, wrong]))
    #expect(report.accepted == 1 && report.rejected.map(\.index) == [1])
    let store = try RemoteStore(connectingTo: address)
    #expect(try store.answer(to: .record([event])) == EventReport(duplicate: 1))
    // The next call of the same transport reads again.
    #expect(try store.product(event.productID)?.card.id == event.productID)
    #expect(server.stop().status == 0)
  }
}
