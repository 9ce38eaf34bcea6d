/// Which rows of the screen show what; the first things to go on a small one are the status line,
/// then the list, then the underline.
struct TabsLayout: Hashable, Sendable {
  let columns: Int
  /// The titles and the underline.
  let headerRows: Range<Int>
  let listRows: Range<Int>
  /// Nil when there is no room for it.
  let statusRow: Int?

  init(size: ScreenSize) {
    columns = max(size.columns, 1)
    let rows = max(size.rows, 1)
    headerRows = 0..<min(rows, 2)
    statusRow = rows >= 4 ? rows - 1 : nil
    listRows = headerRows.upperBound..<(statusRow ?? rows)
  }
}
