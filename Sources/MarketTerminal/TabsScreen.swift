import MarketCatalog
import MarketText
import MarketViewModel

/// Draws the view: a pure function from the state to a screen.
struct TabsScreen {
  let capabilities: TerminalCapabilities

  /// The screen for a state, of the state's size.
  func render(_ state: TabsState) -> Grid {
    let layout = state.layout
    var grid = Grid(columns: layout.columns, rows: state.size.rows)
    drawTitles(of: state.model.control, on: &grid)
    if layout.headerRows.contains(1) {
      SegmentUnderline(isASCII: capabilities.isASCII).draw(
        state.model.control.underline(width: Double(layout.columns), at: .start),
        on: &grid, y: 1)
    }
    drawList(state, layout, on: &grid)
    if let row = layout.statusRow {
      StatusLine(state: state, isASCII: capabilities.isASCII).draw(on: &grid, y: row)
    }
    return grid
  }

  private var ellipsis: String { capabilities.isASCII ? "..." : "…" }

  private func drawTitles(of control: SegmentedControl, on grid: inout Grid) {
    for (index, title) in control.titles.enumerated() {
      let span = control.segment(index, width: Double(grid.columns))
      // The first cell that a click would give to the segment.
      let start = Int(span.start.rounded(.up))
      let width = Int(span.end.rounded(.up)) - start
      grid.put(
        CellText(title).fitted(to: width, .center, ellipsis: ellipsis), x: start, y: 0,
        style: index == control.selectedIndex ? .selectedTitle : .standard)
    }
  }

  private func drawList(_ state: TabsState, _ layout: TabsLayout, on grid: inout Grid) {
    let feed = state.model.feed
    guard !feed.items.isEmpty else {
      drawEmptyList(feed.phase, layout, on: &grid)
      return
    }
    let visible = feed.items[min(feed.topIndex, feed.items.count)...].prefix(layout.listRows.count)
    let row = ProductRow(columns: layout.columns, isASCII: capabilities.isASCII)
    for (y, item) in zip(layout.listRows, visible) {
      row.draw(item, on: &grid, y: y)
    }
  }

  private func drawEmptyList(
    _ phase: FeedState.Phase, _ layout: TabsLayout, on grid: inout Grid
  ) {
    guard !layout.listRows.isEmpty else { return }
    let words: String
    switch phase {
    case .idle, .loading: words = TabsWords.loading
    case .loaded, .ended: words = TabsWords.nothing
    case .failed(let error): words = TabsWords.fault(error)
    }
    let y = layout.listRows.lowerBound + (layout.listRows.count - 1) / 2
    grid.put(
      CellText(words).fitted(to: layout.columns, .center, ellipsis: ellipsis), x: 0, y: y,
      style: .faint)
  }
}
