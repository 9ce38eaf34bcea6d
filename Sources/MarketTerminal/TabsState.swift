import MarketCatalog
import MarketViewModel

/// A screen's size in cells.
struct ScreenSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}

/// What happens to the view.
enum TabsMessage: Sendable {
  case input(InputEvent)
  case resized(ScreenSize)
  case answer(FeedMessage)
}

/// What the view's owner has to do after an update, in order.
enum TabsEffect: Hashable, Sendable {
  case feed(FeedEffect)
  case quit
  case suspend
}

/// Everything that the screen is drawn from.
///
/// A value that changes in ``update(_:)`` only; ``TabsScreen`` draws it.
struct TabsState: Hashable, Sendable {
  private(set) var model: FeedViewModel
  private(set) var size: ScreenSize
  /// Where the products come from, for the status line.
  let source: String

  init(page: Page = .first, source: String, size: ScreenSize) {
    model = FeedViewModel(page: page, limit: 50, reducesMotion: true)
    self.source = source
    self.size = size
  }

  /// The screen's parts at the present size.
  var layout: TabsLayout { TabsLayout(size: size) }

  /// What is to be done before anything else happens.
  mutating func appear() -> [TabsEffect] {
    send(.appeared(rows: layout.listRows.count))
  }

  mutating func update(_ message: TabsMessage) -> [TabsEffect] {
    switch message {
    case .answer(let answer):
      return send(answer)
    case .resized(let size):
      self.size = size
      return send(.resized(rows: layout.listRows.count))
    case .input(.mouse(let event)):
      return mouse(event)
    case .input(let event):
      return event.command.map { run($0) } ?? []
    }
  }

  private mutating func run(_ command: TabsCommand) -> [TabsEffect] {
    switch command {
    case .select(let choice): send(.selected(choice, by: .user))
    case .scrollRows(let count): scroll(by: count)
    // One row of the old screen stays in sight, so that the eye finds its place.
    case .scrollScreens(let count): scroll(by: count * max(layout.listRows.count - 1, 1))
    case .scrollToStart: send(.scrolled(to: 0))
    case .scrollToEnd: send(.scrolled(to: .max))
    case .toggleInStock: send(.filtered(inStock: !model.feed.filter.inStock, by: .user))
    case .reload: reload()
    case .quit: [.quit]
    case .suspend: [.suspend]
    }
  }

  private mutating func reload() -> [TabsEffect] {
    switch model.feed.phase {
    case .failed: send(.retried)
    case .idle, .loading, .loaded, .ended: send(.refreshed)
    }
  }

  private mutating func mouse(_ event: MouseEvent) -> [TabsEffect] {
    switch event {
    case .pressed(let x, let y) where layout.headerRows.contains(y):
      send(.selected(.point(x: Double(x), width: Double(size.columns)), by: .user))
    case .scrolledUp: scroll(by: -3)
    case .scrolledDown: scroll(by: 3)
    case .scrolledLeft, .scrolledRight: []
    case .pressed, .dragged, .released: []
    }
  }

  private mutating func scroll(by rows: Int) -> [TabsEffect] {
    send(.scrolled(to: model.feed.topIndex + rows))
  }

  private mutating func send(_ message: FeedMessage) -> [TabsEffect] {
    model.update(message, at: .start).map { .feed($0) }
  }
}
