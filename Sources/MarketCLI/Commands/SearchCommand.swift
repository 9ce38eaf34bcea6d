import MarketCatalog
import MarketTerminal
import MarketText

/// `search`: the products of the recent feed that have some words, as lines.
enum SearchCommand {
  static func run(_ context: Context) throws -> ExitCode {
    let words = try words(context.arguments)
    let source = try TabsCommand.source(context)
    let listing = PlainTabs(
      pages: [.latelyProduct],
      limit: Int(context.arguments.integer(.searchLimit) ?? Int64(FeedQuery.defaultLimit)),
      isASCII: TerminalCapabilities { context.environment[$0] }.isASCII,
      language: TabsCommand.language(context), filter: FeedFilter(words: words))
    if let notice = source.notice { context.standardError.note(notice) }
    do {
      let count = try listing.writeProducts(
        of: .latelyProduct, reading: source.makeReader(), at: context.now
      ) { try context.output.writeLine($0) }
      if count == 0 { context.standardError.note("no product has all of these words") }
    } catch let error as StoreError {
      guard let server = source.server else { throw error }
      throw Failure(error, from: server)
    }
    return .done
  }

  /// The words as a store wants them, also those of an argument with spaces in it.
  private static func words(_ arguments: Arguments) throws(Failure) -> [String] {
    let words = arguments.texts.joined(separator: " ").searchWords
    do throws(SearchWordsFault) {
      try FeedFilter.check(words: words)
    } catch {
      let message =
        switch error {
        case .none: "WORD must have a visible character"
        case .tooMany(let count):
          "search takes at most \(FeedFilter.wordLimit) words, not \(count)"
        case .tooLong(let length):
          "search takes words of at most \(FeedFilter.wordLengthLimit) characters together, "
            + "not \(length)"
        }
      throw Failure(.usage, message, advice: seeHelp)
    }
    return words
  }

  private static let seeHelp = "see: market-cli help search"
}
