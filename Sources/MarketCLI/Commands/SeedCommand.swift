import MarketCatalog
import MarketData
import MarketSQLite

/// `seed`: a shop to look at.
enum SeedCommand {
  static func run(_ context: Context) throws -> ExitCode {
    try checkDate(context)
    let settings = try context.settings()
    let address = try settings.store
    let lock = try MigrateCommand.lock(address, context)
    defer { withExtendedLifetime(lock) {} }
    if try settings.migrator().isStillToBeMade() { try make(address, settings, context) }
    let store = try settings.openStore()
    let writer = try store.makeWriter()
    if context.arguments.has(.reset) {
      try reset(writer, of: store, settings, context)
      guard isShopDescribed(context.arguments) else { return .done }
    }
    // Pictures come first, so that no product ever shows one that is not there; those that were lost
    // come back.
    try Pictures.draw(in: address.mediaFolder)
    let present = try writer.seededProductCount()
    guard present == 0 else {
      context.standardError.note(
        "the store has \(present) seeded products already and was left as it is; "
          + "market-cli seed --reset\(settings.databaseFlag) removes them")
      return .done
    }
    let count = try fill(writer, context)
    try context.output.writeLine("seeded \(count) products")
    return .done
  }

  /// Makes the store, or finishes one that a killed command has left half made.
  private static func make(
    _ address: StoreAddress, _ settings: Settings, _ context: Context
  ) throws {
    let serving = try MigrateCommand.lockOutServers(settings)
    defer { withExtendedLifetime(serving) {} }
    _ = try MigrateCommand.migrate(settings, context)
    context.standardError.note("made the store \(address.text)")
  }

  /// Fills a store that has no seeded products, and returns how many it has then.
  private static func fill(_ writer: SQLiteWriter, _ context: Context) throws -> Int {
    let shop = shop(context)
    let bar = context.progressBar("seeding", total: shop.count)
    defer { bar.finish() }
    try writer.seed(count: shop.count, at: context.now) { index in
      bar.update(index)
      return shop.product(at: index)
    }
    return shop.count
  }

  /// Refuses a date whose products would not be accepted from a file: the shop's go back two years
  /// from it.
  private static func checkDate(_ context: Context) throws(Failure) {
    guard case .moment(let moment)? = context.arguments.value(.asOf) else { return }
    let earliest = Timestamp(milliseconds: 3_652 * Timestamp.millisecondsPerDay)
    let latest = context.now.advanced(byMilliseconds: Timestamp.millisecondsPerDay)
    guard (earliest...latest).contains(moment) else {
      throw Failure(
        .usage, "--as-of must be from 1980-01-01 to a day ahead of now, not \(moment.rfc3339)",
        advice: "see: market-cli help seed")
    }
  }

  /// The shop that the arguments describe; without a date as of today, that is its first moment in
  /// UTC, so that the same command gives the same shop all day.
  private static func shop(_ context: Context) -> SeedShop {
    let today = Timestamp(milliseconds: context.now.day * Timestamp.millisecondsPerDay)
    var asOf = today
    if case .moment(let moment)? = context.arguments.value(.asOf) { asOf = moment }
    return SeedShop(
      count: context.arguments.integer(.count).map { Int($0) } ?? 0,
      randomSeed: context.arguments.integer(.randomSeed).map { UInt64($0) } ?? 0, asOf: asOf)
  }

  // MARK: - Reset

  /// Removes what was seeded, while no server serves it.
  private static func reset(
    _ writer: SQLiteWriter, of store: SQLiteStore, _ settings: Settings, _ context: Context
  ) throws {
    let lock = try ServeLock.exclusive(on: settings.store)
    let count = try writer.removeSeededProducts(at: context.now)
    try context.output.writeLine("removed \(count) seeded products")
    withExtendedLifetime(lock) {}
  }

  /// Tells whether a reset is to be followed by another shop.
  private static func isShopDescribed(_ arguments: Arguments) -> Bool {
    [Option.count, .randomSeed, .asOf].contains { arguments.values[$0.name] != nil }
  }
}
