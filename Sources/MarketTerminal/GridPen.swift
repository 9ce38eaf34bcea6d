import MarketText

/// Writes cells in the fewest bytes: knows where the terminal's cursor is and what it draws with.
struct GridPen {
  private let colors: TerminalCapabilities.ColorLevel
  private let columns: Int
  private var bytes = beginning
  /// The cursor's place; nil when it is not known.
  private var place: (x: Int, y: Int)?
  /// Whether only characters were drawn since the last absolute move that are one cell everywhere.
  private var isPlaceCertain = false
  /// Every frame begins and ends with the terminal's own.
  private var look = Look.standard
  /// The style that was asked for last and its look, as one follows another of the same mostly.
  private var known: (style: Style, look: Look)

  // The brackets of a frame.
  private static let beginning = Array("\u{1B}[?2026h".utf8)
  private static let end = Array("\u{1B}[?2026l".utf8)

  init(colors: TerminalCapabilities.ColorLevel, columns: Int) {
    self.colors = colors
    self.columns = columns
    known = (.standard, Look(.standard, colors))
  }

  /// What was drawn, in the brackets of a frame; nothing when nothing was.
  var frame: [UInt8] {
    if bytes.count == Self.beginning.count { return [] }
    var frame = bytes
    Look.standard.write(from: look, to: &frame)
    frame.append(contentsOf: Self.end)
    return frame
  }

  /// Draws a cell of a row at its place, going there first over cells that stay as they are.
  mutating func draw(_ x: Int, _ y: Int, of row: [GridCell]) {
    if !drawGap(toX: x, y, of: row) { move(toX: x, y) }
    let cell = row[x]
    use(cell)
    if cell.isDisputed {
      // A terminal that draws it narrower must not leave what was there before.
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: cell.width))
      place = nil
      move(toX: x, y)
    }
    if cell.reach <= columns - x {
      cell.glyph.append(to: &bytes)
    } else {
      bytes.append(contentsOf: cell.text(withReach: columns - x).utf8)
    }
    let end = x + cell.width
    place = cell.isDisputed || end >= columns ? nil : (end, y)
    isPlaceCertain = isPlaceCertain && cell.isASCII
  }

  /// What the terminal shows of a style.
  mutating func look(of style: Style) -> Look {
    if style != known.style { known = (style, Look(style, colors)) }
    return known.look
  }

  // MARK: Moving

  /// A way to a place.
  private enum Move {
    case absolute(x: Int, y: Int)
    case toStartOfRow
    case column(Int)
    case forward(Int)
    case row(Int)

    /// How many bytes it takes.
    var count: Int {
      switch self {
      case .absolute(let x, let y):
        3 + (y == 0 ? 0 : digits(y + 1)) + (x == 0 ? 0 : 1 + digits(x + 1))
      case .toStartOfRow: 1
      case .column(let x): 3 + digits(x + 1)
      case .forward(let cells): 3 + (cells == 1 ? 0 : digits(cells))
      case .row(let y): 3 + digits(y + 1)
      }
    }

    private func digits(_ number: Int) -> Int {
      number < 10 ? 1 : number < 100 ? 2 : number < 1_000 ? 3 : String(number).utf8.count
    }
  }

  /// Goes to a place, relatively only from one that is certain, so that a terminal with other widths
  /// goes wrong in few cells.
  private mutating func move(toX x: Int, _ y: Int) {
    if let place, place == (x, y) { return }
    write(shortestMove(toX: x, y))
    place = (x, y)
    isPlaceCertain = true
  }

  private func shortestMove(toX x: Int, _ y: Int) -> Move {
    guard let place else { return .absolute(x: x, y: y) }
    if place.y == y {
      if x == 0 { return .toStartOfRow }
      guard isPlaceCertain, x > place.x else { return .column(x) }
      let forward = Move.forward(x - place.x)
      return forward.count < Move.column(x).count ? forward : .column(x)
    }
    // Not by a line feed, which scrolls a screen that has just become smaller.
    return place.x == x && isPlaceCertain ? .row(y) : .absolute(x: x, y: y)
  }

  private mutating func write(_ move: Move) {
    if case .toStartOfRow = move {
      bytes.append(0x0D)
      return
    }
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
    switch move {
    case .absolute(let x, let y):
      if y > 0 { bytes.append(decimal: y + 1) }
      if x > 0 {
        bytes.append(UInt8(ascii: ";"))
        bytes.append(decimal: x + 1)
      }
      bytes.append(UInt8(ascii: "H"))
    case .toStartOfRow: break
    case .column(let x):
      bytes.append(decimal: x + 1)
      bytes.append(UInt8(ascii: "G"))
    case .forward(let cells):
      if cells > 1 { bytes.append(decimal: cells) }
      bytes.append(UInt8(ascii: "C"))
    case .row(let y):
      bytes.append(decimal: y + 1)
      bytes.append(UInt8(ascii: "d"))
    }
  }

  /// Draws what already stands between the cursor and a place in the same row, where that takes
  /// fewer bytes than a move; tells whether it has.
  private mutating func drawGap(toX x: Int, _ y: Int, of row: [GridCell]) -> Bool {
    guard let place, isPlaceCertain, place.y == y, place.x < x,
      x - place.x < shortestMove(toX: x, y).count
    else { return false }
    let gap = place.x..<x
    for column in gap where !row[column].isASCII || !isInLook(row[column]) { return false }
    for column in gap { row[column].glyph.append(to: &bytes) }
    self.place = (x, y)
    return true
  }

  // MARK: Looks

  private mutating func isInLook(_ cell: GridCell) -> Bool {
    let wanted = look(of: cell.style)
    return cell.isBlank ? wanted.showsBlank(like: look) : wanted == look
  }

  private mutating func use(_ cell: GridCell) {
    let wanted = look(of: cell.style)
    if wanted == look || cell.isBlank && wanted.showsBlank(like: look) { return }
    wanted.write(from: look, to: &bytes)
    look = wanted
  }
}

extension [UInt8] {
  /// Appends a number's digits, which is not negative.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

extension GridCell {
  /// Whether only what is behind the glyph is seen.
  var isBlank: Bool { glyph == .space }

  /// Whether the cell holds one character that every terminal draws in one cell.
  var isASCII: Bool { glyph.byteCount == 1 }

  /// The cluster's text, cut short where a terminal that draws its scalars one by one would run
  /// over the margin.
  ///
  /// Some then go on in the next row even with wrapping switched off.
  fileprivate func text(withReach limit: Int) -> String {
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
