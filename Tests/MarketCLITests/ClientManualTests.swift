import Foundation
import MarketCatalog
import MarketClient
import Testing

@testable import MarketCLI

/// What docs/client.md says is compiled, and works.
@Suite struct ClientManualTests {
  @Test func theTransportInTheManualIsTheOneThatIsTested() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("URLSessionTransport.swift")
    let code = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(code.range(of: "import Foundation\nimport MarketClient\n"))
    let manual = try String(
      contentsOf: repository.appendingPathComponent("docs/client.md"), encoding: .utf8)
    #expect(manual.contains(code[start.lowerBound...]))
  }

  @Test func anAppReadsWhatTheTerminalReads() async throws {
    let shop = try Shop(seeded: 40)
    let server = try shop.serve()
    let address = try #require(ServerAddress(server.client.address))
    let market = RemoteMarket(ClientSettings(server: address), over: URLSessionTransport())
    let store = try RemoteStore(connectingTo: address)
    var query = FeedQuery(page: .popularProduct, limit: 15)
    var count = 0
    repeat {
      let slice = try await market.answer(to: .slice(query))
      // Cursors carry when their walk began, which may be a step of the clock later.
      let same = try store.answer(to: .slice(query))
      #expect(slice.items == same.items && slice.generation == same.generation)
      #expect((slice.next == nil) == (same.next == nil))
      count += slice.items.count
      query.cursor = slice.next
    } while query.cursor != nil
    #expect(count == 40)
    await #expect(throws: ClientError.self) {
      try await market.answer(
        to: .slice(FeedQuery(page: .popularProduct, cursor: Cursor(bytes: [1, 2]))))
    }
    #expect(try await market.answer(to: .product(1_000)) == nil)
    #expect(server.stop().status == 0)
    await #expect(throws: ClientError.self) { try await market.answer(to: .health) }
  }

  @Test func aShopsServerTellsOfSalesWithItsKey() async throws {
    let shop = try Shop(seeded: 10)
    let server = try shop.serve()
    let created = try shop.run("token", "create", "--quiet", "--role", "admin")
    let key = try #require(created.lines.first.flatMap { ServerKey($0) })
    var settings = ClientSettings(server: try #require(ServerAddress(server.client.address)))
    func sell(_ number: UInt8) async throws -> Int {
      let id = EventID(high: 7, low: UInt64(number))
      let sale = ReportedEvent(
        id: id, kind: .purchase, productID: 1, actor: "buyer \(number)")
      let market = RemoteMarket(settings, over: URLSessionTransport())
      return try await market.answer(to: .record([sale])).accepted
    }
    #expect(try await sell(1) == 0)
    settings.accessKey = key
    #expect(try await sell(2) == 1)
    #expect(try shop.run("token", "revoke", "1").status == 0)
    let error = await #expect(throws: ClientError.self) { try await sell(3) }
    guard case .problem(let problem)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problem.type == .unauthorized)
    #expect(server.stop().status == 0)
  }
}
