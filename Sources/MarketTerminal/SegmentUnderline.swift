import MarketText
import MarketViewModel

/// Draws the underline on its track, to half a cell.
struct SegmentUnderline {
  private let whole: CellText
  private let leftHalf: CellText
  private let rightHalf: CellText
  private let track: CellText

  init(isASCII: Bool) {
    whole = CellText(isASCII ? "=" : "▄")
    leftHalf = CellText(isASCII ? "=" : "▖")
    rightHalf = CellText(isASCII ? "=" : "▗")
    track = CellText(isASCII ? "-" : "▁")
  }

  /// Fills a row with the track and the underline; at least half a cell of it shows.
  func draw(_ span: Span, on grid: inout Grid, y: Int) {
    let limit = grid.columns * 2
    let start = min(max(Int((span.start * 2).rounded()), 0), limit - 1)
    let end = min(max(Int((span.end * 2).rounded()), start + 1), limit)
    for x in 0..<grid.columns {
      let hasLeft = (start..<end).contains(x * 2)
      let hasRight = (start..<end).contains(x * 2 + 1)
      switch (hasLeft, hasRight) {
      case (true, true): grid.put(whole, x: x, y: y, style: .underline)
      case (true, false): grid.put(leftHalf, x: x, y: y, style: .underline)
      case (false, true): grid.put(rightHalf, x: x, y: y, style: .underline)
      case (false, false): grid.put(track, x: x, y: y, style: .track)
      }
    }
  }
}
