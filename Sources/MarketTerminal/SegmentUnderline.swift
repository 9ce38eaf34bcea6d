import MarketText
import MarketViewModel

/// Draws the underline on its track, to half a cell.
struct SegmentUnderline {
  private let whole: CellText
  private let leftHalf: CellText
  private let rightHalf: CellText
  private let track: CellText
  private let style: Style

  // Measured once, as they are drawn in every frame.
  private static let block = CellText("▄")
  private static let leftQuadrant = CellText("▖")
  private static let rightQuadrant = CellText("▗")
  private static let line = CellText("▁")
  private static let space = CellText(" ")
  private static let doubleLine = CellText("=")
  private static let hyphen = CellText("-")

  /// Chooses the glyphs; a line runs across the row where wanted, and in ASCII always.
  init(look: TabsLook, hasTrack: Bool) {
    whole = look.isASCII ? Self.doubleLine : Self.block
    leftHalf = look.isASCII ? Self.doubleLine : Self.leftQuadrant
    rightHalf = look.isASCII ? Self.doubleLine : Self.rightQuadrant
    track = look.isASCII ? Self.hyphen : hasTrack ? Self.line : Self.space
    style = look.underline
  }

  /// Fills a row with the track and the underline, which is as long wherever it is.
  ///
  /// The heading says where the underline is going: below 0 to the left, above 0 to the right, 0
  /// when it rests. On its way it is rounded ahead, so that the first frame shows that it moves.
  func draw(_ span: Span, heading: Double, on grid: inout Grid, y: Int) {
    let limit = grid.columns * 2
    let rounding: FloatingPointRoundingRule =
      heading == 0 ? .toNearestOrAwayFromZero : heading < 0 ? .down : .up
    // Far less than is seen, so that the error of a sum is not taken for a way.
    let slack = heading == 0 ? 0 : heading < 0 ? 1e-6 : -1e-6
    let length = min(max(Int((span.length * 2).rounded()), 1), limit)
    let start = min(max(Int((span.start * 2 + slack).rounded(rounding)), 0), limit - length)
    let halves = start..<(start + length)
    for x in 0..<grid.columns {
      switch (halves.contains(x * 2), halves.contains(x * 2 + 1)) {
      case (true, true): grid.put(whole, x: x, y: y, style: style)
      case (true, false): grid.put(leftHalf, x: x, y: y, style: style)
      case (false, true): grid.put(rightHalf, x: x, y: y, style: style)
      case (false, false): grid.put(track, x: x, y: y, style: .track)
      }
    }
  }
}
