import MarketText

/// One cell of the screen.
struct GridCell: Hashable, Sendable {
  /// The cluster that begins here; empty where a wider one to the left goes on.
  let glyph: CellGlyph
  var style: Style
  private var cells: UInt8
  private var reachableCells: UInt8
  /// Whether terminals disagree about ``width``.
  var isDisputed: Bool

  /// Makes a cell; counts of cells above 255 become that.
  init(_ glyph: CellGlyph, width: Int, isDisputed: Bool = false, reach: Int, style: Style) {
    self.glyph = glyph
    self.style = style
    cells = UInt8(clamping: width)
    reachableCells = UInt8(clamping: reach)
    self.isDisputed = isDisputed
  }

  /// The cells that the cluster takes; 0 where a wider one to the left goes on.
  var width: Int { Int(cells) }
  /// The cells that some terminal may take for the cluster; at least ``width``.
  var reach: Int { Int(reachableCells) }

  /// The text of ``glyph``.
  var text: String { glyph.text }

  static let blank = GridCell(.space, width: 1, reach: 1, style: .standard)

  /// Whether a wider cluster to the left goes on here.
  var isContinuation: Bool { cells == 0 }
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

  /// A row's cells.
  func row(_ y: Int) -> [GridCell] { lines[y] }

  /// Whether a row is cell for cell the same on another screen of this one's size.
  func isRow(_ y: Int, sameIn other: Grid) -> Bool {
    lines[y] == other.lines[y]
  }

  /// Draws a text from a place on; what lies outside the screen is left out.
  ///
  /// Returns the column after the text.
  @discardableResult
  mutating func put(_ text: CellText, x: Int, y: Int, style: Style = .standard) -> Int {
    var column = x
    for cluster in text.clusters {
      put(GridCell(cluster, style), x: column, y: y)
      column += cluster.width
    }
    return column
  }

  /// Draws the cells of a row as they are on another screen; what lies outside this one is left out.
  ///
  /// At once where the row is as wide as the screen.
  mutating func put(_ cells: [GridCell], x: Int, y: Int) {
    guard x != 0 || cells.count != columns else {
      if lines.indices.contains(y) { lines[y] = cells }
      return
    }
    for (place, cell) in cells.enumerated() where !cell.isContinuation {
      put(cell, x: x + place, y: y)
    }
  }

  private mutating func put(_ cell: GridCell, x: Int, y: Int) {
    let width = cell.width
    guard lines.indices.contains(y), x < columns, x + width > 0 else { return }
    // What stands there already is not written, so that its row stays shared with other screens.
    if width == 1, x >= 0, lines[y][x] == cell { return }
    let visible = max(x, 0)..<min(x + width, columns)
    for column in visible { clear(column, y) }
    guard visible.count == width else {
      // Half of a glyph cannot be drawn: its cells are blank.
      for column in visible {
        lines[y][column] = .blank
        lines[y][column].style = cell.style
      }
      return
    }
    lines[y][x] = cell
    for column in visible.dropFirst() {
      lines[y][column] = GridCell(.none, width: 0, reach: 0, style: cell.style)
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

extension GridCell {
  fileprivate init(_ cluster: TextCluster, _ style: Style) {
    self.init(
      CellGlyph(cluster.text), width: cluster.width, isDisputed: cluster.isWidthDisputed,
      reach: cluster.reach, style: style)
  }
}
