@testable import MarketTerminal

// Looks for grids that tests make up; the view takes its own from TabsLook.

extension TerminalColor {
  /// The pink of the underlined control.
  static let theme = TerminalColor(red: 255, green: 196, blue: 218)
}

extension Style {
  static let underline = Style(.theme)
  static let selectedTitle = Style(.theme, .bold)
}
