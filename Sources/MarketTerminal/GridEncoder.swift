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
    var pen = GridPen(colors: colors, columns: new.columns)
    for y in 0..<new.rows {
      if let base, base.isRow(y, sameIn: new) { continue }
      encode(row: y, from: base, to: new, &pen)
    }
    return pen.frame
  }

  private func encode(row y: Int, from old: Grid?, to new: Grid, _ pen: inout GridPen) {
    var x = 0
    // Up to here a terminal may have drawn over what has not changed.
    var spoiled = 0
    while x < new.columns {
      if x >= spoiled, let old, old.isCell(x, y, sameIn: new), new[x, y].width < 2 {
        x += 1
        continue
      }
      let cell = new[x, y]
      let next = x + max(cell.width, 1)
      defer { x = next }
      var isChanged = true
      if let old {
        isChanged = !isAlike(old, new, x..<next, y)
        if isChanged, (x..<next).contains(where: { old[$0, y].isDisputed }) {
          // One that goes may have shared a cell with the one after it.
          spoiled = max(spoiled, next + 1)
        }
      }
      guard isChanged || x < spoiled else { continue }
      pen.draw(cell, x: x, y: y, on: new)
      if cell.isDisputed { spoiled = max(spoiled, x + cell.reach) }
    }
  }

  /// Whether nobody sees a difference between some cells.
  private func isAlike(_ old: Grid, _ new: Grid, _ columns: Range<Int>, _ y: Int) -> Bool {
    for x in columns {
      if old.isCell(x, y, sameIn: new) { continue }
      let (before, after) = (old[x, y], new[x, y])
      guard before.text == after.text, before.width == after.width else { return false }
      let (old, new) = (Look(before.style, colors), Look(after.style, colors))
      guard after.isBlank ? new.showsBlank(like: old) : new == old else { return false }
    }
    return true
  }
}
