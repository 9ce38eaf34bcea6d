import MarketText
import MarketViewModel

/// Draws the row below the tabs: what is going on or new on the left, the switch's label on the
/// right.
struct SwitchRow {
  let state: TabsState
  let look: TabsLook

  func draw(on grid: inout Grid) {
    guard let row = state.layout.switchRow else { return }
    let margin = TabsLayout.margin(columns: grid.columns)
    var end = state.layout.switchColumns?.lowerBound ?? grid.columns - margin
    let label = CellText(look.words.terms.inStockOnly)
    if end - 1 - label.width > margin {
      let isOn = state.model.feed.inStockSwitch.isOn
      grid.put(label, x: end - 1 - label.width, y: row, style: isOn ? .standard : look.faint)
      end -= label.width + 2
    }
    guard let notice = FeedNotice(state) else { return }
    let text = CellText(notice.words(look)).truncated(
      to: end - margin - 1, ellipsis: look.ellipsis)
    grid.put(text, x: margin, y: row, style: notice.style(look))
  }
}

/// What there is to say about a feed whose products are shown.
enum FeedNotice: Hashable {
  case failed(String)
  case newRanking
  case refreshing

  init?(_ state: TabsState) {
    let feed = state.model.feed
    if state.isSourceLost {
      self = .failed(state.words.lost(state.sourceKind))
      return
    }
    // An empty list says it itself.
    if feed.items.isEmpty { return nil }
    if case .failed(let error) = feed.phase {
      self = .failed(state.words.fault(error, of: state.sourceKind))
    } else if feed.isRefreshing, state.showsWaiting {
      self = .refreshing
    } else if feed.hasNewRanking {
      self = .newRanking
    } else {
      return nil
    }
  }

  func words(_ look: TabsLook) -> String {
    switch self {
    case .failed(let fault): fault + "  " + look.words.terms.retryHint
    case .newRanking:
      look.newMark.text + " " + look.words.terms.newRanking + "  " + look.words.terms.takeHint
    case .refreshing: look.words.terms.refreshing
    }
  }

  func style(_ look: TabsLook) -> Style {
    switch self {
    case .failed: look.alert
    case .newRanking: look.notice
    case .refreshing: look.faint
    }
  }
}
