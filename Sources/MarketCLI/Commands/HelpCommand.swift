/// `help`, and `--help` of any command.
enum HelpCommand {
  static func run(_ context: Context) throws -> ExitCode {
    let path = context.arguments.texts
    guard !path.isEmpty else {
      try context.output.write(HelpText.program)
      return .done
    }
    guard let text = HelpText.command(path) else {
      let names = CommandTable.commands.map(\.name)
      let meant = Suggestion.nearest(to: path[0], among: names)
      throw Failure(
        .usage, "unknown command \"\(path.joined(separator: " ").visible)\"",
        advice: meant.map { "did you mean: market-cli help \($0)" } ?? "see: market-cli help")
    }
    try context.output.write(text)
    return .done
  }
}
