import MarketCatalog
import MarketSQLite
import MarketTerminal

/// `tabs`: the feeds as tabs, or as lines where there is no terminal.
enum TabsCommand {
  static func run(_ context: Context) throws -> ExitCode {
    let settings = try context.settings()
    let store = try settings.openStore()
    var capabilities = TerminalCapabilities { context.environment[$0] }
    if context.arguments.has(.ascii) { capabilities.isASCII = true }
    if context.arguments.has(.plain) || !TabsApp.isPossible(capabilities) {
      try printLines(of: store, capabilities, context)
    } else {
      try show(store, named: try settings.store, capabilities, context)
    }
    return .done
  }

  private static func show(
    _ store: SQLiteStore, named address: StoreAddress, _ capabilities: TerminalCapabilities,
    _ context: Context
  ) throws {
    let name = address.path.split(separator: "/").last.map(String.init) ?? address.path
    let options = TabsApp.Options(
      page: page(context.arguments), source: name, capabilities: capabilities)
    do {
      try TabsApp(options, now: SystemClock.now) { try store.makeReader() }.run()
    } catch let error as TerminalError {
      throw Failure(
        .inputOutput, "\(error)", advice: "print the products as lines: market-cli tabs --plain")
    }
  }

  private static func printLines(
    of store: SQLiteStore, _ capabilities: TerminalCapabilities, _ context: Context
  ) throws {
    let arguments = context.arguments
    let isOnePage = arguments.values[Option.page.name] != nil
    let listing = PlainTabs(
      pages: isOnePage ? [page(arguments)] : Page.allCases,
      limit: Int(arguments.integer(.limit) ?? Int64(FeedQuery.defaultLimit)),
      isASCII: capabilities.isASCII)
    try listing.write(reading: store.makeReader(), at: context.now) {
      try context.output.writeLine($0)
    }
  }

  private static func page(_ arguments: Arguments) -> Page {
    arguments.text(.page).flatMap { Page(feedName: $0) } ?? .first
  }
}
