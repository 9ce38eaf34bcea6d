/// Shell completions, written from the table of commands.
enum Completions {
  /// The script that a shell loads.
  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash()
    case .zsh: zsh()
    case .fish: fish()
    }
  }

  /// The shells that are known.
  enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  /// Every command and subcommand with its words.
  private static var leaves: [(path: [String], command: CommandSpecification)] {
    CommandTable.commands.flatMap { command in
      [([command.name], command)] + command.subcommands.map { ([command.name, $0.name], $0) }
    }
  }

  /// The words that may follow a command: its subcommands and the choices of its operands.
  private static func words(after command: CommandSpecification) -> [String] {
    let choices = command.operands.flatMap { operand -> [String] in
      if case .choice(let choices) = operand.kind { choices } else { [] }
    }
    let commands = command.name == "help" ? CommandTable.commands.map(\.name) : []
    return command.subcommands.map(\.name) + choices + commands
  }

  private static func takesFiles(_ command: CommandSpecification) -> Bool {
    command.operands.contains { $0.kind == .file }
  }

  // MARK: - bash

  private static func bash() -> String {
    let options = Set(leaves.flatMap(\.command.options) + Option.everywhere)
      .filter { $0.valueName != nil }.sorted { $0.name < $1.name }
    let flagsWithValue = Set(options.map(\.flag)).sorted().joined(separator: "|")
    let parents = CommandTable.commands.filter { !$0.subcommands.isEmpty }.map(\.name)
      .joined(separator: "|")
    let withFile = options.filter { $0.kind == .file }.map(\.flag)
    let withText = options.filter { option in
      if case .choice = option.kind { false } else { option.kind != .file }
    }.map(\.flag)
    var cases: [String] = []
    for (path, command) in leaves {
      let flags = (command.options + Option.everywhere).map(\.flag).joined(separator: " ")
      let words = words(after: command).joined(separator: " ")
      cases.append(
        """
            '\(path.joined(separator: " "))') flags='\(flags)' words='\(words)' \
        files=\(takesFiles(command) ? "yes" : "no") ;;
        """)
    }
    let choices = leaves.flatMap { path, command in
      command.options.compactMap { option in
        if case .choice(let choices) = option.kind {
          """
              '\(path.joined(separator: " ")) \(option.flag)') \
          COMPREPLY=($(compgen -W '\(choices.joined(separator: " "))' -- "$current")); return ;;
          """
        } else {
          nil
        }
      }
    }
    return """
      # bash completions of market-cli: source <(market-cli completions bash)
      _market_cli() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local command='' word skip='' flags words files
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          if [[ $skip ]]; then skip=''; continue; fi
          case "$word" in
            \(flagsWithValue)) skip=yes ;;
            -*|=) ;;
            *)
            case "$command" in
              '') command="$word" ;;
              \(parents)) command="$command $word" ;;
            esac ;;
          esac
        done
        case "$previous" in
          \(withFile.joined(separator: "|"))) \
      COMPREPLY=($(compgen -f -- "$current")); return ;;
          \(withText.joined(separator: "|"))) COMPREPLY=(); return ;;
        esac
        case "$command $previous" in
      \(choices.joined(separator: "\n"))
        esac
        case "$command" in
          '') flags='\(Option.everywhere.map(\.flag).joined(separator: " "))' \
      words='\(CommandTable.commands.map(\.name).joined(separator: " "))' files=no ;;
      \(cases.joined(separator: "\n"))
          *) flags='' words='' files=yes ;;
        esac
        if [[ $current == -* ]]; then
          COMPREPLY=($(compgen -W "$flags" -- "$current"))
        elif [[ $files == yes ]]; then
          COMPREPLY=($(compgen -f -- "$current"))
        else
          COMPREPLY=($(compgen -W "$words" -- "$current"))
        fi
      }
      complete -o filenames -F _market_cli market-cli

      """
  }

  // MARK: - zsh

  private static func zsh() -> String {
    func quoted(_ text: String) -> String {
      text.map { character in
        switch character {
        case "'": "'\\''"
        case "[", "]", ":": "\\" + String(character)
        default: String(character)
        }
      }.joined()
    }
    func specification(_ option: Option) -> String {
      var text = "'\(option.flag)[\(quoted(option.summary))]"
      if let valueName = option.valueName {
        text = "'\(option.flag)=[\(quoted(option.summary))]:\(valueName.lowercased()):"
        switch option.kind {
        case .file: text += "_files"
        case .choice(let choices): text += "(\(choices.joined(separator: " ")))"
        case .text, .integer, .number, .moment, .peers, .origins, .color, .listenAddress,
          .storeAddress,
          .serverAddress:
          break
        }
      }
      return text + "'"
    }
    func described(_ commands: [CommandSpecification]) -> String {
      commands.map { "'\($0.name):\(quoted($0.summary))'" }.joined(separator: " ")
    }
    let globals = Option.everywhere.map(specification).joined(separator: " ")
    let cases = CommandTable.commands.map { command in
      let options = command.options.map { " " + specification($0) }.joined()
      if command.subcommands.isEmpty {
        let words = words(after: command)
        let rest =
          takesFiles(command)
          ? " '*:file:_files'" : words.isEmpty ? "" : " ':word:(\(words.joined(separator: " ")))'"
        return "      \(command.name)) _arguments \(globals)\(options)\(rest) ;;"
      }
      let files = command.subcommands.contains(where: takesFiles) ? " '*:file:_files'" : ""
      return """
              \(command.name))
                subcommands=(\(described(command.subcommands)))
                _arguments \(globals)\(options) '1:subcommand:{_describe subcommand subcommands}'\(files) ;;
        """
    }
    return """
      #compdef market-cli
      # zsh completions of market-cli: put this file as _market-cli into a folder of $fpath
      _market_cli() {
        local state line
        local -a commands subcommands
        commands=(\(described(CommandTable.commands)))
        _arguments -C \(globals) '1:command:{_describe command commands}' '*::argument:->argument'
        case $state in
          argument)
          case $line[1] in
      \(cases.joined(separator: "\n"))
          esac ;;
        esac
      }
      if [[ $funcstack[1] == _market-cli ]]; then
        _market_cli "$@"
      else
        compdef _market_cli market-cli
      fi

      """
  }

  // MARK: - fish

  private static func fish() -> String {
    func quoted(_ text: String) -> String {
      "'" + text.map { $0 == "'" ? "\\'" : $0 == "\\" ? "\\\\" : String($0) }.joined() + "'"
    }
    func line(_ option: Option, condition: String?) -> String {
      var text = "complete -c market-cli"
      if let condition { text += " -n \(quoted(condition))" }
      if let letter = option.letter { text += " -s \(letter)" }
      text += " -l \(option.name)"
      if option.valueName != nil {
        switch option.kind {
        case .file: text += " -r -F"
        case .choice(let choices): text += " -x -a \(quoted(choices.joined(separator: " ")))"
        case .text, .integer, .number, .moment, .peers, .origins, .color, .listenAddress,
          .storeAddress,
          .serverAddress:
          text += " -x"
        }
      }
      return text + " -d \(quoted(option.summary))"
    }
    var lines = [
      "# fish completions of market-cli: market-cli completions fish | source",
      "complete -c market-cli -f",
    ]
    lines += Option.everywhere.map { line($0, condition: nil) }
    for command in CommandTable.commands {
      lines.append(
        "complete -c market-cli -n __fish_use_subcommand -a \(command.name)"
          + " -d \(quoted(command.summary))")
    }
    for command in CommandTable.commands {
      let seen = "__fish_seen_subcommand_from \(command.name)"
      lines += command.options.map { line($0, condition: seen) }
      for subcommand in command.subcommands {
        lines.append(
          "complete -c market-cli -n \(quoted(seen)) -a \(subcommand.name)"
            + " -d \(quoted(subcommand.summary))")
      }
      if command.subcommands.isEmpty {
        let words = words(after: command)
        if !words.isEmpty {
          lines.append(
            "complete -c market-cli -n \(quoted(seen)) -a \(quoted(words.joined(separator: " ")))")
        }
      }
      if takesFiles(command) || command.subcommands.contains(where: takesFiles) {
        lines.append("complete -c market-cli -n \(quoted(seen)) -F")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
