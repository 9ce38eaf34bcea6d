import MarketCatalog
import MarketText
import MarketViewModel

/// Draws a page's list of products, or what there is to say when it is empty.
struct ProductList {
  let state: TabsState
  let page: Page
  let look: TabsLook

  /// Draws the list, as wide as the screen, from a column on that may lie outside.
  func draw(on grid: inout Grid, rows: Range<Int>, x: Int) {
    let feed = state.model[page]
    guard !feed.items.isEmpty else {
      drawEmpty(feed.phase, on: &grid, rows: rows, x: x)
      return
    }
    let row = ProductRow(columns: grid.columns, look: look, now: state.now)
    let current = state.currentIndex(of: page)
    let visible = feed.items.indices.dropFirst(feed.topIndex)
    for (y, index) in zip(rows, visible) {
      row.draw(feed.items[index], isCurrent: index == current, on: &grid, x: x, y: y)
    }
  }

  private func drawEmpty(
    _ phase: FeedState.Phase, on grid: inout Grid, rows: Range<Int>, x: Int
  ) {
    var lines: [(words: String, style: Style)]
    switch phase {
    case .idle, .loading:
      let isDue = page != state.model.page || state.showsWaiting
      lines = isDue ? [(TabsWords.loading, .faint)] : []
    case .loaded, .ended: lines = [(TabsWords.nothing, .faint)]
    case .failed(let error):
      lines = [(TabsWords.fault(error), look.alert), (TabsWords.retryHint, .faint)]
    }
    lines = Array(lines.prefix(rows.count))
    let first = rows.lowerBound + (rows.count - lines.count) / 2
    for (y, line) in zip(first..., lines) {
      let text = CellText(line.words).truncated(to: grid.columns, ellipsis: look.ellipsis)
      grid.put(text, x: x + (grid.columns - text.width) / 2, y: y, style: line.style)
    }
  }
}
