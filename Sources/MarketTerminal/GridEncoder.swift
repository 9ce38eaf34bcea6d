import MarketText

/// Turns the difference of two screens into the bytes that make one of the other.
///
/// A frame is one run of bytes inside the brackets of synchronized output (mode 2026), so that a
/// terminal that knows them never shows half of it. Nothing is cleared first. The cursor is placed
/// absolutely after every cluster on whose width terminals disagree, so that an error stays in its
/// own cells.
struct GridEncoder {
  let colors: TerminalCapabilities.ColorLevel

  /// The bytes that turn `old` into `new`; none when nothing differs.
  ///
  /// Without an old screen, or with one of another size, every cell is written.
  func frame(from old: Grid?, to new: Grid) -> [UInt8] {
    let base = old?.columns == new.columns && old?.rows == new.rows ? old : nil
    var pen = Pen(colors: colors, columns: new.columns)
    for y in 0..<new.rows {
      encode(row: y, from: base, to: new, &pen)
    }
    return pen.frame
  }

  private func encode(row y: Int, from old: Grid?, to new: Grid, _ pen: inout Pen) {
    var x = 0
    // Up to here a terminal may have drawn over what has not changed.
    var spoiled = 0
    while x < new.columns {
      let cell = new[x, y]
      let next = x + max(cell.width, 1)
      let before = old.map { old in (x..<next).map { old[$0, y] } }
      let isChanged = before.map { $0 != (x..<next).map { new[$0, y] } } ?? true
      if isChanged || x < spoiled {
        pen.draw(cell, x: x, y: y)
        if cell.isDisputed { spoiled = max(spoiled, x + cell.reach) }
        // One that goes may have shared a cell with the one after it.
        if before?.contains(where: \.isDisputed) == true { spoiled = max(spoiled, next + 1) }
      }
      x = next
    }
  }
}

/// Where the terminal's cursor is and what it draws with.
private struct Pen {
  let colors: TerminalCapabilities.ColorLevel
  let columns: Int
  private var bytes: [UInt8] = []
  /// The cursor's place; nil when it is not known.
  private var place: (x: Int, y: Int)?
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

  mutating func draw(_ cell: GridCell, x: Int, y: Int) {
    move(toX: x, y)
    use(cell.style)
    if cell.isDisputed {
      // A terminal that draws it narrower must not leave what was there before.
      append(String(repeating: " ", count: cell.width))
      place = nil
      move(toX: x, y)
    }
    append(cell.text(withReach: columns - x))
    let end = x + cell.width
    place = cell.isDisputed || end >= columns ? nil : (end, y)
  }

  private mutating func move(toX x: Int, _ y: Int) {
    if let place, place == (x, y) { return }
    if let place, place.y == y {
      append("\u{1B}[\(x + 1)G")
    } else {
      append("\u{1B}[\(y + 1);\(x + 1)H")
    }
    place = (x, y)
  }

  private mutating func use(_ style: Style) {
    let wanted = Look(style, colors)
    append(wanted.sequence(from: look))
    look = wanted
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}

extension GridCell {
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
