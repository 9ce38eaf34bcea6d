import MarketCatalog
import MarketSQLite

/// `migrate up`, `migrate status` and `migrate verify`.
enum MigrateCommand {
  /// Applies what is pending, and makes the store when there is none.
  static func up(_ context: Context) throws -> ExitCode {
    let settings = try context.settings()
    let lock = try lock(settings.store, context)
    defer { withExtendedLifetime(lock) {} }
    let serving = try lockOutServers(settings)
    defer { withExtendedLifetime(serving) {} }
    let applied = try migrate(settings, context)
    for name in applied { try context.output.writeLine("applied \(name)") }
    if applied.isEmpty { context.standardError.note("the schema is up to date") }
    return .done
  }

  /// Makes the store's folder where there is none, and waits for other commands that make a store in
  /// it.
  static func lock(_ address: StoreAddress, _ context: Context) throws(Failure) -> FolderLock {
    try Folder.create(address.folder)
    return try FolderLock(address.folder) {
      context.standardError.note(
        "another command makes or fills a store here; this one waits for it")
    }
  }

  /// Keeps servers away from a store whose tables are about to change, and refuses while one runs.
  ///
  /// A server's statements were made for the tables as they are. Nil where there is nothing to apply.
  static func lockOutServers(_ settings: Settings) throws -> ServeLock? {
    let store = try settings.store
    guard try StoreFiles.isTaken(store.path),
      try settings.migrator().status().contains(where: { $0.state == .pending })
    else { return nil }
    return try ServeLock.exclusive(on: store)
  }

  /// Applies what is pending without a word, under the ``lock(_:_:)``; returns the names of what was applied.
  static func migrate(_ settings: Settings, _ context: Context) throws -> [String] {
    try settings.migrator().migrate(
      at: context.now, acceptingLostEvents: context.arguments.has(.acceptLostEvents))
  }

  /// Lists every migration with its state; all are pending where there is no store.
  static func status(_ context: Context) throws -> ExitCode {
    let settings = try context.settings()
    let statuses = try settings.migrator().status()
    let width = statuses.map(\.name.count).max() ?? 0
    for status in statuses {
      let padding = String(repeating: " ", count: width - status.name.count)
      try context.output.writeLine("\(status.name)\(padding)  \(word(for: status.state))")
    }
    return .done
  }

  /// Compares checksums and the live schema with what the program's migrations make.
  static func verify(_ context: Context) throws -> ExitCode {
    let settings = try context.settings()
    try settings.requireStore(at: settings.store)
    let differences = try settings.migrator().verify()
    for difference in differences { try context.output.writeLine(difference) }
    if differences.isEmpty { context.standardError.note("the schema is as the migrations make it") }
    return differences.isEmpty ? .done : .difference
  }

  private static func word(for state: MigrationStatus.State) -> String {
    switch state {
    case .applied(let moment): "applied at \(moment.rfc3339)"
    case .pending: "pending"
    case .edited: "edited after it was applied"
    case .unknown: "unknown to this program, which is older"
    }
  }
}
