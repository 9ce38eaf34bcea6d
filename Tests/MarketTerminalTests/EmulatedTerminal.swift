import CVTerm

@testable import MarketTerminal

/// A terminal of libvterm, the oracle for what bytes do to a screen.
final class EmulatedTerminal {
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  let columns: Int
  let rows: Int

  init?(columns: Int, rows: Int) {
    guard let terminal = vterm_new(Int32(rows), Int32(columns)),
      let screen = vterm_obtain_screen(terminal)
    else { return nil }
    self.terminal = terminal
    self.screen = screen
    self.columns = columns
    self.rows = rows
    vterm_set_utf8(terminal, 1)
    vterm_screen_reset(screen, 1)
    write(Array("\u{1B}[?7l".utf8))
  }

  deinit { vterm_free(terminal) }

  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      let text = bytes.assumingMemoryBound(to: CChar.self)
      _ = vterm_input_write(terminal, text.baseAddress, text.count)
    }
  }

  /// A cell's text, with a space for one that was never written, and how it looks; dim is nothing
  /// that this terminal knows.
  func cell(_ x: Int, _ y: Int) -> (text: String, style: Style) {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(y), col: Int32(x)), &cell)
    let values = [
      cell.chars.0, cell.chars.1, cell.chars.2, cell.chars.3, cell.chars.4, cell.chars.5,
    ].prefix { $0 != 0 }
    var scalars = String.UnicodeScalarView()
    for value in values {
      if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
    }
    var style = Style(
      TerminalColor(cell.fg, unless: VTERM_COLOR_DEFAULT_FG),
      on: TerminalColor(cell.bg, unless: VTERM_COLOR_DEFAULT_BG))
    if cell.attrs.bold != 0 { style.attributes.insert(.bold) }
    if cell.attrs.underline != 0 { style.attributes.insert(.underlined) }
    if cell.attrs.reverse != 0 { style.attributes.insert(.reversed) }
    return (values.isEmpty ? " " : String(scalars), style)
  }

  /// The first cell that is not as drawn, or nil.
  ///
  /// What a terminal makes of a cluster whose width is disputed is its own affair, but only within
  /// the cluster's cells.
  func difference(from grid: Grid) -> String? {
    for y in 0..<rows {
      var x = 0
      while x < columns {
        let wanted = grid[x, y]
        defer { x += max(wanted.width, 1) }
        if wanted.isDisputed { continue }
        let actual = cell(x, y)
        if actual.text != wanted.text || !actual.style.looks(like: wanted) {
          return "at \(x), \(y): \(actual) instead of \(wanted)"
        }
      }
    }
    return nil
  }
}

extension Style {
  /// Whether a cell that a terminal shows so is drawn as wanted: a space has no colour to be seen.
  fileprivate func looks(like cell: GridCell) -> Bool {
    var wanted = cell.style
    wanted.attributes.remove(.dim)
    let lines: Attributes = [.underlined, .reversed]
    if cell.isBlank, attributes.isDisjoint(with: lines), wanted.attributes.isDisjoint(with: lines) {
      return background == wanted.background
    }
    return self == wanted
  }
}

extension TerminalColor {
  fileprivate init?(_ color: VTermColor, unless own: VTermColorType) {
    if color.type & UInt8(own.rawValue) != 0 { return nil }
    self.init(red: color.rgb.red, green: color.rgb.green, blue: color.rgb.blue)
  }
}
