public import MarketCatalog
import MarketViewModel

/// The tabs as a picture (SVG) of what a terminal would show.
///
/// The same options, products and moment give the same bytes.
public struct TabsPicture: Sendable {
  private let options: TabsApp.Options
  private let size: ScreenSize
  private let now: Timestamp

  /// How long a list is looked at before the other one is chosen, in milliseconds.
  private static let rest = 1_600

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - options: What to show, and how.
  ///   - columns: The cells of a row; below 1 is 1.
  ///   - rows: The rows; below 1 is 1.
  ///   - now: The present, from which ages are counted.
  public init(_ options: TabsApp.Options, columns: Int, rows: Int, at now: Timestamp) {
    self.options = options
    size = ScreenSize(columns: columns, rows: rows)
    self.now = now
  }

  /// The picture of the page that the options name.
  ///
  /// - Parameter feed: Where the products come from.
  /// - Returns: The picture.
  /// - Throws: What the feed throws.
  public func still(reading feed: any FeedReading) throws(StoreError) -> String {
    var state = makeState()
    try settle(state.appear(), &state, feed)
    return picture.picture(of: screen.render(state))
  }

  /// A picture that moves to the next tab and back again, at sixty frames a second, for ever.
  ///
  /// - Parameter feed: Where the products come from.
  /// - Returns: The picture.
  /// - Throws: What the feed throws.
  public func moving(reading feed: any FeedReading) throws(StoreError) -> String {
    var state = makeState()
    try settle(state.appear(), &state, feed)
    var frames: [GridPicture.Frame] = []
    for key in [Key.tab, .backTab] {
      frames.append(GridPicture.Frame(grid: screen.render(state), milliseconds: Self.rest))
      try settle(state.update(.input(.key(key))), &state, feed)
      var elapsed = 0
      for number in 1... {
        let due = number * 1_000 / 60
        let moment = state.moment.advanced(by: FrameClock.interval)
        try settle(state.advance(to: moment, now: now), &state, feed)
        guard state.isMoving else { break }
        frames.append(
          GridPicture.Frame(grid: screen.render(state), milliseconds: due - elapsed))
        elapsed = due
      }
    }
    return picture.picture(of: frames)
  }

  private var picture: GridPicture {
    GridPicture(
      background: options.background,
      title: Page.allCases.map { $0.title(in: options.language) }.joined(separator: " | "))
  }

  private var screen: TabsScreen {
    TabsScreen(capabilities: options.capabilities, background: options.background)
  }

  private func makeState() -> TabsState {
    TabsState(options, size: size, now: now)
  }

  /// Answers at once what the view asks for, and what it asks for then.
  private func settle(
    _ effects: [TabsEffect], _ state: inout TabsState, _ feed: any FeedReading
  ) throws(StoreError) {
    var effects = effects
    while !effects.isEmpty {
      guard case .feed(.load(let request)) = effects.removeFirst() else { continue }
      let slice = try feed.slice(request.query, at: now)
      effects += state.update(.answer(.loaded(request.id, slice)))
    }
  }
}
