import Foundation
import Testing

@testable import MarketCLI

/// What the README says of the program is true.
@Suite struct ReadmeTests {
  private let readme: String

  init() throws {
    readme = try String(
      contentsOf: repository.appendingPathComponent("README.md"), encoding: .utf8)
  }

  @Test func everyCommandIsInItsTable() {
    for command in CommandTable.commands where command.name != "help" && command.name != "version" {
      #expect(readme.contains("| `\(command.name)"), "\(command.name)")
    }
  }

  @Test func everyExitCodeIsTold() {
    for code in ExitCode.allCases {
      #expect(readme.contains(" \(code.rawValue) "), "\(code)")
    }
  }

  @Test func everyLinkLeadsSomewhere() {
    let links = readme.split(separator: "](").dropFirst().compactMap {
      $0.split(separator: ")").first
    }
    #expect(links.count > 5)
    for link in links where !link.hasPrefix("https://") {
      let target = repository.appendingPathComponent(String(link)).path
      #expect(FileManager.default.fileExists(atPath: target), "\(link)")
    }
  }

  @Test func itIsShort() {
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
  }
}
