import Foundation
import Testing

@testable import MarketTerminal

/// docs/terminal.md and the help name the same keys.
@Suite struct TerminalManualTests {
  @Test func everyKeyOfTheHelpIsInTheManual() throws {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/terminal.md")
    let manual = try String(contentsOf: file, encoding: .utf8)
    let rows = manual.split(separator: "\n").filter { $0.hasPrefix("| ") }.map(String.init)
    for line in KeyHelp.table {
      let keys = line.keys.split(separator: " ")
      #expect(
        rows.contains { row in keys.allSatisfy { row.contains($0) } }, "\(line.keys) is not told")
    }
  }
}
