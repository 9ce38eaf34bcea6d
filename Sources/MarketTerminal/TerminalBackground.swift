import MarketViewModel

/// What the terminal's own background is like, which colours are chosen for.
public enum TerminalBackground: String, CaseIterable, Sendable {
  case dark
  case light

  /// Reads `COLORFGBG`, which some terminals set: the numbers of their colours, the background's last.
  ///
  /// Dark where nothing or nothing known is set. The terminal is never asked, as some never answer.
  ///
  /// - Parameter environment: Gives a variable's value, nil when it is not set.
  public init(environment: (String) -> String?) {
    let number = environment("COLORFGBG")?.split(separator: ";").last.flatMap { Int($0) }
    self =
      switch number {
      case 7?, (9...15)?: .light
      case _: .dark
      }
  }

  /// The colour of what is selected unless another one is set: the style's own, which are made for a
  /// dark background, and on a light one dark ones of their hues.
  func themeColor(of style: SegmentedControlStyle) -> RGB {
    switch (self, style) {
    case (.dark, _): style.defaultThemeColor
    case (.light, .inset), (.light, .follow): RGB(red: 170, green: 20, blue: 84)
    case (.light, .full): RGB(red: 0, green: 91, blue: 135)
    }
  }

  /// What matters less.
  var faint: TerminalColor {
    switch self {
    case .dark: .faint
    case .light: TerminalColor(red: 92, green: 92, blue: 98)
    }
  }

  /// The grey line that the underline stands on.
  var track: TerminalColor {
    switch self {
    case .dark: .track
    case .light: TerminalColor(red: 140, green: 140, blue: 146)
    }
  }

  /// What went wrong.
  var alert: TerminalColor {
    switch self {
    case .dark: .alert
    case .light: TerminalColor(red: 176, green: 32, blue: 32)
    }
  }
}
