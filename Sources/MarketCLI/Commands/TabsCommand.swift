import MarketCatalog
import MarketClient
import MarketSQLite
import MarketTerminal

/// `tabs`: the feeds as tabs, or as lines where there is no terminal.
enum TabsCommand {
  /// Where the products come from.
  struct Source: Sendable {
    /// What the view calls it.
    let name: String
    /// A line that says what is shown when that is not the user's own store.
    let notice: String?
    /// The server, or nil for a store on this machine.
    var server: ServerAddress?
    let makeReader: @Sendable () throws -> any FeedReading & ProductReading
    /// Tells what becomes new; nil where nothing does.
    var listen: (@Sendable (NewsDesk) -> Void)?
  }

  static func run(_ context: Context) throws -> ExitCode {
    try checkFlags(context.arguments)
    let source = try source(context)
    var capabilities = TerminalCapabilities { context.environment[$0] }
    if context.arguments.has(.ascii) { capabilities.isASCII = true }
    do {
      if context.arguments.has(.svg) {
        try printPicture(of: source, context)
      } else if context.arguments.has(.plain) || !TabsApp.isPossible(capabilities) {
        try printLines(of: source, capabilities, context)
      } else {
        guard context.arguments.values[Option.limit.name] == nil else {
          throw Failure(
            .usage, "--limit is only for lines, which --plain asks for",
            advice: "add --plain, or leave --limit out: the view loads on as it is scrolled")
        }
        try show(source, capabilities, context)
      }
    } catch let error as StoreError {
      guard let server = source.server else { throw error }
      throw Failure(error, from: server)
    }
    return .done
  }

  /// Refuses flags that mean nothing together, rather than ignore one of them.
  private static func checkFlags(_ arguments: Arguments) throws {
    func isGiven(_ option: Option) -> Bool {
      arguments.values[option.name] != nil || arguments.has(option)
    }
    if isGiven(.svg) {
      for option in [Option.plain, .limit] where isGiven(option) {
        throw Failure(
          .usage, "--\(option.name) and --svg do not go together",
          advice: "give one of them: --svg prints a picture, --\(option.name) is for lines")
      }
    } else {
      for option in [Option.moving, .columns, .rows] where isGiven(option) {
        throw Failure(
          .usage, "--\(option.name) is only for pictures, which --svg asks for",
          advice: "add --svg, or leave --\(option.name) out")
      }
    }
  }

  /// The server or store that was named; else the local store, or a demo shop where there is none.
  static func source(_ context: Context) throws -> Source {
    if let server = context.arguments.server(.server) {
      guard context.arguments.values[Option.database.name] == nil else {
        throw Failure(
          .usage, "--server and --database name two sources",
          advice: "give one of them: a server's market, or a store on this machine")
      }
      return Source(
        name: server.shortName, notice: nil, server: server,
        makeReader: { try RemoteStore(connectingTo: server) },
        listen: { TabsNews.listen(to: ClientSettings(asking: server), for: $0) })
    }
    let settings = try context.settings()
    let address = try settings.store
    guard try settings.values[.database] != nil || StoreFiles.isTaken(address.path) else {
      let now = moment(context)
      return Source(
        name: "demo",
        notice:
          "a demo shop, as there is no store at \(address.text) yet: market-cli seed makes one",
        makeReader: { try DemoShop(asOf: now) })
    }
    let store = try settings.openStore()
    let files = StoreFiles(storeAt: address.path)
    let name = address.path.split(separator: "/").last.map(String.init) ?? address.path
    return Source(
      name: name, notice: nil,
      // What has taken the store's place may be anything, and is looked at like the store.
      makeReader: { try (files.lostPath == nil ? store : settings.openStore()).makeReader() },
      listen: { TabsNews.watch(address.path, of: store, for: $0) })
  }

  private static func show(
    _ source: Source, _ capabilities: TerminalCapabilities, _ context: Context
  ) throws {
    let options = try options(source, capabilities, context)
    do {
      try TabsApp(options, now: SystemClock.now, makeFeed: source.makeReader, listen: source.listen)
        .run()
    } catch let error as TerminalError {
      throw Failure(
        .inputOutput, "\(error)", advice: "print the products as lines: market-cli tabs --plain")
    }
  }

  private static func options(
    _ source: Source, _ capabilities: TerminalCapabilities, _ context: Context
  ) throws -> TabsApp.Options {
    let settings = try context.settings()
    return TabsApp.Options(
      page: page(context.arguments), source: source.name,
      sourceKind: source.server == nil ? .store : .server, capabilities: capabilities,
      style: settings.tabsStyle, themeColor: settings.tabsTheme,
      reducesMotion: settings.tabsMotion == .reduced, language: language(context),
      background: settings.tabsBackground
        ?? TerminalBackground { context.environment[$0] })
  }

  /// A picture has every colour, wherever it is made.
  private static func printPicture(
    of source: Source, _ context: Context
  ) throws {
    let arguments = context.arguments
    let picture = TabsPicture(
      try options(source, TerminalCapabilities(isASCII: arguments.has(.ascii)), context),
      columns: Int(arguments.integer(.columns) ?? 80), rows: Int(arguments.integer(.rows) ?? 24),
      at: moment(context))
    let reader = try source.makeReader()
    let text =
      try arguments.has(.moving) ? picture.moving(reading: reader) : picture.still(reading: reader)
    for line in text.split(separator: "\n") { try context.output.writeLine(String(line)) }
  }

  /// The present, or the day that was named.
  private static func moment(_ context: Context) -> Timestamp {
    if case .moment(let moment)? = context.arguments.value(.asOf) { return moment }
    return context.now
  }

  private static func printLines(
    of source: Source, _ capabilities: TerminalCapabilities, _ context: Context
  ) throws {
    let arguments = context.arguments
    let isOnePage = arguments.values[Option.page.name] != nil
    let listing = PlainTabs(
      pages: isOnePage ? [page(arguments)] : Page.allCases,
      limit: Int(arguments.integer(.limit) ?? Int64(FeedQuery.defaultLimit)),
      isASCII: capabilities.isASCII, language: language(context))
    let reader = try source.makeReader()
    if let notice = source.notice { context.standardError.note(notice) }
    try listing.write(reading: reader, at: context.now) { try context.output.writeLine($0) }
  }

  static func language(_ context: Context) -> Language {
    Language { context.environment[$0] }
  }

  private static func page(_ arguments: Arguments) -> Page {
    arguments.text(.page).flatMap { Page(feedName: $0) } ?? .first
  }
}
