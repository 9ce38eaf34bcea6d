public import MarketCatalog

/// The model behind a view of tabs, each with a feed.
///
/// A value without clocks, threads or stores: its owner passes messages to ``update(_:)``, carries
/// out the effects and draws the state. The selected segment is the only record of the current
/// page, so the two can never disagree.
public struct FeedViewModel: Hashable, Sendable {
  /// The row of segments.
  public private(set) var control: SegmentedControl
  /// Rows on the screen.
  public private(set) var rows = 0
  /// Products asked for at once.
  public let limit: Int
  private var feeds: [FeedState]

  /// Makes a model that shows `page` first and asks for `limit` products at once.
  ///
  /// A limit outside ``FeedQuery/limits`` becomes the nearest one inside.
  public init(page: Page = .first, limit: Int = FeedQuery.defaultLimit) {
    control = SegmentedControl()
    control.select(page.rawValue)
    feeds = Page.allCases.map { FeedState(page: $0) }
    self.limit = limit
  }

  /// The selected page's index, counted from 0.
  public var pageIndex: Int { control.selectedIndex }
  /// The selected page.
  public var page: Page { Page.allCases[pageIndex] }
  /// The selected tab.
  public var feed: FeedState { feeds[pageIndex] }
  /// Any tab.
  public subscript(page: Page) -> FeedState { feeds[page.rawValue] }

  /// Takes a message in and says what is to be done.
  public mutating func update(_ message: FeedMessage) -> [FeedEffect] {
    switch message {
    case .appeared(let rows):
      self.rows = rows
      return feeds[pageIndex].appear(view)
    case .resized(let rows):
      self.rows = rows
      return feeds[pageIndex].resize(view)
    case .selected(let choice, let chooser):
      return select(choice, by: chooser)
    case .scrolled(let index):
      return feeds[pageIndex].scroll(to: index, view)
    case .refreshed:
      return feeds[pageIndex].refresh(view)
    case .retried:
      return feeds[pageIndex].retry(view)
    case .filtered(let inStock):
      return feeds[pageIndex].setFilter(FeedFilter(inStock: inStock), view)
    case .loaded(let id, let slice):
      return feeds[id.page.rawValue].receive(slice, for: id, view)
    case .failed(let id, let error):
      return feeds[id.page.rawValue].fail(error, for: id, view)
    }
  }

  private var view: FeedState.Surroundings { FeedState.Surroundings(limit: limit, rows: rows) }

  private mutating func select(_ choice: SegmentChoice, by chooser: Chooser) -> [FeedEffect] {
    let index: Int
    switch choice {
    case .index(let wanted): index = wanted
    case .previous: index = pageIndex - 1
    case .next: index = pageIndex + 1
    case .cycle: index = (pageIndex + 1) % control.titles.count
    case .point(let x, let width): index = control.segmentIndex(at: x, width: width)
    }
    guard index != pageIndex, control.select(index) else { return [] }
    let effects = feeds[pageIndex].appear(view)
    switch chooser {
    case .user: return [.announce(page)] + effects
    case .program: return effects
    }
  }
}
