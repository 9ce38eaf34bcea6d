public import MarketCatalog
public import MarketViewModel

/// The interactive view of the tabs.
public struct TabsApp: Sendable {
  /// What the products come from, which words about a failure name.
  public enum SourceKind: Hashable, Sendable {
    case store
    case server
  }

  /// What the view is given from outside.
  public struct Options: Hashable, Sendable {
    /// The page that is shown first.
    public var page: Page
    /// Where the products come from, for the status line, such as `market.db` or `demo`.
    public var source: String
    /// What ``source`` is.
    public var sourceKind: SourceKind
    /// What the terminal can show.
    public var capabilities: TerminalCapabilities
    /// What the row of tabs looks like.
    public var style: SegmentedControlStyle
    /// The colour of what is selected; nil for the style's own, which the background may darken.
    public var themeColor: RGB?
    /// Whether everything moves at once instead of sliding.
    public var reducesMotion: Bool
    /// What titles and words are in.
    public var language: Language
    /// What the colours are chosen for.
    public var background: TerminalBackground

    /// Makes options.
    public init(
      page: Page = .first, source: String, sourceKind: SourceKind = .store,
      capabilities: TerminalCapabilities = TerminalCapabilities(),
      style: SegmentedControlStyle = .inset, themeColor: RGB? = nil, reducesMotion: Bool = false,
      language: Language = .korean, background: TerminalBackground = .dark
    ) {
      self.language = language
      self.background = background
      self.page = page
      self.source = source
      self.sourceKind = sourceKind
      self.capabilities = capabilities
      self.style = style
      self.themeColor = themeColor
      self.reducesMotion = reducesMotion
    }
  }

  private let options: Options
  private let now: @Sendable () -> Timestamp
  private let makeFeed: @Sendable () throws -> any FeedReading & ProductReading
  private let listen: (@Sendable (NewsDesk) -> Void)?

  /// Makes a view.
  ///
  /// - Parameters:
  ///   - options: What to show, and how.
  ///   - now: The clock.
  ///   - makeFeed: Makes the reader; called on the thread that will use it, and again when the
  ///     source was replaced.
  ///   - listen: Listens to the source on a thread of its own until the desk's descriptor can be
  ///     read; called again after a new reader was made. Nil for a source that never changes.
  public init(
    _ options: Options, now: @escaping @Sendable () -> Timestamp,
    makeFeed: @escaping @Sendable () throws -> any FeedReading & ProductReading,
    listen: (@Sendable (NewsDesk) -> Void)? = nil
  ) {
    self.options = options
    self.now = now
    self.makeFeed = makeFeed
    self.listen = listen
  }

  /// Tells whether the view can run: both ends are terminals, and not a dumb one.
  public static func isPossible(_ capabilities: TerminalCapabilities) -> Bool {
    TerminalDevice.isTerminal && !capabilities.isDumb
  }

  /// Shows the tabs until the user leaves; the terminal is then as it was.
  ///
  /// Blocks. A signal that ends the process restores the terminal as well.
  ///
  /// - Throws: Whatever `makeFeed` threw, before anything is drawn unless it took its time;
  ///   ``TerminalError`` when there is no terminal to draw on.
  public func run() throws {
    guard TerminalDevice.isTerminal else { throw TerminalError.notATerminal }
    let wakePipe = try WakePipe()
    let worker = try FeedWorker(now: now, wakePipe: wakePipe, makeFeed: makeFeed)
    try worker.start()
    defer { worker.stop() }
    var loop = TabsLoop(
      options: options, now: now, worker: worker, wakePipe: wakePipe, listen: listen)
    try loop.run()
    if let failure = worker.failure { throw failure }
  }
}
