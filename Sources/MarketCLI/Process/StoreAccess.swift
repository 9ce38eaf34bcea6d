import MarketCatalog
import MarketSQLite

// The one place where a store's address becomes a store.

extension Settings {
  /// How the store is read and written.
  var storeOptions: StoreOptions {
    StoreOptions(cursorPolicy: cursorPolicy, popularity: popularity)
  }

  /// Opens the store.
  ///
  /// - Returns: The store, its schema up to date.
  /// - Throws: ``Failure`` with ``ExitCode/unavailable`` when there is none; `StoreError`.
  func openStore() throws -> SQLiteStore {
    let address = try store
    try requireStore(at: address)
    return try SQLiteStore(path: address.path, options: storeOptions)
  }

  /// What looks after the schema, also of a store that does not exist yet.
  func migrator() throws(Failure) -> Migrator {
    Migrator(storeAt: try store.path, busyTimeout: storeOptions.busyTimeout)
  }

  /// Ends a command that needs a store where there is none.
  func requireStore(at address: StoreAddress) throws {
    guard try !StoreFiles.isTaken(address.path) else { return }
    throw Failure(
      .unavailable, "there is no store at \(address.text)",
      advice: "fill one with a shop to look at: market-cli seed\(databaseFlag); "
        + "or make an empty one: market-cli migrate\(databaseFlag)")
  }

  /// The flag with which another command finds the same store; empty when it needs none.
  var databaseFlag: String {
    guard case .flag? = values[.database]?.origin,
      case .storeAddress(let address)? =
        values[.database]?.value
    else { return "" }
    return " --database \(address.text)"
  }
}
