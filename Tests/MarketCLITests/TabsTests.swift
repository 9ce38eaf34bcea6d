import Foundation
import TestSupport
import Testing

@testable import MarketCLI

@Suite struct TabsTests {
  @Test func withoutATerminalTheFirstProductsOfBothFeedsArePrinted() throws {
    let shop = try Shop(seeded: 30)
    let result = try shop.run("tabs")
    #expect(result.status == 0)
    #expect(result.standardError.isEmpty)
    #expect(result.lines.count == 2 * (2 + 20))
    #expect(result.lines.first == "최근 상품")
    #expect(result.lines.contains("인기 상품"))
    #expect(!result.standardOutput.contains("\u{1B}"))
    let newest = try shop.exported().max { $0.createdAtAndID < $1.createdAtAndID }
    let name = try #require(newest?["name"] as? String)
    #expect(result.lines[2].contains(name.prefix(10)))
  }

  @Test func limitAndPageChoose() throws {
    let shop = try Shop(seeded: 30)
    let result = try shop.run("tabs", "--plain", "--limit", "3", "--page", "popular")
    #expect(result.lines.first == "인기 상품")
    #expect(result.lines.count == 2 + 3)
    #expect(try shop.run("tabs", "--limit", "1000").lines.count == 2 * (2 + 30))
  }

  @Test func withoutAStoreADemoShopIsShownAndLeavesNothing() throws {
    let directory = try TemporaryDirectory()
    let result = try market(
      "tabs", environment: ["MARKET_DATA": directory.file("none"), "TMPDIR": directory.path])
    #expect(result.status == 0)
    #expect(result.lines.first?.hasPrefix("a demo shop") == true)
    #expect(result.lines.count == 1 + 2 * (2 + 20))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test func aNamedStoreThatIsMissingIsAnError() throws {
    let result = try market("tabs", "--database", "sqlite:/nowhere/market.db")
    #expect(result.status == ExitCode.unavailable.rawValue)
  }

  @Test func aLocaleWithoutUTF8StillPrints() throws {
    let shop = try Shop(seeded: 3)
    let result = try RunningProgram(
      ["tabs"], environment: shop.environment.merging(["LC_ALL": "C"]) { $1 }
    ).result()
    #expect(result.status == 0)
    #expect(!result.standardOutput.contains("₩"))
  }
}

extension JSONObject {
  /// What orders the recent feed, as a text that sorts alike.
  fileprivate var createdAtAndID: String {
    "\(self["created_at"] ?? "") \(String(repeating: "0", count: 9 - String(id).count))\(id)"
  }
}
