/// A style as a terminal of some number of colours shows it.
///
/// Two styles that look alike there are the same look, so that nothing is written for a change that
/// nobody sees.
struct Look: Hashable, Sendable {
  /// A colour as the terminal is told it.
  enum Color: Hashable, Sendable {
    /// The terminal's own.
    case own
    /// One of the sixteen.
    case basic(UInt8)
    /// One of xterm's 256.
    case indexed(UInt8)
    case direct(TerminalColor)

    init(_ color: TerminalColor?, _ level: TerminalCapabilities.ColorLevel) {
      guard let color else {
        self = .own
        return
      }
      switch level {
      case .none: self = .own
      case .sixteen: self = .basic(color.basic)
      case .indexed: self = .indexed(color.indexed)
      case .direct: self = .direct(color)
      }
    }
  }

  var foreground: Color
  var background: Color
  var attributes: Style.Attributes

  static let standard = Look(.standard, .none)

  init(_ style: Style, _ level: TerminalCapabilities.ColorLevel) {
    foreground = Color(style.foreground, level)
    background = Color(style.background, level)
    attributes = style.attributes
  }

  /// Whether a space looks the same in another look: its glyph has no colour to be seen.
  func showsBlank(like other: Look) -> Bool {
    let seen: Style.Attributes = [.underlined, .reversed]
    if attributes.isDisjoint(with: seen), other.attributes.isDisjoint(with: seen) {
      return background == other.background
    }
    return self == other
  }

  /// The sequence (SGR, ECMA-48 8.3.117) that turns another look into this one; empty when it is
  /// the same.
  ///
  /// The shorter of what changes and of everything anew.
  func sequence(from old: Look) -> String {
    if old == self { return "" }
    let fresh = parameters(from: .standard)
    if fresh.isEmpty { return "\u{1B}[m" }
    let whole = "0;" + fresh
    let change = parameters(from: old)
    return "\u{1B}[" + (change.utf8.count < whole.utf8.count ? change : whole) + "m"
  }

  private func parameters(from old: Look) -> String {
    var parameters = ""
    func add(_ parameter: String) {
      if !parameters.isEmpty { parameters += ";" }
      parameters += parameter
    }
    if attributes != old.attributes {
      var before = old.attributes
      // One parameter ends both of these.
      let weight: Style.Attributes = [.bold, .dim]
      if !before.intersection(weight).isSubset(of: attributes) {
        add("22")
        before.subtract(weight)
      }
      for (attribute, on, off) in Self.switches
      where before.contains(attribute) != attributes.contains(attribute) {
        add(attributes.contains(attribute) ? on : off)
      }
    }
    if foreground != old.foreground { add(foreground.parameter(isBackground: false)) }
    if background != old.background { add(background.parameter(isBackground: true)) }
    return parameters
  }

  private static let switches: [(Style.Attributes, String, String)] = [
    (.bold, "1", "22"), (.dim, "2", "22"), (.underlined, "4", "24"), (.reversed, "7", "27"),
  ]
}

extension Look.Color {
  fileprivate func parameter(isBackground: Bool) -> String {
    let ground = isBackground ? 10 : 0
    switch self {
    case .own: return "\(39 + ground)"
    case .basic(let color): return "\(Int(color) + (color < 8 ? 30 : 82) + ground)"
    case .indexed(let color): return "\(38 + ground);5;\(color)"
    case .direct(let color): return "\(38 + ground);2;\(color.red);\(color.green);\(color.blue)"
    }
  }
}
