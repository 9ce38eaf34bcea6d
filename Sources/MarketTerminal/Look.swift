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

  /// Appends the sequence (SGR, ECMA-48 8.3.117) that turns another look into this one; nothing when
  /// it is the same.
  ///
  /// The shorter of what changes and of everything anew.
  func write(from old: Look, to bytes: inout [UInt8]) {
    if old == self { return }
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
    let start = bytes.count
    if self != .standard {
      writeParameters(from: old, to: &bytes)
      let end = bytes.count
      bytes.append(UInt8(ascii: "0"))
      bytes.append(UInt8(ascii: ";"))
      writeParameters(from: .standard, to: &bytes)
      if end - start < bytes.count - end {
        bytes.removeSubrange(end...)
      } else {
        bytes.removeSubrange(start..<end)
      }
    }
    bytes.append(UInt8(ascii: "m"))
  }

  /// Appends what changes, each parameter after a semicolon but the first.
  private func writeParameters(from old: Look, to bytes: inout [UInt8]) {
    let start = bytes.count
    func add(_ parameter: Int) {
      if bytes.count > start { bytes.append(UInt8(ascii: ";")) }
      bytes.append(decimal: parameter)
    }
    if attributes != old.attributes {
      var before = old.attributes
      // One parameter ends both of these.
      let weight: Style.Attributes = [.bold, .dim]
      if !before.intersection(weight).isSubset(of: attributes) {
        add(22)
        before.subtract(weight)
      }
      for (attribute, on, off) in Self.switches
      where before.contains(attribute) != attributes.contains(attribute) {
        add(attributes.contains(attribute) ? on : off)
      }
    }
    if foreground != old.foreground { foreground.addParameters(ground: 0, add) }
    if background != old.background { background.addParameters(ground: 10, add) }
  }

  private static let switches: [(Style.Attributes, Int, Int)] = [
    (.bold, 1, 22), (.dim, 2, 22), (.underlined, 4, 24), (.reversed, 7, 27),
  ]
}

extension Look.Color {
  /// Hands over the parameters; `ground` is 0 for the glyph's colour and 10 for what is behind it.
  fileprivate func addParameters(ground: Int, _ add: (Int) -> Void) {
    switch self {
    case .own: add(39 + ground)
    case .basic(let color): add(Int(color) + (color < 8 ? 30 : 82) + ground)
    case .indexed(let color):
      add(38 + ground)
      add(5)
      add(Int(color))
    case .direct(let color):
      add(38 + ground)
      add(2)
      add(Int(color.red))
      add(Int(color.green))
      add(Int(color.blue))
    }
  }
}
