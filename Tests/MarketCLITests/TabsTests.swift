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
    #expect(result.standardError.hasPrefix("a demo shop"))
    #expect(result.lines.first == "최근 상품")
    #expect(result.lines.count == 2 * (2 + 20))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test func aLimitWithoutLinesIsRefused() throws {
    let session = try TmuxSession(
      "MARKET_DATA=/nonexistent \(RunningProgram.marketCLI.path) tabs --limit 5; "
        + "echo ended=$?; exec cat")
    try session.show { screen in
      screen.contains("ended=64") && screen[0].contains("--limit is only for lines")
    }
  }

  @Test(arguments: [("en_US.UTF-8", "Recent"), ("ko_KR.UTF-8", "최근 상품"), ("ja_JP.UTF-8", "新着商品")])
  func linesAreInTheLanguageOfTheLocale(locale: String, title: String) throws {
    let shop = try Shop(seeded: 3)
    let result = try RunningProgram(
      ["tabs"], environment: shop.environment.merging(["LC_ALL": locale]) { $1 }
    ).result()
    #expect(result.lines.first == title)
    #expect(result.standardOutput.contains("₩") == (title != "최근 상품"))
  }

  @Test func aNamedStoreThatIsMissingIsAnError() throws {
    let result = try market("tabs", "--database", "sqlite:/nowhere/market.db")
    #expect(result.status == ExitCode.unavailable.rawValue)
  }

  struct BadLook: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    BadLook(arguments: ["--theme", "pinkish"]), BadLook(arguments: ["--theme", "ffc4d"]),
    BadLook(arguments: ["--style", "round"]), BadLook(arguments: ["--motion", "slow"]),
  ])
  func aLookThatThereIsNotIsAUsageError(_ sample: BadLook) throws {
    let result = try RunningProgram(["tabs"] + sample.arguments, environment: [:]).result()
    #expect(result.status == ExitCode.usage.rawValue)
    for word in sample.arguments { #expect(result.standardError.contains(word)) }
  }

  @Test(arguments: [
    BadLook(arguments: ["--moving"]), BadLook(arguments: ["--columns", "60"]),
    BadLook(arguments: ["--rows", "10", "--plain"]), BadLook(arguments: ["--svg", "--limit", "3"]),
    BadLook(arguments: ["--plain", "--svg"]),
  ])
  func flagsThatMeanNothingTogetherAreAUsageError(_ sample: BadLook) throws {
    let result = try RunningProgram(["tabs"] + sample.arguments, environment: [:]).result()
    #expect(result.status == ExitCode.usage.rawValue)
    #expect(result.standardOutput.isEmpty)
    for word in [sample.arguments[0], "--svg"] { #expect(result.standardError.contains(word)) }
  }

  @Test func aLookInTheEnvironmentIsCheckedToo() throws {
    let result = try market("tabs", environment: ["MARKET_TABS_THEME": "#12"])
    #expect(result.status == ExitCode.configuration.rawValue)
    #expect(result.standardError.contains("MARKET_TABS_THEME"))
  }

  @Test func everyOptionIsInTheManual() throws {
    let manual = try String(
      contentsOf: repository.appendingPathComponent("docs/terminal.md"), encoding: .utf8)
    let command = try #require(CommandTable.commands.first { $0.name == "tabs" })
    for option in command.options {
      #expect(manual.contains("`\(option.flag)") || manual.contains("\(option.flag) "))
    }
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
