import MarketText
import MarketViewModel

/// The glyphs and colours of the view on a terminal.
struct TabsLook: Hashable, Sendable {
  let colors: TerminalCapabilities.ColorLevel
  /// Whether everything around the texts keeps to ASCII.
  let isASCII: Bool
  let words: TabsWords
  private let background: TerminalBackground
  /// The colour of what is selected.
  let theme: RGB
  /// What stands for the rest of a text that was cut.
  let ellipsis: String
  /// One cell in front of the current row.
  let cursorMark: CellText
  /// One cell that says that something is new.
  let newMark: CellText
  /// One cell at the edge where a page goes on above the screen.
  let moreAbove: CellText
  /// One cell at the edge where a page goes on below the screen.
  let moreBelow: CellText

  init(
    capabilities: TerminalCapabilities, theme: RGB, words: TabsWords,
    background: TerminalBackground
  ) {
    self.words = words
    self.background = background
    colors = capabilities.colors
    isASCII = capabilities.isASCII
    self.theme = theme
    ellipsis = isASCII ? "..." : "…"
    cursorMark = isASCII ? Self.asciiCursorMark : Self.blockCursorMark
    moreAbove = isASCII ? Self.asciiAbove : Self.arrowAbove
    moreBelow = isASCII ? Self.asciiBelow : Self.arrowBelow
    newMark = isASCII ? Self.asciiNewMark : Self.roundNewMark
  }

  // Measured once, as a look is made for every frame.
  private static let asciiCursorMark = CellText(">")
  private static let blockCursorMark = CellText("▌")
  private static let asciiNewMark = CellText("*")
  private static let roundNewMark = CellText("●")
  private static let asciiAbove = CellText("^")
  private static let arrowAbove = CellText("↑")
  private static let asciiBelow = CellText("v")
  private static let arrowBelow = CellText("↓")

  var cursor: Style { Style(TerminalColor(theme)) }
  var underline: Style { Style(TerminalColor(theme)) }
  var discount: Style { Style(TerminalColor(theme)) }
  /// What is new.
  var notice: Style { Style(TerminalColor(theme), .bold) }
  /// What went wrong.
  var alert: Style { Style(background.alert, .bold) }
  /// What matters less.
  var faint: Style { Style(background.faint) }
  /// What the underline stands on.
  var track: Style { Style(background.track) }
  /// The heading of a page of its own.
  var heading: Style { Style(nil, on: nil, .bold) }

  /// A title of the control; without colours bold tells the selected one from the others.
  func title(_ appearance: TitleAppearance) -> Style {
    switch appearance.color {
    case .theme(let color):
      Style(TerminalColor(color), appearance.isBold || colors == .none ? .bold : [])
    // The terminal's own colour is what its reader can read.
    case .label, .black: Style(nil, appearance.isBold ? .bold : [])
    }
  }

  /// A number of likes.
  func likes(_ count: Int64) -> String { (isASCII ? "<3 " : "♥ ") + words.abbreviated(count) }
}

extension TerminalColor {
  init(_ color: RGB) {
    self.init(red: color.red, green: color.green, blue: color.blue)
  }

  /// A red that can be read on black.
  static let alert = TerminalColor(red: 230, green: 90, blue: 90)
}
