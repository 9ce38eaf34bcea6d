/// Which rows of the screen show what; the first things to go on a small one are the row of the
/// switch, then the status line, then the list, then the underline.
struct TabsLayout: Hashable, Sendable {
  let columns: Int
  /// The titles and the underline.
  let headerRows: Range<Int>
  /// What is new on the left, the switch on the right; nil when there is no room for it.
  let switchRow: Int?
  let listRows: Range<Int>
  /// Nil when there is no room for it.
  let statusRow: Int?

  init(size: ScreenSize) {
    columns = max(size.columns, 1)
    let rows = max(size.rows, 1)
    headerRows = 0..<min(rows, 2)
    switchRow = rows >= 8 ? headerRows.upperBound : nil
    statusRow = rows >= 4 ? rows - 1 : nil
    listRows = headerRows.upperBound + (switchRow == nil ? 0 : 1)..<(statusRow ?? rows)
  }

  /// The rows between the header and the status line, where a page covers the list.
  var pageRows: Range<Int> { headerRows.upperBound..<listRows.upperBound }

  /// The columns that a press counts for the switch in; nil when it is not drawn.
  var switchColumns: Range<Int>? {
    let end = columns - Self.margin(columns: columns)
    let start = end - SwitchDrawing.width
    return switchRow == nil || start < 0 ? nil : start..<end
  }

  /// The blank columns at both sides.
  static func margin(columns: Int) -> Int { columns >= 20 ? 1 : 0 }
}
