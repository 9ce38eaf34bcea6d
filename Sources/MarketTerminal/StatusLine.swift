import MarketCatalog
import MarketText
import MarketViewModel

/// Draws the last row: position, what is going on, the source, and the keys on the right.
struct StatusLine {
  let state: TabsState
  let isASCII: Bool

  func draw(on grid: inout Grid, y: Int) {
    let margin = grid.columns >= 20 ? 1 : 0
    let room = grid.columns - 2 * margin
    let left = CellText(words.joined(separator: "  "))
    grid.put(
      left.truncated(to: room, ellipsis: isASCII ? "..." : "…"), x: margin, y: y, style: .faint)
    for hint in TabsWords.hints(isASCII: isASCII) {
      let text = CellText(hint)
      if left.width + 2 + text.width <= room {
        grid.put(text, x: grid.columns - margin - text.width, y: y, style: .faint)
        break
      }
    }
  }

  private var words: [String] {
    let feed = state.model.feed
    var words = [position, state.source]
    if feed.filter.inStock { words.append(TabsWords.inStockOnly) }
    switch feed.phase {
    case .failed(let error): words = [TabsWords.fault(error), TabsWords.retryHint] + words
    case .loading where feed.isRefreshing && !feed.items.isEmpty:
      words.insert(TabsWords.refreshing, at: 0)
    case .idle, .loading, .loaded, .ended: break
    }
    return words.filter { !$0.isEmpty }
  }

  /// The visible products and how many there are, such as `21-40 / 60+`; the plus sign says that
  /// more are behind them.
  private var position: String {
    let feed = state.model.feed
    guard !feed.items.isEmpty else { return "" }
    let first = feed.topIndex + 1
    let last = min(feed.topIndex + max(state.layout.listRows.count, 1), feed.items.count)
    let more = feed.phase == .ended ? "" : "+"
    return
      "\(grouped(Int64(first)))-\(grouped(Int64(last))) / \(grouped(Int64(feed.items.count)))\(more)"
  }
}
