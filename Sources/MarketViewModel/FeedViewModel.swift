public import MarketCatalog

/// The model behind a view of tabs, each with a feed.
///
/// A value without clocks, threads or stores: its owner passes messages with the moment at which
/// they happen to ``update(_:at:)``, carries out the effects and draws the state. The selected
/// segment is the only record of the current page, so the two can never disagree.
public struct FeedViewModel: Hashable, Sendable {
  /// The pages beside each other, and the segments above them.
  public private(set) var pager: SwipePager
  /// How many rows a screen can have.
  public static let rowLimits = 0...10_000

  /// Rows on the screen, the nearest of ``rowLimits``.
  public private(set) var rows = 0
  /// Products asked for at once.
  public let limit: Int
  /// Whether everything moves without time.
  public private(set) var reducesMotion: Bool
  private var feeds: [FeedState]

  /// Makes a model that rests on a page.
  ///
  /// - Parameters:
  ///   - page: The page that is shown first.
  ///   - limit: How many products are asked for at once; the nearest of ``FeedQuery/limits``.
  ///   - style: What the segments look like.
  ///   - themeColor: The colour of the underline and the selected title; the style's own without.
  ///   - reducesMotion: Whether everything moves without time.
  public init(
    page: Page = .first, limit: Int = FeedQuery.defaultLimit,
    style: SegmentedControlStyle = .inset, themeColor: RGB? = nil, reducesMotion: Bool = false
  ) {
    var control = SegmentedControl(style: style, themeColor: themeColor)
    control.select(page.rawValue, at: .start)
    control.rest()
    pager = SwipePager(control: control)
    feeds = Page.allCases.map { FeedState(page: $0) }
    self.limit = limit
    self.reducesMotion = reducesMotion
    setReducesMotion(reducesMotion)
  }

  /// The row of segments.
  public var control: SegmentedControl { pager.control }
  /// The selected page's index, counted from 0.
  public var pageIndex: Int { control.selectedIndex }
  /// The selected page.
  public var page: Page { Page.allCases[pageIndex] }
  /// The selected tab.
  public var feed: FeedState { feeds[pageIndex] }
  /// Any tab.
  public subscript(page: Page) -> FeedState { feeds[page.rawValue] }

  /// Tells whether the picture will be another one a moment later without any message.
  public func isAnimating(at moment: Moment) -> Bool {
    control.isAnimating(at: moment) || feed.inStockSwitch.isAnimating(at: moment)
  }

  /// Takes in a message that happens at a moment and says what is to be done.
  public mutating func update(_ message: FeedMessage, at moment: Moment) -> [FeedEffect] {
    switch message {
    case .appeared(let rows):
      setRows(rows)
      return feeds[pageIndex].appear(view)
    case .resized(let rows):
      setRows(rows)
      return feeds[pageIndex].resize(view)
    case .selected(let choice, let chooser):
      return select(choice, by: chooser, at: moment)
    case .dragged(let offset, let pageWidth):
      let begins = pager.drag(to: offset, pageWidth: pageWidth, at: moment)
      return begins ? prefetchNeighbors() : []
    case .released(let offset, let target, let pageWidth):
      let isAnother = pager.release(
        at: offset, target: target, pageWidth: pageWidth, at: moment)
      return isAnother ? [.announce(.selected(page))] + feeds[pageIndex].appear(view) : []
    case .dragCancelled:
      pager.cancelDrag(at: moment)
      return []
    case .scrolled(let index):
      return feeds[pageIndex].scroll(to: index, view)
    case .reachedEnd:
      return feeds[pageIndex].reachEnd(view)
    case .refreshed:
      return feeds[pageIndex].refresh(view)
    case .retried:
      return feeds[pageIndex].retry(view)
    case .filtered(let inStock, let chooser):
      return feeds[pageIndex].setInStock(inStock, by: chooser, at: moment, view)
    case .switchTouched(let point, let size):
      return feeds[pageIndex].touchSwitch(at: point, in: size, at: moment, view)
    case .loaded(let id, let slice):
      return feeds[id.page.rawValue].receive(slice, for: id, view)
    case .failed(let id, let error):
      return feeds[id.page.rawValue].fail(error, for: id, view)
    case .newRankingAvailable(let page, let generation):
      feeds[page.rawValue].noteRanking(generation)
      return []
    case .themeChanged(let color):
      pager.control.themeColor = color
      return []
    case .titleChanged(let title, let segment):
      pager.control.setTitle(title, at: segment)
      return []
    case .motionReduced(let reduces):
      setReducesMotion(reduces)
      return []
    }
  }

  private var view: FeedState.Surroundings { FeedState.Surroundings(limit: limit, rows: rows) }

  private mutating func select(
    _ choice: SegmentChoice, by chooser: Chooser, at moment: Moment
  ) -> [FeedEffect] {
    let index: Int
    switch choice {
    case .index(let wanted): index = wanted
    case .previous: index = pageIndex - 1
    case .next: index = pageIndex + 1
    case .cycle: index = (pageIndex + 1) % feeds.count
    case .point(let x, let width): index = control.segmentIndex(at: x, width: width)
    }
    guard index != pageIndex, pager.select(index, at: moment) else {
      // Who chooses the page that is shown has let go of it.
      pager.cancelDrag(at: moment)
      return []
    }
    let effects = feeds[pageIndex].appear(view)
    switch chooser {
    case .user: return [.announce(.selected(page))] + effects
    case .program: return effects
    }
  }

  /// Asks for the first slice of the pages that a drag may lead to, where that was not done before.
  private mutating func prefetchNeighbors() -> [FeedEffect] {
    var effects: [FeedEffect] = []
    for index in [pageIndex - 1, pageIndex + 1] where feeds.indices.contains(index) {
      if feeds[index].phase == .idle { effects += feeds[index].appear(view) }
    }
    return effects
  }

  private mutating func setRows(_ rows: Int) {
    self.rows = min(max(rows, Self.rowLimits.lowerBound), Self.rowLimits.upperBound)
  }

  private mutating func setReducesMotion(_ reduces: Bool) {
    reducesMotion = reduces
    pager.control.reducesMotion = reduces
    for index in feeds.indices { feeds[index].reduceMotion(reduces) }
  }
}
