public import MarketCatalog

/// How a store is read and written.
public struct StoreOptions: Hashable, Sendable {
  /// How long cursors live.
  public var cursorPolicy: CursorPolicy
  /// How events make products popular.
  public var popularity: Popularity
  /// How long, in milliseconds, a call waits for a lock before it is ``StoreError/busy(detail:)``.
  public var busyTimeout: Int

  /// Makes options; the busy timeout is five seconds by default.
  public init(
    cursorPolicy: CursorPolicy = CursorPolicy(), popularity: Popularity = Popularity(),
    busyTimeout: Int = 5_000
  ) {
    self.cursorPolicy = cursorPolicy
    self.popularity = popularity
    self.busyTimeout = busyTimeout
  }
}

/// A store whose schema is up to date: where readers and writers come from.
///
/// A value that may be passed between threads; what it makes may not.
public struct SQLiteStore: Sendable {
  /// The path of the market's file; events lie beside it in `<path>-events`.
  public let path: String
  /// How the store is read and written.
  public let options: StoreOptions

  /// Checks that there is a store with every migration of this program.
  ///
  /// - Parameters:
  ///   - path: The path of the market's file.
  ///   - options: How to read and write.
  /// - Throws: ``StoreError/unavailable(detail:)`` when there is no file, or events are lost,
  ///   ``StoreError/schemaMismatch(detail:)`` when migrations are pending or unknown,
  ///   ``StoreError/corrupt(detail:)`` when it is no store.
  public init(path: String, options: StoreOptions = StoreOptions()) throws(StoreError) {
    self.path = path
    self.options = options
    try Migrator(storeAt: path, busyTimeout: options.busyTimeout).requireCurrent()
  }

  /// Makes a reader for the calling thread.
  public func makeReader() throws(StoreError) -> SQLiteReader {
    try SQLiteReader(path: path, options: options)
  }

  /// Makes a writer for the calling thread.
  ///
  /// Any number may exist, also in other processes: SQLite lets one write at a time.
  public func makeWriter() throws(StoreError) -> SQLiteWriter {
    try SQLiteWriter(path: path, options: options)
  }

  /// Makes what folds the logs of the store's files for the calling thread.
  public func makeLogFolder() throws(StoreError) -> LogFolder {
    try LogFolder(path: path, options: options)
  }

  /// The path of the events' file of a store.
  static func eventsPath(_ path: String) -> String { path + "-events" }
}
