import MarketCatalog
import MarketText
import MarketViewModel

/// Draws the last row: position and source on the left, the keys on the right.
///
/// Where there is no row for the switch, its state and what is going on stand here as well.
struct StatusLine {
  let state: TabsState
  let look: TabsLook

  func draw(on grid: inout Grid, y: Int) {
    let margin = TabsLayout.margin(columns: grid.columns)
    let room = grid.columns - 2 * margin
    let left = CellText(words.joined(separator: "  "))
    grid.put(left.truncated(to: room, ellipsis: look.ellipsis), x: margin, y: y, style: look.faint)
    let hints =
      state.isPageShown
      ? look.words.pageHints(isASCII: look.isASCII) : look.words.hints(isASCII: look.isASCII)
    for text in hints {
      if left.width + 2 + text.width <= room {
        grid.put(text, x: grid.columns - margin - text.width, y: y, style: look.faint)
        break
      }
    }
  }

  private var words: [String] {
    if state.isPageShown {
      let lost = state.isSourceLost ? look.words.lost(state.sourceKind) : state.source
      return [pagePosition, lost].filter { !$0.isEmpty }
    }
    let feed = state.model.feed
    var words = [position, state.source]
    if state.layout.switchRow == nil {
      if feed.filter.inStock { words.append(look.words.terms.inStockOnly) }
      if let notice = FeedNotice(state) { words.insert(notice.words(look), at: 0) }
    }
    return words.filter { !$0.isEmpty }
  }

  /// The visible lines of a page that does not fit, such as `3-18 / 24`.
  private var pagePosition: String {
    guard let place = state.pagePlace, place.count > place.rows.count else { return "" }
    return "\(place.rows.lowerBound + 1)-\(place.rows.upperBound) / \(place.count)"
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
