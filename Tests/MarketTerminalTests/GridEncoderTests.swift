import MarketText
import TestSupport
import Testing

@testable import MarketTerminal

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
    #expect(text.contains("\u{1B}[H   \u{1B}[2H   "))
    #expect(!text.contains("J") && !text.contains("K"))
  }

  @Test func aChangeOfStyleAloneDrawsBothHalvesOfAGlyph() {
    var old = Grid(columns: 4, rows: 1)
    old.put(CellText("한"), x: 1, y: 0, style: .selectedTitle)
    var new = old
    new.put(CellText("한"), x: 1, y: 0)
    let text = String(decoding: encoder.frame(from: old, to: new), as: UTF8.self)
    #expect(text.contains("\u{1B}[;2H한"))
  }

  @Test func afterADisputedClusterTheCursorIsPlacedAbsolutely() {
    var new = Grid(columns: 8, rows: 1)
    new.put(CellText("❤️가"), x: 0, y: 0)
    let text = String(decoding: encoder.frame(from: nil, to: new), as: UTF8.self)
    #expect(text.contains("\u{1B}[H  \u{1B}[H❤️\u{1B}[;3H가"))
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
    #expect(text.contains("\u{1B}[H" + sample.sequence + "a"))
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
