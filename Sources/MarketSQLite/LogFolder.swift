public import MarketCatalog

/// Folds the logs of a store's two files back into them, beside those who write.
///
/// SQLite lets the commit that makes a log long fold it, and wait for the disk: whoever records then
/// waits for tens of megabytes. Folded a little at a time by a thread of its own, little is left for
/// that commit (sqlite.org/wal.html#checkpointing). Confined to its thread.
public final class LogFolder {
  private let checkpoints: [SQLiteStatement]

  init(path: String, options: StoreOptions) throws(StoreError) {
    checkpoints = try [path, SQLiteStore.eventsPath(path)].map { path throws(StoreError) in
      let connection = try SQLiteConnection(
        path: path, mode: .existing, busyTimeout: options.busyTimeout)
      try connection.execute(Pragmas.connection)
      try connection.execute(Pragmas.folder)
      return try connection.prepare("PRAGMA wal_checkpoint(PASSIVE)")
    }
  }

  /// Folds what can be folded without waiting for readers or writers.
  public func fold() throws(StoreError) {
    for checkpoint in checkpoints { try checkpoint.run() }
  }
}
