import MarketText

/// One cell of the screen.
struct GridCell: Hashable, Sendable {
  /// The cluster that begins here; empty where a wider one to the left goes on.
  var text: String
  /// The cells that the cluster takes; 0 where a wider one to the left goes on.
  var width: Int
  /// Whether terminals disagree about ``width``.
  var isDisputed: Bool
  /// The cells that some terminal may take for the cluster; at least ``width``.
  var reach: Int
  var style: Style

  static let blank = GridCell(text: " ", width: 1, isDisputed: false, reach: 1, style: .standard)

  /// Whether a wider cluster to the left goes on here.
  var isContinuation: Bool { width == 0 }
}

/// A screen of cells: what the view draws on, what is compared, what tests look at.
///
/// Every cluster has all of its cells on one row: what does not fit is never half drawn.
struct Grid: Hashable, Sendable {
  let columns: Int
  let rows: Int
  /// Row by row, so that a row that was not touched since a copy is known to be the same at once.
  private var lines: [[GridCell]]

  /// Makes a blank screen; sizes below 1 become 1.
  init(columns: Int, rows: Int) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    lines = Array(
      repeating: Array(repeating: .blank, count: self.columns), count: self.rows)
  }

  /// The cell at a place, both counted from 0 at the upper left.
  subscript(x: Int, y: Int) -> GridCell { lines[y][x] }

  /// Whether a row is cell for cell the same on another screen of this one's size.
  func isRow(_ y: Int, sameIn other: Grid) -> Bool {
    lines[y] == other.lines[y]
  }

  /// Whether a cell is the same on another screen of this one's size.
  func isCell(_ x: Int, _ y: Int, sameIn other: Grid) -> Bool {
    lines[y][x] == other.lines[y][x]
  }

  /// Draws a text from a place on; what lies outside the screen is left out.
  ///
  /// Returns the column after the text.
  @discardableResult
  mutating func put(_ text: CellText, x: Int, y: Int, style: Style = .standard) -> Int {
    var column = x
    for cluster in text.clusters {
      put(cluster, x: column, y: y, style: style)
      column += cluster.width
    }
    return column
  }

  private mutating func put(_ cluster: TextCluster, x: Int, y: Int, style: Style) {
    guard (0..<rows).contains(y), x < columns, x + cluster.width > 0 else { return }
    let visible = max(x, 0)..<min(x + cluster.width, columns)
    for column in visible { clear(column, y) }
    guard visible.count == cluster.width else {
      // Half of a glyph cannot be drawn: its cells are blank.
      for column in visible {
        lines[y][column] = .blank
        lines[y][column].style = style
      }
      return
    }
    lines[y][x] = GridCell(
      text: cluster.text, width: cluster.width, isDisputed: cluster.isWidthDisputed,
      reach: cluster.reach, style: style)
    for column in visible.dropFirst() {
      lines[y][column] = GridCell(
        text: "", width: 0, isDisputed: false, reach: 0, style: style)
    }
  }

  /// Blanks the whole cluster that covers a cell, unless it is that cell alone.
  private mutating func clear(_ x: Int, _ y: Int) {
    if lines[y][x].width == 1 { return }
    var start = x
    while start > 0, self[start, y].isContinuation { start -= 1 }
    for column in start..<(start + max(self[start, y].width, 1)) {
      lines[y][column] = .blank
    }
  }
}
