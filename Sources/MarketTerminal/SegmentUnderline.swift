import MarketViewModel

/// Draws the underline on its track, to half a cell, in ASCII to a whole one.
struct SegmentUnderline {
  /// How many places a cell has for the underline's ends.
  private let places: Int
  private let whole: GridCell
  private let leftHalf: GridCell
  private let rightHalf: GridCell
  private let track: GridCell

  /// Chooses the glyphs; a line runs across the row where wanted, and in ASCII always.
  init(look: TabsLook, hasTrack: Bool) {
    func cell(_ glyph: String, ascii: String, _ style: Style) -> GridCell {
      GridCell(CellGlyph(look.isASCII ? ascii : glyph), width: 1, reach: 1, style: style)
    }
    // An underline that began and ended within cells would need one more of them.
    places = look.isASCII ? 1 : 2
    whole = cell("▄", ascii: "=", look.underline)
    leftHalf = cell("▖", ascii: "=", look.underline)
    rightHalf = cell("▗", ascii: "=", look.underline)
    track = cell(hasTrack ? "▁" : " ", ascii: "-", look.track)
  }

  /// Fills a row with the track and the underline, which is as long wherever it is.
  ///
  /// The heading says where the underline is going: below 0 to the left, above 0 to the right, 0
  /// when it rests. On its way it is rounded ahead, so that the first frame shows that it moves.
  func draw(_ span: Span, heading: Double, on grid: inout Grid, y: Int) {
    let limit = grid.columns * places
    let length = min(max(Int((span.length * Double(places)).rounded()), 1), limit)
    let exact = span.start * Double(places)
    // Far less than is seen, so that the error of a sum is not taken for a way.
    let slack = 1e-6
    let place =
      heading == 0
      ? exact.rounded()
      : heading < 0 ? (exact + slack).rounded(.down) : (exact - slack).rounded(.up)
    let start = min(max(Int(place), 0), limit - length)
    let end = start + length
    var cells = Array(repeating: track, count: grid.columns)
    for x in (start / places)..<((end + places - 1) / places) {
      let startsLate = start > x * places
      let endsEarly = end < (x + 1) * places
      cells[x] = startsLate ? rightHalf : endsEarly ? leftHalf : whole
    }
    grid.put(cells, x: 0, y: y)
  }
}
