import Glibc

/// Which files a store's paths lead to: tells later whether they are the ones that are open.
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
  /// number is not given to another file meanwhile.
  public var lostPath: String? {
    files.first { Place($0.path) != $0.place }?.path
  }
}
