import MarketCatalog
import MarketSQLite
import MarketText

/// `popularity rebuild` and `popularity explain`.
enum PopularityCommand {
  /// Makes every rank anew from the recorded events, beside servers that go on.
  static func rebuild(_ context: Context) throws -> ExitCode {
    let settings = try context.settings()
    let store = try settings.openStore()
    // Servers may run; what must have the store for itself may not begin meanwhile.
    let lock = try ServeLock(storeAt: store.path, .serving)
    defer { withExtendedLifetime(lock) {} }
    var bars = Bars(context)
    defer { bars.finish() }
    let report = try store.makeWriter().rebuildRanks(
      acceptingLostEvents: context.arguments.has(.letCountsFall), clock: SystemClock.now
    ) { step, done, total in
      bars.update(step, done, of: total)
    }
    bars.finish()
    if let replaced = report.replaced {
      context.standardError.note("ranks were made with \(ArithmeticNotice.told(replaced))")
      context.standardError.note(
        "they are made with \(ArithmeticNotice.told(settings.popularity)) from now on")
    }
    let products = "\(report.products) product\(report.products == 1 ? "" : "s")"
    let events =
      "\(report.events) recorded event\(report.events == 1 ? " that counts" : "s that count")"
    try context.output.writeLine(
      "\(products), \(events): "
        + (report.changed == 0
          ? "every rank was right already"
          : "\(report.changed) changed, generation \(report.generation)"))
    return .done
  }

  /// Says in plain words why a product stands where it does.
  static func explain(_ context: Context) throws -> ExitCode {
    guard let id = context.arguments.integers.first else {
      preconditionFailure("the table asks for an id")
    }
    let settings = try context.settings()
    let reader = try settings.openStore().makeReader()
    try ArithmeticNotice.note(reader, settings, context.standardError)
    switch try reader.explainRank(of: id, at: context.now) {
    case .unknown:
      throw Failure(
        .badData, "there is no product with the id \(id)",
        advice: "market-cli export lists every listed product with its id")
    case .unlisted(let name):
      throw Failure(
        .badData, "product \(id), \(name.displayable), is not listed, so it has no place in a feed",
        advice: "its events are kept; to list it again: market-cli product relist \(id)")
    case .explained(let rank):
      for line in RankStory(rank).lines { try context.output.writeLine(line) }
    }
    return .done
  }

  /// A bar for each step of a rebuild.
  private struct Bars {
    private let context: Context
    private var step: RebuildStep?
    private var bar: ProgressBar?

    init(_ context: Context) {
      self.context = context
    }

    mutating func update(_ step: RebuildStep, _ done: Int, of total: Int) {
      if step != self.step {
        bar?.finish()
        self.step = step
        switch step {
        case .adding: bar = context.progressBar("adding up", total: total)
        case .ranking: bar = context.progressBar("ranking", total: total)
        }
      }
      bar?.update(done)
    }

    func finish() { bar?.finish() }
  }
}
