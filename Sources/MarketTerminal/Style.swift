/// How a cell looks.
struct Style: Hashable, Sendable {
  /// The colour of the glyph; nil for the terminal's own.
  var foreground: TerminalColor?
  /// The colour behind the glyph; nil for the terminal's own.
  var background: TerminalColor?
  var attributes: Attributes = []

  init(
    _ foreground: TerminalColor? = nil, on background: TerminalColor? = nil,
    _ attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// What a terminal without colours can show as well.
  struct Attributes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let bold = Attributes(rawValue: 1)
    static let dim = Attributes(rawValue: 2)
    static let underlined = Attributes(rawValue: 4)
    static let reversed = Attributes(rawValue: 8)
  }

  static let standard = Style()
  static let faint = Style(.faint)
  static let track = Style(.track)
}
