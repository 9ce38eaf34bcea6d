import Glibc
public import MarketCatalog

/// Which files a store's paths lead to: tells whether there are any, and later whether they are the
/// ones that are open.
public struct StoreFiles: Sendable {
  private struct Place: Hashable, Sendable {
    let device: UInt
    let inode: UInt

    /// The file at a path, or nil when there is none.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    }
  }

  private let files: [(path: String, place: Place?)]

  /// Notes the two files of a store.
  ///
  /// - Parameter path: The path of the market's file.
  public init(storeAt path: String) {
    files = [path, SQLiteStore.eventsPath(path)].map { ($0, Place($0)) }
  }

  /// The first path that leads to no file any more, or to another one; nil while all are the same.
  ///
  /// One system call a file. A process that keeps a removed file open goes on reading it, and its
  /// number is not given to another file meanwhile. A file that this user may not look at any more
  /// counts as lost: nothing is acknowledged that may go into a removed one.
  public var lostPath: String? {
    files.first { Place($0.path) != $0.place }?.path
  }

  /// Tells whether anything lies at a path, a store or not.
  ///
  /// - Parameter path: The path of a store's file.
  /// - Returns: False where the path leads to nothing.
  /// - Throws: ``StoreError/notPermitted(detail:)`` where a folder on the way is closed to this user,
  ///   ``StoreError/unavailable(detail:)`` where the system cannot tell for another reason.
  public static func isTaken(_ path: String) throws(StoreError) -> Bool {
    guard access(path, F_OK) != 0 else { return true }
    let code = errno
    let detail = "cannot look at " + path + ": " + String(cString: strerror(code))
    switch code {
    case ENOENT, ENOTDIR: return false
    case EACCES, EPERM:
      throw .notPermitted(
        detail: detail
          + "; ask for the right to enter its folder, or name another store with --database")
    default: throw .unavailable(detail: detail)
    }
  }
}
