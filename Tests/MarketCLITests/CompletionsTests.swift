import Foundation
import TestSupport
import Testing

@testable import MarketCLI

@Suite struct CompletionsTests {
  @Test(arguments: Completions.Shell.allCases)
  func script(_ shell: Completions.Shell) {
    expectGolden(Completions.script(for: shell), named: "completions-\(shell.rawValue)")
  }

  /// A command line, the word being typed last, and what bash offers.
  struct Case: CustomTestStringConvertible, Sendable {
    let line: String
    let offered: [String]
    var testDescription: String { line }
  }

  @Test(arguments: [
    Case(line: "market-cli ser", offered: ["serve"]),
    Case(line: "market-cli migrate ", offered: ["status", "up", "verify"]),
    Case(line: "market-cli migrate st", offered: ["status"]),
    Case(line: "market-cli seed --re", offered: ["--reset"]),
    Case(line: "market-cli --database sqlite:x.db seed --as", offered: ["--as-of"]),
    Case(line: "market-cli export --format ", offered: ["csv", "ndjson"]),
    Case(line: "market-cli completions f", offered: ["fish"]),
    Case(line: "market-cli help vend", offered: ["vendor"]),
    Case(line: "market-cli import /dev/nul", offered: ["/dev/null"]),
    Case(line: "market-cli import /dev/null /dev/nul", offered: ["/dev/null"]),
    Case(line: "market-cli events record /dev/nul", offered: ["/dev/null"]),
    Case(line: "market-cli import a.json --for", offered: ["--format"]),
    Case(line: "market-cli seed --count ", offered: []),
  ])
  func bashOffers(_ expected: Case) throws {
    let directory = try TemporaryDirectory()
    let script = try directory.write(Completions.script(for: .bash).utf8, to: "completions.bash")
    let words = expected.line.split(separator: " ", omittingEmptySubsequences: false)
      .map { "'\($0)'" }.joined(separator: " ")
    let result = try run(
      "/bin/bash",
      [
        "--norc", "-c",
        """
        set -u
        source '\(script)' && complete -p market-cli >/dev/null
        COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
        _market_cli
        (( ${#COMPREPLY[@]} )) && printf '%s\\n' "${COMPREPLY[@]}"; true
        """,
      ])
    #expect(result.standardError.isEmpty)
    #expect(result.status == 0)
    #expect(result.lines.sorted() == expected.offered)
  }

  @Test func bashTakesTheScript() throws {
    let directory = try TemporaryDirectory()
    let script = try directory.write(Completions.script(for: .bash).utf8, to: "completions.bash")
    let check = try run("/bin/bash", ["-n", script])
    #expect(check.status == 0)
    #expect(check.standardError.isEmpty)
  }
}
