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
      encode(row: new.row(y), from: base?.row(y), y: y, &pen)
    }
    return pen.frame
  }

  private func encode(row: [GridCell], from old: [GridCell]?, y: Int, _ pen: inout GridPen) {
    var x = 0
    // Up to here a terminal may have drawn over what has not changed.
    var spoiled = 0
    while x < row.count {
      let width = row[x].width
      if x >= spoiled, width < 2, let old, old[x] == row[x] {
        x += 1
        continue
      }
      let next = x + max(width, 1)
      defer { x = next }
      var isChanged = true
      if let old {
        isChanged = !isAlike(old, row, x..<next, &pen)
        if isChanged, (x..<next).contains(where: { old[$0].isDisputed }) {
          // One that goes may have shared a cell with the one after it.
          spoiled = max(spoiled, next + 1)
        }
      }
      guard isChanged || x < spoiled else { continue }
      pen.draw(x, y, of: row)
      if row[x].isDisputed { spoiled = max(spoiled, x + row[x].reach) }
    }
  }

  /// Whether nobody sees a difference between some cells.
  private func isAlike(
    _ old: [GridCell], _ new: [GridCell], _ columns: Range<Int>, _ pen: inout GridPen
  ) -> Bool {
    for x in columns where old[x] != new[x] {
      guard old[x].width == new[x].width, old[x].glyph == new[x].glyph else { return false }
      let before = pen.look(of: old[x].style)
      let after = pen.look(of: new[x].style)
      guard new[x].isBlank ? after.showsBlank(like: before) : after == before else { return false }
    }
    return true
  }
}
