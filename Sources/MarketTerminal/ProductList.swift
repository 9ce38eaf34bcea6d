import MarketCatalog
import MarketText
import MarketViewModel

/// Draws a page's list of products, or what there is to say when it is empty.
struct ProductList {
  let state: TabsState
  let page: Page
  let look: TabsLook

  /// Draws the list, as wide as the screen, from a column on that may lie outside.
  func draw(
    on grid: inout Grid, rows: Range<Int>, x: Int, keeping drawnRows: inout DrawnRows
  ) {
    let feed = state.model[page]
    guard !feed.items.isEmpty else {
      drawEmpty(feed.phase, on: &grid, rows: rows, x: x)
      return
    }
    let row = ProductRow(columns: grid.columns, look: look)
    let current = state.currentIndex(of: page)
    let visible = feed.items.indices.dropFirst(feed.topIndex)
    for (y, index) in zip(rows, visible) {
      let cells = drawnRows.cells(
        of: feed.items[index], isCurrent: index == current, at: state.now, by: row)
      grid.put(cells, x: x, y: y)
    }
  }

  /// The rows that lines in the middle of an empty list stand in, as many of them as fit.
  static func middle(_ lines: Int, of rows: Range<Int>) -> Range<Int> {
    let count = min(lines, rows.count)
    let first = rows.lowerBound + (rows.count - count) / 2
    return first..<(first + count)
  }

  /// The rows that say what went wrong and how to try again when there is nothing else to show.
  static func retryRows(_ feed: FeedState, in rows: Range<Int>) -> Range<Int>? {
    guard feed.items.isEmpty, case .failed = feed.phase else { return nil }
    return middle(2, of: rows)
  }

  private func drawEmpty(
    _ phase: FeedState.Phase, on grid: inout Grid, rows: Range<Int>, x: Int
  ) {
    let lines: [(words: String, style: Style)]
    switch phase {
    case .idle, .loading:
      let isDue = page != state.model.page || state.showsWaiting
      lines = isDue ? [(look.words.terms.loading, look.faint)] : []
    case .loaded, .ended: lines = [(look.words.terms.nothing, look.faint)]
    case .failed(let error):
      lines = [
        (look.words.fault(error, of: state.sourceKind), look.alert),
        (look.words.terms.retryHint, look.faint),
      ]
    }
    for (y, line) in zip(Self.middle(lines.count, of: rows), lines) {
      let text = CellText(line.words).truncated(to: grid.columns, ellipsis: look.ellipsis)
      grid.put(text, x: x + (grid.columns - text.width) / 2, y: y, style: line.style)
    }
  }
}
