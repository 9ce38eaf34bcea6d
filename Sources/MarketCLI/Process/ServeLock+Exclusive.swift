import MarketCatalog
import MarketSQLite

extension ServeLock {
  /// Keeps servers away from a store while a command changes what they rely on.
  ///
  /// - Parameter store: The store.
  /// - Returns: The lock.
  /// - Throws: ``Failure`` with ``ExitCode/busy`` while a server runs on the store.
  static func exclusive(on store: StoreAddress) throws -> ServeLock {
    do {
      return try ServeLock(storeAt: store.path, .exclusive)
    } catch StoreError.busy {
      throw Failure(
        .busy, "a server is running on \(store.text)",
        advice: "stop the server, then run the command again")
    }
  }
}
