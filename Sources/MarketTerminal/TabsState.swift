import MarketCatalog
import MarketViewModel

/// Everything that the screen is drawn from.
///
/// A value that changes in ``advance(to:now:)`` and ``update(_:)`` only; ``TabsScreen`` draws it.
struct TabsState: Hashable, Sendable {
  private(set) var model: FeedViewModel
  private(set) var size: ScreenSize
  /// Where the products come from, for the status line.
  let source: String
  let sourceKind: TabsApp.SourceKind
  let words: TabsWords
  /// The moment that the screen shows; never goes back.
  private(set) var moment = Moment.start
  /// The present, from which ages are counted.
  private(set) var now: Timestamp
  /// The product on a page of its own, or nil.
  private(set) var product: ProductPage?
  /// The line of the help that the reader has scrolled to, or nil when it is not shown.
  private var helpLine: Int?
  var gesture: SwipeGesture?
  /// Whether the lists move with the underline, as they do from a swipe until it has settled.
  var listsMove = false
  /// Whether what the products came from was removed or replaced.
  private(set) var isSourceLost = false
  /// The pages whose products are of a source that is gone.
  private var stalePages: Set<Page> = []
  /// The pages that could not be read before the source answered again.
  private var missedPages: Set<Page> = []
  private var waiting: Waiting?
  /// Whether the reader wants to see the end of a list that is not yet loaded.
  private var seeksEnd = false
  /// The rows that the wheel was turned past the end of what is loaded.
  private var rowsOwed = 0
  var cursors = Page.allCases.map { _ in ListCursor() }
  /// Where the reader was in the list before the size changed, until they move on.
  private var placeBeforeResizing: ListPlace?

  init(
    page: Page = .first, source: String, sourceKind: TabsApp.SourceKind = .store,
    size: ScreenSize, now: Timestamp,
    style: SegmentedControlStyle = .inset, themeColor: RGB? = nil, reducesMotion: Bool = false,
    language: Language = .korean
  ) {
    model = FeedViewModel(
      page: page, limit: 50, style: style, themeColor: themeColor, reducesMotion: reducesMotion)
    self.source = source
    self.sourceKind = sourceKind
    self.size = size
    self.now = now
    words = TabsWords.in(language)
    for page in Page.allCases {
      _ = model.update(
        .titleChanged(page.title(in: language), segment: page.rawValue), at: moment)
    }
  }

  /// The state in which a view with options begins.
  init(_ options: TabsApp.Options, size: ScreenSize, now: Timestamp) {
    self.init(
      page: options.page, source: options.source, sourceKind: options.sourceKind, size: size,
      now: now, style: options.style,
      themeColor: options.themeColor ?? options.background.themeColor(of: options.style),
      reducesMotion: options.reducesMotion, language: options.language)
  }

  /// The screen's parts at the present size.
  var layout: TabsLayout { TabsLayout(size: size) }

  /// The current row's item of a page, counted from 0.
  func currentIndex(of page: Page) -> Int { cursors[page.rawValue].index }

  /// Where the lists are, in pages: at a fraction two of them show.
  var listPosition: Double {
    listsMove ? model.control.underlinePosition(at: moment) : Double(model.pageIndex)
  }

  /// Tells whether the screen will be another one a moment later without any message.
  var isMoving: Bool { model.isAnimating(at: moment) }

  /// Whether a list without products is what the reader looks at.
  var hasEmptyList: Bool { !isPageShown && model.feed.items.isEmpty }

  /// Whether the reader has waited so long for an answer that words about it are due.
  var showsWaiting: Bool { waiting.map { moment >= $0.end } ?? false }

  /// When something happens without any message, besides movement; nil for never.
  var deadline: Moment? {
    [gesture?.deadline, showsWaiting ? nil : waiting?.end].compactMap(\.self).min()
  }

  // MARK: Changes

  /// What is to be done before anything else happens.
  mutating func appear() -> [TabsEffect] {
    defer { noteWaiting() }
    return send(.appeared(rows: layout.listRows.count))
  }

  /// Lets time pass; a moment before ``moment`` is as good as that.
  mutating func advance(to moment: Moment, now: Timestamp) -> [TabsEffect] {
    self.moment = max(self.moment, moment)
    self.now = now
    var effects: [TabsEffect] = []
    if let end = gesture?.deadline, self.moment >= end {
      effects = endSwipe()
      noteWaiting()
    }
    if !isMoving, gesture?.isSwiping != true { listsMove = false }
    return effects
  }

  mutating func update(_ message: TabsMessage) -> [TabsEffect] {
    defer { noteWaiting() }
    switch message {
    case .answer(let answer):
      return send(answer) + goOnToEnd() + goOnByWheel()
    case .product(let id, let found):
      if product?.card.id == id { product?.receive(found) }
      return []
    case .productFailed(let id, let error):
      if product?.card.id == id { product?.phase = .failed(error) }
      return []
    case .news(.ranking(let page, let generation)):
      return readMissedProduct() + send(.newRankingAvailable(page, generation: generation))
    case .news(.lost):
      isSourceLost = true
      return []
    case .news(.found):
      isSourceLost = false
      return []
    case .reopened:
      isSourceLost = false
      stalePages = Set(Page.allCases)
      return catchUp()
    case .resized(let size):
      // A finger's way across another width means nothing.
      let cancelled = gesture?.isSwiping == true ? send(.dragCancelled) : []
      gesture = nil
      self.size = size
      return cancelled + resizeList()
    case .input(.mouse(let event)):
      placeBeforeResizing = nil
      seeksEnd = false
      if event != .scrolledDown { rowsOwed = 0 }
      return mouse(event)
    case .input(let event):
      placeBeforeResizing = nil
      seeksEnd = false
      rowsOwed = 0
      return event.command.map { run($0) } ?? []
    }
  }

  /// Begins or ends to wait for what the reader looks at.
  private mutating func noteWaiting() {
    var subject: Waiting.Subject?
    if let product {
      if product.phase == .loading { subject = .product(product.card.id) }
    } else if model.feed.phase == .idle || model.feed.phase == .loading {
      let isVisible = model.feed.items.isEmpty || model.feed.isRefreshing
      if isVisible { subject = .feed(model.page) }
    }
    if subject != waiting?.subject {
      waiting = subject.map { Waiting(for: $0, since: moment) }
    }
  }

  /// Passes a message to the model and keeps the current row in sight.
  mutating func send(_ message: FeedMessage) -> [TabsEffect] {
    let effects = model.update(message, at: moment)
    let feed = model.feed
    cursors[model.pageIndex].follow(
      feed.items, top: feed.topIndex, rows: layout.listRows.count)
    return effects.map { .feed($0) } + catchUp()
  }

  /// Reads the shown page anew where its products are of a source that is gone, and goes on reading
  /// it where the source did not answer.
  private mutating func catchUp() -> [TabsEffect] {
    let (page, phase) = (model.page, model.feed.phase)
    let wasMissed = missedPages.remove(page) != nil
    if stalePages.remove(page) != nil { return phase == .idle ? [] : send(.refreshed) }
    return wasMissed ? send(.retried) : []
  }

  /// Notes what could not be read, as the source answers again, and reads the product that is shown.
  private mutating func readMissedProduct() -> [TabsEffect] {
    for page in Page.allCases {
      if case .failed(let error) = model[page].phase, error.isAbsence { missedPages.insert(page) }
    }
    guard let product, case .failed(let error) = product.phase, error.isAbsence else { return [] }
    self.product?.phase = .loading
    return [.read(product.card.id)]
  }
}

// MARK: - Commands

extension TabsState {
  private mutating func run(_ command: TabsCommand) -> [TabsEffect] {
    switch command {
    case .select(let choice): return select(choice)
    case .selectBackwards:
      let count = model.control.titles.count
      return select(.index((model.pageIndex + count - 1) % count))
    case .moveRows(let count): return move(by: count)
    // One row of the old screen stays in sight, so that the eye finds its place.
    case .moveScreens(let count): return move(by: count * screenStep, asScreen: true)
    case .moveToStart: return moveToEnd(start: true)
    case .moveToEnd: return moveToEnd(start: false)
    case .toggleInStock:
      return isPageShown ? [] : send(.filtered(inStock: !model.feed.filter.inStock, by: .user))
    case .reload: return reload()
    case .open: return isPageShown ? [] : open()
    case .back: return goBack()
    case .help:
      helpLine = helpLine == nil ? 0 : nil
      return []
    case .quit: return [.quit]
    case .suspend: return [.suspend]
    case .repaint: return [.repaint]
    }
  }

  /// Whether the help covers everything.
  var isHelpShown: Bool { helpLine != nil }

  /// Whether a page covers the list.
  var isPageShown: Bool { isHelpShown || product != nil }

  /// Takes away what covers the list.
  mutating func goBack() -> [TabsEffect] {
    if isHelpShown { helpLine = nil } else { product = nil }
    return []
  }

  /// Selects a tab, which is then seen.
  mutating func select(_ choice: SegmentChoice) -> [TabsEffect] {
    helpLine = nil
    product = nil
    gesture = nil
    listsMove = false
    return send(.selected(choice, by: .user))
  }

  mutating func open() -> [TabsEffect] {
    let items = model.feed.items
    let index = currentIndex(of: model.page)
    guard items.indices.contains(index) else { return [] }
    product = ProductPage(items[index], from: sourceKind, words)
    return [.read(items[index].id)]
  }

  mutating func reload() -> [TabsEffect] {
    if isHelpShown { return [] }
    if let id = product?.card.id {
      product?.phase = .loading
      return [.read(id)]
    }
    if isSourceLost { return [.reopen] }
    switch model.feed.phase {
    case .failed: return send(.retried)
    case .idle, .loading, .loaded, .ended: return send(.refreshed)
    }
  }
}

// MARK: - Scrolling

extension TabsState {
  private var screenStep: Int {
    max((isPageShown ? layout.pageRows : layout.listRows).count - 1, 1)
  }

  private mutating func move(by rows: Int, asScreen: Bool = false) -> [TabsEffect] {
    if isPageShown {
      scrollPage { $0 + rows }
      return []
    }
    let index = currentIndex(of: model.page) + rows
    // A screen moves with its current row; a row moves the screen only at its edge.
    let top = asScreen ? model.feed.topIndex + rows : model.feed.topIndex
    return moveCursor(to: index, top: top)
  }

  private mutating func moveToEnd(start: Bool) -> [TabsEffect] {
    if isPageShown {
      scrollPage { _ in start ? 0 : .max }
      return []
    }
    seeksEnd = !start
    return moveCursor(to: start ? 0 : model.feed.items.count - 1, top: model.feed.topIndex)
  }

  /// Fits the list into another size with its current row in sight, and as far as it goes from where
  /// the reader had scrolled to: after any number of sizes the first one shows what it did.
  private mutating func resizeList() -> [TabsEffect] {
    let before = listPlace
    let place = placeBeforeResizing.flatMap { isThere($0) ? $0 : nil } ?? before
    let effects = send(.resized(rows: layout.listRows.count))
    placeBeforeResizing = place
    guard let place else { return effects }
    cursors[place.page.rawValue].move(
      to: place.index, in: model.feed.items, top: model.feed.topIndex)
    let top = max(place.top, place.index - max(layout.listRows.count, 1) + 1)
    return effects + send(.scrolled(to: min(top, place.index)))
  }

  private var listPlace: ListPlace? {
    let (page, feed) = (model.page, model.feed)
    let index = currentIndex(of: page)
    guard feed.items.indices.contains(index) else { return nil }
    return ListPlace(page: page, top: feed.topIndex, index: index, id: feed.items[index].id)
  }

  /// Whether the list still has a place where it was: not once it was read anew.
  private func isThere(_ place: ListPlace) -> Bool {
    let items = model.feed.items
    return place.page == model.page && items.indices.contains(place.index)
      && items[place.index].id == place.id
  }

  /// Follows the end of a list that grows, once the reader has asked for it and nothing since.
  private mutating func goOnToEnd() -> [TabsEffect] {
    guard seeksEnd else { return [] }
    let feed = model.feed
    switch feed.phase {
    case .ended, .failed, .idle: seeksEnd = false
    case .loading, .loaded: break
    }
    let end = feed.items.count - 1
    guard currentIndex(of: model.page) < end else { return [] }
    return moveCursor(to: end, top: feed.topIndex)
  }

  /// Moves the current row, and the screen to it where that is necessary.
  private mutating func moveCursor(to index: Int, top: Int) -> [TabsEffect] {
    placeBeforeResizing = nil
    let feed = model.feed
    let rows = max(layout.listRows.count, 1)
    cursors[model.pageIndex].move(to: index, in: feed.items, top: feed.topIndex)
    let current = currentIndex(of: model.page)
    return send(.scrolled(to: min(max(top, current - rows + 1), current)))
  }

  /// Scrolls the list under the current row, as a wheel does.
  mutating func scroll(by rows: Int) -> [TabsEffect] {
    if isPageShown {
      scrollPage { $0 + rows }
      return []
    }
    placeBeforeResizing = nil
    let wanted = model.feed.topIndex + rowsOwed + rows
    let effects = send(.scrolled(to: wanted))
    rowsOwed = model.feed.phase == .ended ? 0 : max(wanted - model.feed.topIndex, 0)
    return effects
  }

  /// Goes on where the wheel was turned further than the list was loaded.
  private mutating func goOnByWheel() -> [TabsEffect] {
    switch model.feed.phase {
    case .failed, .idle: rowsOwed = 0
    case .loading, .loaded, .ended: break
    }
    return rowsOwed > 0 ? scroll(by: 0) : []
  }

  /// Scrolls what covers the list; only that moves it, not the screen's size.
  private mutating func scrollPage(to line: (_ top: Int) -> Int) {
    let (rows, columns) = (layout.pageRows.count, pageColumns)
    if let helpLine {
      let top = min(helpLine, helpLastTop)
      let wanted = min(max(line(top), 0), helpLastTop)
      if wanted != top { self.helpLine = wanted }
    } else {
      product?.scroll(rows: rows, columns: columns, to: line)
    }
  }

  /// The last line of the help that can be at the top while the screen is full.
  private var helpLastTop: Int { max(HelpPage.lineCount - max(layout.pageRows.count, 1), 0) }

  /// The columns that a product's page is written in.
  var pageColumns: Int { size.columns - 2 * TabsLayout.margin(columns: size.columns) }

  /// The lines that are shown of a page that covers the list, counted from 0, and how many it has;
  /// nil while none does.
  var pagePlace: (rows: Range<Int>, count: Int)? {
    let rows = layout.pageRows.count
    guard let helpLine else { return product?.shownLines(rows: rows, columns: pageColumns) }
    let top = min(helpLine, helpLastTop)
    return (top..<min(top + rows, HelpPage.lineCount), HelpPage.lineCount)
  }
}

extension StoreError {
  /// Whether it means that nobody answered, so that the same question may be answered later.
  fileprivate var isAbsence: Bool {
    switch self {
    case .unavailable, .busy: true
    case .notPermitted, .full, .inputOutput, .constraint, .schemaMismatch, .corrupt, .cancelled,
      .cursor, .unknownProducts, .unexpected:
      false
    }
  }
}
