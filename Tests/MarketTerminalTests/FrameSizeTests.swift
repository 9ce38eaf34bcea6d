import MarketText
import Testing

@testable import MarketTerminal

/// What frames cost in bytes.
@Suite struct FrameSizeTests {
  private let encoder = GridEncoder(colors: .direct)

  /// A screen whose second row has an underline, in half cells, on a track; all other rows are full.
  private func header(from start: Int, to end: Int, columns: Int = 80) -> Grid {
    var grid = Grid(columns: columns, rows: 24)
    for y in 2..<24 {
      grid.put(CellText(String(repeating: "상품 ", count: columns / 5)), x: 0, y: y, style: .faint)
    }
    for x in 0..<columns {
      let halves = ((start..<end).contains(x * 2), (start..<end).contains(x * 2 + 1))
      let (glyph, style): (String, Style) =
        switch halves {
        case (true, true): ("▄", .underline)
        case (true, false): ("▖", .underline)
        case (false, true): ("▗", .underline)
        case (false, false): ("▁", .track)
        }
      grid.put(CellText(glyph), x: x, y: 1, style: style)
    }
    return grid
  }

  /// The goal for the whole view is 200 bytes a frame (docs/benchmarks.md).
  @Test func aFrameOfTheSlidingUnderlineIsSmall() {
    var largest = 0
    // In and out with the third power, over 40 cells and 7 frames; the steepest step is 15 cells.
    let places = (0...6).map { frame in
      let time = Double(frame) / 6
      let eased = time < 0.5 ? 4 * time * time * time : 1 - 4 * (1 - time) * (1 - time) * (1 - time)
      return 20 + Int((eased * 80).rounded())
    }
    for (old, new) in zip(places, places.dropFirst()) {
      let frame = encoder.frame(
        from: header(from: old, to: old + 40), to: header(from: new, to: new + 40))
      largest = max(largest, frame.count)
      #expect(frame.count <= 200, "from \(old) to \(new) half cells")
    }
    #expect(largest > 60)
  }

  @Test func halfACellOfMovementIsTwoCellsAndTheirColours() {
    let frame = encoder.frame(from: header(from: 20, to: 60), to: header(from: 21, to: 61))
    #expect(frame.count <= 80)
  }

  struct MoveCase: CustomTestStringConvertible, Sendable {
    let name: String
    var old = "abcdefghijklmnopqrstuvwxyz"
    let new: String
    /// What stands between the brackets of the frame.
    let bytes: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    MoveCase(
      name: "a short gap is drawn again", new: "AbcDefghijklmnopqrstuvwxyz", bytes: "\u{1B}[HAbcD"),
    MoveCase(
      name: "a longer one is passed over", new: "AbcdefghiJklmnopqrstuvwxyz",
      bytes: "\u{1B}[HA\u{1B}[8CJ"),
    MoveCase(
      name: "after a wide glyph only absolutely", old: "한cdefghijklmnopqrstuvwxyz",
      new: "글cdefghiJklmnopqrstuvwxyz", bytes: "\u{1B}[H글\u{1B}[10GJ"),
    MoveCase(
      name: "never over what is wide", old: "a한defghijklmnopqrstuvwxyz",
      new: "A한Defghijklmnopqrstuvwxyz", bytes: "\u{1B}[HA\u{1B}[4GD"),
    MoveCase(
      name: "the last column", new: "abcdefghijklmnopqrstuvwxyZ", bytes: "\u{1B}[;26HZ"),
  ])
  func theCursorTakesTheShortestWay(_ sample: MoveCase) {
    var old = Grid(columns: 26, rows: 1)
    old.put(CellText(sample.old), x: 0, y: 0)
    var new = Grid(columns: 26, rows: 1)
    new.put(CellText(sample.new), x: 0, y: 0)
    let text = String(decoding: encoder.frame(from: old, to: new), as: UTF8.self)
    #expect(text == "\u{1B}[?2026h" + sample.bytes + "\u{1B}[?2026l")
  }

  @Test func aSpaceTakesAnyColorOfItsGlyph() {
    let old = Grid(columns: 6, rows: 1)
    var new = old
    new.put(CellText("a"), x: 0, y: 0, style: .faint)
    new.put(CellText("  "), x: 1, y: 0, style: .track)
    new.put(CellText("b"), x: 3, y: 0, style: .faint)
    let text = String(decoding: encoder.frame(from: old, to: new), as: UTF8.self)
    #expect(text == "\u{1B}[?2026h\u{1B}[H\u{1B}[38;2;150;150;156ma  b\u{1B}[m\u{1B}[?2026l")
    var recoloured = new
    recoloured.put(CellText("  "), x: 1, y: 0, style: .underline)
    #expect(encoder.frame(from: new, to: recoloured) == [])
  }

  @Test func withoutColorsAChangeOfColorIsNothing() {
    #expect(
      GridEncoder(colors: .none).frame(
        from: header(from: 20, to: 60), to: header(from: 20, to: 60)) == [])
    var old = Grid(columns: 4, rows: 1)
    old.put(CellText("한"), x: 0, y: 0, style: .faint)
    var new = old
    new.put(CellText("한"), x: 0, y: 0, style: .track)
    #expect(GridEncoder(colors: .none).frame(from: old, to: new) == [])
    #expect(!encoder.frame(from: old, to: new).isEmpty)
  }
}
