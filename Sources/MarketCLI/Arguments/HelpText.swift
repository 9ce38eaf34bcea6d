/// Help, written from the table of commands.
enum HelpText {
  /// What `market-cli` alone prints: first what a newcomer wants.
  static var program: String {
    let newcomers = CommandTable.newcomers.compactMap { name in
      CommandTable.commands.first { $0.name == name }
    }
    let others = CommandTable.commands.filter { !CommandTable.newcomers.contains($0.name) }
    var lines = [
      "market-cli: a market's product feeds, over HTTP and as tabs in the terminal",
      "",
      "Begin with:",
    ]
    lines += rows(newcomers.map { ("market-cli " + $0.name, [$0.summary]) })
    lines += ["", "Commands:"]
    lines += rows(others.map(overview))
    lines += ["", "Options everywhere:"]
    lines += rows(Option.everywhere.map { (left($0), [$0.summary]) })
    lines += [""]
    lines += wrap(
      "market-cli help COMMAND tells more. Settings come from a flag, else from a MARKET_ "
        + "variable, else from config/market.json or /etc/market/market.json.", to: width)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The help of one command or subcommand.
  ///
  /// - Parameter path: The command's words, as `["migrate", "status"]`.
  /// - Returns: The text, or nil when there is no such command.
  static func command(_ path: [String]) -> String? {
    var choices = CommandTable.commands
    var found: CommandSpecification?
    for word in path {
      guard let next = choices.first(where: { $0.name == word }) else { return nil }
      found = next
      choices = next.subcommands
    }
    guard let found else { return nil }
    let name = path.joined(separator: " ")
    var lines = ["market-cli \(name): \(found.summary)", "", "Usage:"]
    lines += usage(found, name: name).map { "  " + $0 }
    if !found.details.isEmpty {
      lines += [""] + wrap(found.details.joined(separator: " "), to: width)
    }
    if !found.subcommands.isEmpty {
      lines += ["", "Subcommands:"]
      lines += rows(found.subcommands.map { (synopsis($0), [$0.summary]) })
    }
    if !found.options.isEmpty {
      lines += ["", "Options:"]
      lines += rows(found.options.map { (left($0), [right($0)]) })
    }
    lines += ["", "Options everywhere:"]
    lines += rows(Option.everywhere.map { (left($0), [right($0)]) })
    return lines.joined(separator: "\n") + "\n"
  }

  /// A command among all others: its name with its operands, as `import FILE…`, its summary, and the
  /// names of its subcommands, unless there is one only, which is told in their place.
  private static func overview(_ command: CommandSpecification) -> (left: String, right: [String]) {
    if command.subcommands.isEmpty { return (synopsis(command), [command.summary]) }
    if command.action == .needsSubcommand, command.subcommands.count == 1 {
      return (command.name + " " + synopsis(command.subcommands[0]), [command.summary])
    }
    let names = command.subcommands.map(\.name).joined(separator: ", ")
    return (command.name, [command.summary + ":", names])
  }

  /// The command's name with its operands, as `vendor add NAME`.
  static func synopsis(_ command: CommandSpecification) -> String {
    ([command.name] + command.operands.map(operand)).joined(separator: " ")
  }

  private static func operand(_ operand: Operand) -> String {
    let name = operand.count.upperBound > 1 ? operand.name + "…" : operand.name
    return operand.count.lowerBound == 0 ? "[\(name)]" : name
  }

  private static func usage(_ command: CommandSpecification, name: String) -> [String] {
    func line(_ command: CommandSpecification, _ name: String) -> String {
      let options = command.options.isEmpty ? [] : ["[options]"]
      return (["market-cli " + name] + options + command.operands.map(operand))
        .joined(separator: " ")
    }
    let subcommands = command.subcommands.map { line($0, name + " " + $0.name) }
    switch command.action {
    case .run: return [line(command, name)] + subcommands
    case .needsSubcommand: return subcommands
    }
  }

  private static func left(_ option: Option) -> String {
    let letter = option.letter.map { "-\($0), " } ?? ""
    return letter + option.flag + (option.valueName.map { " " + $0 } ?? "")
  }

  private static func right(_ option: Option) -> String {
    var notes: [String] = []
    if case .choice(let choices) = option.kind { notes.append(choices.joined(separator: ", ")) }
    if let text = option.defaultText { notes.append("default: \(text)") }
    if let key = option.key { notes.append("$\(key.variable)") }
    return notes.isEmpty ? option.summary : option.summary + " (\(notes.joined(separator: "; ")))"
  }

  /// The longest line that help has, in characters, unless one is a single word.
  private static let width = 78

  /// Two columns, the left one as wide as its widest entry; what stands in the right one shares a line
  /// where it fits, else each part begins a line of its own.
  private static func rows(_ rows: [(left: String, right: [String])]) -> [String] {
    let leftWidth = rows.map(\.left.count).max() ?? 0
    let indent = String(repeating: " ", count: leftWidth + 4)
    let rightWidth = max(width - indent.count, 30)
    return rows.flatMap { row in
      let padding = String(repeating: " ", count: leftWidth - row.left.count)
      let whole = row.right.joined(separator: " ")
      let parts = whole.count <= rightWidth ? [whole] : row.right
      let wrapped = parts.flatMap { wrap($0, to: rightWidth) }
      return ["  \(row.left)\(padding)  \(wrapped[0])"] + wrapped.dropFirst().map { indent + $0 }
    }
  }

  private static func wrap(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
