import Glibc

/// Why the interactive view cannot run.
public enum TerminalError: Error, Hashable, Sendable {
  /// Standard input or standard output is no terminal.
  case notATerminal
  /// The system refused; the value is an `errno`.
  case system(code: Int32)
}

extension TerminalError: CustomStringConvertible {
  /// What happened, safe to show to anyone.
  public var description: String {
    switch self {
    case .notATerminal: "standard input and output are not both a terminal"
    case .system(let code): "the terminal cannot be used: " + String(cString: strerror(code))
    }
  }
}
