import MarketClient

/// What the command line asked for.
struct Arguments: Hashable, Sendable {
  /// What to do.
  let command: CommandName
  /// The words that led to the command, as `["migrate", "status"]`; empty when there were none.
  let path: [String]
  /// The switches that were given.
  let toggles: Set<String>
  /// The values that were given, by the option's name; the last one when it was repeated.
  let values: [String: Value]
  /// The words that are not flags, each of its operand's kind.
  let operands: [Value]

  /// Tells whether a switch was given.
  func has(_ option: Option) -> Bool { toggles.contains(option.name) }

  /// The value of an option, or its default from the table, or nil.
  func value(_ option: Option) -> Value? {
    if let value = values[option.name] { return value }
    guard option.key == nil, let text = option.defaultText else { return nil }
    do {
      return try option.kind.value(of: text)
    } catch {
      preconditionFailure("the table's default of \(option.flag) \(error.detail)")
    }
  }

  /// The whole number of an option, or nil.
  func integer(_ option: Option) -> Int64? {
    if case .integer(let value)? = value(option) { value } else { nil }
  }

  /// The text of an option, or nil.
  func text(_ option: Option) -> String? {
    if case .text(let value)? = value(option) { value } else { nil }
  }

  /// The server's address of an option, or nil.
  func server(_ option: Option) -> ServerAddress? {
    if case .serverAddress(let address)? = value(option) { address } else { nil }
  }

  /// The operands that are texts or paths.
  var texts: [String] {
    operands.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The operands that are whole numbers.
  var integers: [Int64] {
    operands.compactMap { if case .integer(let value) = $0 { value } else { nil } }
  }
}

/// Reads a command line by the table.
///
/// Options of ``Option/everywhere`` may stand before the command or after it, `--flag=value` is the
/// same as `--flag value`, and behind `--` nothing is a flag.
struct ArgumentParser {
  private var rest: ArraySlice<String>
  private var specification: CommandSpecification?
  private var path: [String] = []
  private var toggles: Set<String> = []
  private var values: [String: Value] = [:]
  private var words: [String] = []

  private init(_ arguments: [String]) {
    rest = arguments[...]
  }

  /// Reads the words behind the program's name.
  ///
  /// - Parameter arguments: The words, without the program's name.
  /// - Returns: What was asked for; help when nothing was.
  /// - Throws: ``Failure`` with ``ExitCode/usage``, naming the word that is wrong.
  static func parse(_ arguments: [String]) throws(Failure) -> Arguments {
    var parser = ArgumentParser(arguments)
    return try parser.parse()
  }

  private mutating func parse() throws(Failure) -> Arguments {
    var flagsEnded = false
    while let word = rest.popFirst() {
      if !flagsEnded, word == "--" {
        flagsEnded = true
      } else if !flagsEnded, word.hasPrefix("--") {
        try takeLongFlag(word)
      } else if !flagsEnded, word.hasPrefix("-"), word != "-", !isNumber(word) {
        try takeLetters(word)
      } else {
        try takeWord(word)
      }
    }
    return try result()
  }

  private func isNumber(_ word: String) -> Bool {
    word.dropFirst().allSatisfy { ("0"..."9").contains($0) }
  }

  // MARK: - Flags

  private var knownOptions: [Option] { (specification?.options ?? []) + Option.everywhere }

  private mutating func takeLongFlag(_ word: String) throws(Failure) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = knownOptions.first(where: { $0.name == name }) else {
      throw unknownFlag("--" + name)
    }
    try take(option, written: "--" + name, attached: parts.count == 2 ? String(parts[1]) : nil)
  }

  private mutating func takeLetters(_ word: String) throws(Failure) {
    for letter in word.dropFirst() {
      guard let option = knownOptions.first(where: { $0.letter == letter }) else {
        throw unknownFlag(word.dropFirst().count == 1 ? word : "-\(letter)")
      }
      try take(option, written: "-\(letter)", attached: nil)
    }
  }

  private mutating func take(
    _ option: Option, written flag: String, attached: String?
  ) throws(Failure) {
    guard let valueName = option.valueName else {
      guard attached == nil else {
        throw usage("\(flag) takes no value", advice: "write \(flag) alone")
      }
      toggles.insert(option.name)
      return
    }
    var text = attached
    if text == nil, let next = rest.first, !next.hasPrefix("--") {
      text = next
      rest.removeFirst()
    }
    guard let text else {
      throw usage("\(flag) needs a value", advice: "write \(flag) \(valueName)")
    }
    do {
      values[option.name] = try option.kind.value(of: text)
    } catch {
      throw usage("\(flag) \(error.detail)", advice: seeHelp)
    }
  }

  private func unknownFlag(_ flag: String) -> Failure {
    let place = path.isEmpty ? "" : " of \(path.joined(separator: " "))"
    let names = knownOptions.map(\.flag)
    let message = "unknown option \(flag.visible)\(place)"
    if let meant = Suggestion.nearest(to: flag, among: names) {
      return usage(message, advice: "did you mean \(meant)? \(seeHelp)")
    }
    if specification == nil,
      let owner = CommandTable.commands.first(where: { command in
        command.options.contains { $0.flag == flag }
      })
    {
      return usage(message, advice: "write it behind the command: market-cli \(owner.name) \(flag)")
    }
    return usage(message, advice: seeHelp)
  }

  // MARK: - Words

  private mutating func takeWord(_ word: String) throws(Failure) {
    let choices = specification.map(\.subcommands) ?? CommandTable.commands
    let mayDescend = words.isEmpty && !choices.isEmpty
    if mayDescend, let found = choices.first(where: { $0.name == word }) {
      specification = found
      path.append(word)
      return
    }
    guard mayDescend else {
      words.append(word)
      return
    }
    let message =
      path.isEmpty
      ? "unknown command \"\(word.visible)\""
      : "unknown subcommand \"\(word.visible)\" of \(path.joined(separator: " "))"
    if let meant = Suggestion.nearest(to: word, among: choices.map(\.name)) {
      let whole = (path + [meant]).joined(separator: " ")
      throw usage(message, advice: "did you mean: market-cli \(whole)")
    }
    throw usage(message, advice: seeHelp)
  }

  private func result() throws(Failure) -> Arguments {
    if toggles.contains(Option.help.name) {
      return Arguments(
        command: .help, path: path, toggles: toggles, values: values,
        operands: path.map { .text($0) })
    }
    if toggles.contains(Option.version.name) {
      return Arguments(
        command: .version, path: path, toggles: toggles, values: values, operands: [])
    }
    guard let specification else {
      return Arguments(command: .help, path: [], toggles: toggles, values: values, operands: [])
    }
    switch specification.action {
    case .needsSubcommand:
      let names = specification.subcommands.map(\.name).joined(separator: ", ")
      throw usage(
        "\(specification.name) needs a subcommand", advice: "write one of: \(names)")
    case .run(let command):
      return Arguments(
        command: command, path: path, toggles: toggles, values: values,
        operands: try operands(of: specification))
    }
  }

  private func operands(of specification: CommandSpecification) throws(Failure) -> [Value] {
    let command = path.joined(separator: " ")
    var left = words[...]
    var operands: [Value] = []
    for operand in specification.operands {
      let taken = left.prefix(operand.count.upperBound)
      guard taken.count >= operand.count.lowerBound else {
        throw usage("\(command) needs \(operand.name)", advice: seeHelp)
      }
      for word in taken {
        do {
          operands.append(try operand.kind.value(of: word))
        } catch {
          throw usage("\(operand.name) \(error.detail)", advice: seeHelp)
        }
      }
      left = left.dropFirst(taken.count)
    }
    if let extra = left.first {
      throw usage("\(command) takes no \"\(extra.visible)\"", advice: seeHelp)
    }
    return operands
  }

  private var seeHelp: String {
    "see: market-cli \((["help"] + path).joined(separator: " "))"
  }

  private func usage(_ message: String, advice: String) -> Failure {
    Failure(.usage, message, advice: advice)
  }
}
