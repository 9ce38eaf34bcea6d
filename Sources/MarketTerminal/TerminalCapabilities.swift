/// What a terminal can show, as far as its environment tells.
public struct TerminalCapabilities: Hashable, Sendable {
  /// How many colours a terminal has.
  public enum ColorLevel: Int, Hashable, Comparable, CaseIterable, Sendable {
    /// None, or none wanted.
    case none
    /// The sixteen of ECMA-48 and aixterm.
    case sixteen
    /// The 256 of xterm.
    case indexed
    /// Red, green and blue of eight bits each.
    case direct

    /// Orders levels by their number of colours.
    public static func < (left: ColorLevel, right: ColorLevel) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// The colours to use.
  public var colors: ColorLevel
  /// Whether what is drawn around the texts keeps to ASCII.
  public var isASCII: Bool
  /// Whether the terminal understands no control sequences at all.
  public var isDumb: Bool

  /// Makes capabilities; by default those of a terminal of today.
  public init(colors: ColorLevel = .direct, isASCII: Bool = false, isDumb: Bool = false) {
    self.colors = colors
    self.isASCII = isASCII
    self.isDumb = isDumb
  }

  /// Reads the capabilities from environment variables.
  ///
  /// `NO_COLOR`, when not empty, wins over everything (no-color.org); then `COLORTERM`, then what
  /// the name in `TERM` says. Without a UTF-8 locale drawing keeps to ASCII. The terminal is never
  /// asked, as some never answer.
  ///
  /// - Parameter environment: Gives a variable's value, nil when it is not set.
  public init(environment: (String) -> String?) {
    func variable(_ name: String) -> String? {
      guard let value = environment(name), !value.isEmpty else { return nil }
      return value
    }
    let term = variable("TERM") ?? "dumb"
    isDumb = term == "dumb"
    colors = variable("NO_COLOR") != nil ? .none : Self.colors(term, variable("COLORTERM"))
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? "C"
    let name = locale.lowercased()
    isASCII = !(name.contains("utf-8") || name.contains("utf8"))
  }

  private static func colors(_ term: String, _ colorTerm: String?) -> ColorLevel {
    if term == "dumb" || term.hasPrefix("vt1") || term.hasPrefix("vt2") { return .none }
    if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") {
      return .direct
    }
    return term.contains("256color") ? .indexed : .sixteen
  }
}
