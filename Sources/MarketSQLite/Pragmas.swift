import MarketCatalog

/// The settings of connections, each with its reason (sqlite.org/pragma.html).
enum Pragmas {
  /// Makes a new file ready; part of the file from then on.
  ///
  /// Readers never wait for a writer in WAL mode. Changing into it needs the file for a moment, so
  /// of several processes that make a store at once all but one find it busy: the caller asks again.
  static let newFile = "PRAGMA journal_mode = WAL"

  /// For every connection.
  ///
  /// - `foreign_keys`: off by default in SQLite.
  /// - `secure_delete`: Debian's build overwrites deleted content with zeros, at the price of more
  ///   pages written; nothing in the store is secret from who can read the file.
  /// - `temp_store`: sorts of millions of rows go to disk, not to memory.
  /// - `mmap_size`: a mapped ten-million-product store counts as gigabytes of resident memory.
  static let connection = """
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = OFF;
    PRAGMA temp_store = FILE;
    PRAGMA mmap_size = 0;
    """

  /// For readers: never write, and keep 4 MB of pages.
  ///
  /// Pages of a large store come from the kernel's cache, hardly any twice, and are copied into memory
  /// that lately held others: with few pages that memory is in the processor's cache. A slice of a
  /// million products took 5 % longer with 20 MB, although it read 2.3 pages then instead of 2.7, and
  /// 4 % more again with 40 MB.
  static let reader = """
    PRAGMA query_only = ON;
    PRAGMA cache_size = -4000;
    """

  /// For writers: what was committed survives the loss of power.
  static let writer = """
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -16000;
    """

  /// For who folds logs: what goes back into the file is on disk before the log begins anew.
  static let folder = """
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -1000;
    """

  /// For those who record and tick: folds the log back each 32 MB, not each 4.
  ///
  /// Events and ticks touch many pages, and the same ones again with the next: the longer the log, the
  /// fewer times each is written back.
  static let longLog = "PRAGMA wal_autocheckpoint = 8000"
}
