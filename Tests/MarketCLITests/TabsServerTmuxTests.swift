import Foundation
import TestSupport
import Testing

@testable import MarketCLI

/// The interactive view of a server's market.
@Suite struct TabsServerTmuxTests {
  private func expect(
    _ unexpected: [String]?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let unexpected {
      Issue.record(
        "the screen stayed:\n\(unexpected.joined(separator: "\n"))", sourceLocation: sourceLocation)
    }
  }

  @Test func aServerMayGoAndComeBack() throws {
    let shop = try Shop(seeded: 80)
    let server = try shop.serve()
    let address = server.client.address
    let name = address.replacingOccurrences(of: "http://", with: "")
    let session = try TmuxSession(
      "\(RunningProgram.marketCLI.path) tabs --server \(address); echo ended=$?; exec cat",
      columns: 80, rows: 24)
    expect(
      try session.wait { screen in
        screen.contains { $0.contains("원") } && screen.contains { $0.contains(name) }
      })
    #expect(server.stop().status == 0)
    try session.press("r")
    expect(try session.wait { $0.contains { $0.contains("연결할 수 없습니다") } })
    // What was shown stays.
    #expect(try session.screen().contains { $0.contains("원") })

    let again = try RunningServer(data: shop.directory.path, listen: name)
    try session.press("r")
    expect(try session.wait { !$0.contains { $0.contains("연결할 수 없습니다") } })
    try session.press("Right")
    expect(try session.wait { $0.contains { $0.contains("원") } })
    try session.press("q")
    expect(try session.wait { $0.contains("ended=0") })
    #expect(again.stop().status == 0)
  }

  @Test func aServerThatDoesNotAnswerLeavesTheViewToTheUser() throws {
    try ScriptedServer.answering("", then: .hold) { address in
      let session = try TmuxSession(
        "\(RunningProgram.marketCLI.path) tabs --server \(address); echo ended=$?; exec cat",
        columns: 80, rows: 24)
      expect(
        try session.wait { screen in
          screen[0].contains("인기 상품") && screen.contains { $0.contains("불러오는 중") }
        })
      try session.press("q")
      expect(try session.wait { $0.contains("ended=0") })
    }
  }

  @Test func aServerThatIsAwayIsToldBeforeAnythingIsDrawn() throws {
    let session = try TmuxSession(
      "\(RunningProgram.marketCLI.path) tabs --server http://127.0.0.1:1; echo ended=$?; exec cat",
      columns: 80, rows: 24)
    expect(
      try session.wait { screen in
        screen.contains("ended=69") && screen[0].hasPrefix("market-cli: cannot read from")
      })
  }
}
