import TestSupport
import Testing

@testable import MarketCLI

@Suite struct HelpTests {
  /// Every command and subcommand by its words.
  static let paths: [[String]] = CommandTable.commands.flatMap { command in
    [[command.name]] + command.subcommands.map { [command.name, $0.name] }
  }

  @Test func programHelp() {
    expectGolden(HelpText.program, named: "help")
  }

  @Test func commandHelp() {
    let texts = Self.paths.compactMap(HelpText.command)
    #expect(texts.count == Self.paths.count)
    expectGolden(
      texts.joined(separator: "\n" + String(repeating: "-", count: 78) + "\n"),
      named: "help-commands")
  }

  @Test func helpBeginsWithWhatANewcomerWants() throws {
    let lines = HelpText.program.split(separator: "\n")
    let commands = lines.filter { $0.hasPrefix("  market-cli ") }
      .map { $0.split(separator: " ")[1] }
    #expect(commands == ["tabs", "serve", "seed"])
  }

  @Test func everyLineFitsATerminal() {
    let texts = [HelpText.program] + Self.paths.compactMap(HelpText.command)
    for line in texts.joined(separator: "\n").split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test func everyCommandAndOptionIsExplained() throws {
    for command in CommandTable.commands {
      let text = try #require(HelpText.command([command.name]))
      for option in command.options + Option.everywhere {
        #expect(text.contains(option.flag), "\(command.name) \(option.flag)")
      }
      #expect(
        HelpText.program.contains("  \(command.name)")
          || CommandTable.newcomers.contains(command.name))
    }
  }
}
