import MarketText

/// Writes cells in the fewest bytes: knows where the terminal's cursor is and what it draws with.
struct GridPen {
  private let colors: TerminalCapabilities.ColorLevel
  private let columns: Int
  private var bytes: [UInt8] = []
  /// The cursor's place; nil when it is not known.
  private var place: (x: Int, y: Int)?
  /// Whether only characters were drawn since the last absolute move that are one cell everywhere.
  private var isPlaceCertain = false
  /// Every frame begins and ends with the terminal's own.
  private var look = Look.standard

  init(colors: TerminalCapabilities.ColorLevel, columns: Int) {
    self.colors = colors
    self.columns = columns
  }

  /// What was drawn, in the brackets of a frame; nothing when nothing was.
  var frame: [UInt8] {
    if bytes.isEmpty { return [] }
    let end = Look.standard.sequence(from: look) + "\u{1B}[?2026l"
    return Array("\u{1B}[?2026h".utf8) + bytes + Array(end.utf8)
  }

  /// Draws a cell at a place, going there first over cells of `grid` that stay as they are.
  mutating func draw(_ cell: GridCell, x: Int, y: Int, on grid: Grid) {
    if !drawGap(toX: x, y, of: grid) { move(toX: x, y) }
    use(cell)
    if cell.isDisputed {
      // A terminal that draws it narrower must not leave what was there before.
      append(String(repeating: " ", count: cell.width))
      place = nil
      move(toX: x, y)
    }
    append(cell.text(withReach: columns - x))
    let end = x + cell.width
    place = cell.isDisputed || end >= columns ? nil : (end, y)
    isPlaceCertain = isPlaceCertain && cell.isASCII
  }

  // MARK: Moving

  /// The shortest way to a place; relative only from one that is certain, so that a terminal with
  /// other widths goes wrong in few cells.
  private mutating func move(toX x: Int, _ y: Int) {
    if let place, place == (x, y) { return }
    append(shortestMove(toX: x, y))
    place = (x, y)
    isPlaceCertain = true
  }

  private func shortestMove(toX x: Int, _ y: Int) -> String {
    guard let place else { return Self.absolute(x, y) }
    if place.y == y {
      if x == 0 { return "\r" }
      let column = "\u{1B}[\(x + 1)G"
      guard isPlaceCertain, x > place.x else { return column }
      let forward = x == place.x + 1 ? "\u{1B}[C" : "\u{1B}[\(x - place.x)C"
      return forward.utf8.count < column.utf8.count ? forward : column
    }
    // Not by a line feed, which scrolls a screen that has just become smaller.
    return place.x == x && isPlaceCertain ? "\u{1B}[\(y + 1)d" : Self.absolute(x, y)
  }

  private static func absolute(_ x: Int, _ y: Int) -> String {
    let row = y == 0 ? "" : "\(y + 1)"
    return x == 0 ? "\u{1B}[\(row)H" : "\u{1B}[\(row);\(x + 1)H"
  }

  /// Draws what already stands between the cursor and a place in the same row, where that takes
  /// fewer bytes than a move; tells whether it has.
  private mutating func drawGap(toX x: Int, _ y: Int, of grid: Grid) -> Bool {
    guard let place, isPlaceCertain, place.y == y, place.x < x,
      x - place.x < shortestMove(toX: x, y).utf8.count
    else { return false }
    let gap = place.x..<x
    guard gap.allSatisfy({ grid[$0, y].isASCII && isInLook(grid[$0, y]) }) else { return false }
    for column in gap { append(grid[column, y].text) }
    self.place = (x, y)
    return true
  }

  // MARK: Looks

  private func isInLook(_ cell: GridCell) -> Bool {
    let wanted = Look(cell.style, colors)
    return cell.isBlank ? wanted.showsBlank(like: look) : wanted == look
  }

  private mutating func use(_ cell: GridCell) {
    let wanted = Look(cell.style, colors)
    if cell.isBlank, wanted.showsBlank(like: look) { return }
    append(wanted.sequence(from: look))
    look = wanted
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}

extension GridCell {
  /// Whether only what is behind the glyph is seen.
  var isBlank: Bool { text == " " }

  /// Whether the cell holds one character that every terminal draws in one cell.
  var isASCII: Bool { text.utf8.count == 1 }

  /// The cluster's text, cut short where a terminal that draws its scalars one by one would run
  /// over the margin.
  ///
  /// Some then go on in the next row even with wrapping switched off.
  fileprivate func text(withReach limit: Int) -> String {
    if reach <= limit { return text }
    var scalars = String.UnicodeScalarView()
    var width = 0
    for scalar in text.unicodeScalars {
      width += TextCluster.unjoinedWidth(of: scalar)
      if width > limit { break }
      scalars.append(scalar)
    }
    while scalars.last == "\u{200D}" { scalars.removeLast() }
    return String(scalars)
  }
}
