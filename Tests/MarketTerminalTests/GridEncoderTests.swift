import CVTerm
import MarketText
import TestSupport
import Testing

@testable import MarketTerminal

/// A terminal of libvterm, the oracle for what bytes do to a screen.
private final class EmulatedTerminal {
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
        var style = wanted.style
        style.attributes.remove(.dim)
        if actual.text != wanted.text || actual.style != style {
          return "at \(x), \(y): \(actual) instead of \(wanted)"
        }
      }
    }
    return nil
  }
}

extension TerminalColor {
  fileprivate init?(_ color: VTermColor, unless own: VTermColorType) {
    if color.type & UInt8(own.rawValue) != 0 { return nil }
    self.init(red: color.rgb.red, green: color.rgb.green, blue: color.rgb.blue)
  }
}

@Suite struct GridEncoderTests {
  private let encoder = GridEncoder(colors: .direct)

  @Test(arguments: Array(1...30) as [UInt64])
  func theDifferenceTurnsOneScreenIntoTheOther(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let columns = random.integer(in: 1...40)
    let rows = random.integer(in: 1...8)
    let terminal = try #require(EmulatedTerminal(columns: columns, rows: rows))
    var shown: Grid?
    var next = Grid(columns: columns, rows: rows)
    for step in 0..<60 {
      if random.oneIn(5) { next = Grid(columns: columns, rows: rows) }
      for _ in 0..<random.integer(in: 0...5) { random.scribble(on: &next) }
      #expect(next.fault == nil, "seed \(seed), step \(step)")
      terminal.write(encoder.frame(from: shown, to: next))
      if let difference = terminal.difference(from: next) {
        Issue.record("seed \(seed), step \(step): \(difference)")
        return
      }
      shown = next
    }
  }

  @Test func nothingIsWrittenForNothing() {
    var grid = Grid(columns: 10, rows: 2)
    grid.put(CellText("한글 ❤️"), x: 0, y: 1, style: .faint)
    #expect(encoder.frame(from: grid, to: grid) == [])
  }

  @Test func aFrameIsOneBracketedRun() {
    let old = Grid(columns: 4, rows: 2)
    var new = old
    new.put(CellText("ab"), x: 1, y: 1, style: .selectedTitle)
    let text = String(decoding: encoder.frame(from: old, to: new), as: UTF8.self)
    #expect(
      text
        == "\u{1B}[?2026h\u{1B}[2;2H\u{1B}[1;38;2;255;196;218mab\u{1B}[m\u{1B}[?2026l")
  }

  @Test func anotherSizeIsDrawnWholeAndNeverCleared() {
    let frame = encoder.frame(from: Grid(columns: 9, rows: 9), to: Grid(columns: 3, rows: 2))
    let text = String(decoding: frame, as: UTF8.self)
    #expect(text.contains("\u{1B}[1;1H   \u{1B}[2;1H   "))
    #expect(!text.contains("J") && !text.contains("K"))
  }

  @Test func aChangeOfStyleAloneDrawsBothHalvesOfAGlyph() {
    var old = Grid(columns: 4, rows: 1)
    old.put(CellText("한"), x: 1, y: 0, style: .selectedTitle)
    var new = old
    new.put(CellText("한"), x: 1, y: 0)
    let text = String(decoding: encoder.frame(from: old, to: new), as: UTF8.self)
    #expect(text.contains("\u{1B}[1;2H한"))
  }

  @Test func afterADisputedClusterTheCursorIsPlacedAbsolutely() {
    var new = Grid(columns: 8, rows: 1)
    new.put(CellText("❤️가"), x: 0, y: 0)
    let text = String(decoding: encoder.frame(from: nil, to: new), as: UTF8.self)
    #expect(text.contains("\u{1B}[1;1H  \u{1B}[1;1H❤️\u{1B}[1;3H가"))
  }

  struct ColorCase: CustomTestStringConvertible, Sendable {
    let colors: TerminalCapabilities.ColorLevel
    let sequence: String
    var testDescription: String { "\(colors)" }
  }

  @Test(arguments: [
    ColorCase(colors: .none, sequence: "\u{1B}[1m"),
    ColorCase(colors: .sixteen, sequence: "\u{1B}[1;95m"),
    ColorCase(colors: .indexed, sequence: "\u{1B}[1;38;5;224m"),
    ColorCase(colors: .direct, sequence: "\u{1B}[1;38;2;255;196;218m"),
  ])
  func colorsFitTheTerminal(_ sample: ColorCase) {
    let old = Grid(columns: 4, rows: 1)
    var new = old
    new.put(CellText("a"), x: 0, y: 0, style: .selectedTitle)
    let frame = GridEncoder(colors: sample.colors).frame(from: old, to: new)
    let text = String(decoding: frame, as: UTF8.self)
    #expect(text.contains("\u{1B}[1;1H" + sample.sequence + "a"))
  }
}

extension SplitMix64 {
  /// Draws a random text at a random place, partly outside too.
  fileprivate mutating func scribble(on grid: inout Grid) {
    let pieces = [
      "a", "Z9", " ", "   ", "한", "글자", "최근 상품", "漢字", "カナ", "ﾊﾝ", "ｶﾞ", "━▄", "é", "e\u{301}", "❤️",
      "🇰🇷", "👨‍👩‍👧‍👦", "👍🏽", "👕", "1\u{FE0F}\u{20E3}", "…", "♥",
    ]
    let text = (0..<integer(in: 1...6)).map { _ in pick(pieces) }.joined()
    let color = TerminalColor(red: 41, green: 171, blue: 227)
    let style = pick([
      .standard, .standard, .underline, .selectedTitle, .track, .faint, Style(nil, .bold),
      Style(nil, on: .theme), Style(color, on: .track, [.bold, .underlined]), Style(nil, .reversed),
      Style(.theme, [.dim, .reversed]), Style(nil, on: color, .dim), Style(nil, [.bold, .dim]),
    ])
    grid.put(
      CellText(text), x: integer(in: -4...(grid.columns + 1)), y: integer(in: -1...grid.rows),
      style: style)
  }
}
