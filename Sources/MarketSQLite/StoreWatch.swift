import Glibc
import MarketCatalog

/// Waits for writes to a store by any process, and notices when its files are taken away.
///
/// The kernel tells of them (inotify(7)), so that waiting costs nothing: every write goes to the file
/// beside the store that SQLite logs it in. Where the kernel cannot, the files are looked at once a
/// second. Confined to the thread that uses it.
public final class StoreWatch {
  /// What there is to look at.
  public enum Sight: Hashable, Sendable {
    /// Something may have been written.
    case written
    /// The file at this path was removed or replaced; the open one is still read.
    case lost(path: String)
    /// The caller's descriptor can be read.
    case ended
  }

  /// How long after a write it is looked at, in milliseconds: a store that is written all the time is
  /// looked at four times a second.
  private static let pause: Int32 = 250
  /// Milliseconds between two looks where the kernel tells nothing.
  private static let period: Int32 = 1_000

  private let files: StoreFiles
  /// Tells of what happens in the files' folders; negative where there is none.
  private let descriptor: Int32

  /// Begins to watch the store whose market's file is at a path.
  public init(storeAt path: String) {
    files = StoreFiles(storeAt: path)
    var descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    if descriptor >= 0 {
      // The log lies beside the file that the path leads to, maybe by a link.
      let isWatched = Set([path, Self.resolved(path)]).allSatisfy { path in
        let mask =
          IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF
          | IN_MOVE_SELF
        return inotify_add_watch(descriptor, Self.folder(of: path), UInt32(mask)) >= 0
      }
      if !isWatched {
        close(descriptor)
        descriptor = -1
      }
    }
    self.descriptor = descriptor
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Blocks until there is something to look at, or a descriptor of the caller's can be read.
  public func next(until endDescriptor: Int32) -> Sight {
    _ = Self.wait(
      for: [endDescriptor, descriptor], atMost: descriptor >= 0 ? -1 : Self.period)
    // What else is written together, as by a transaction, is one sight.
    if Self.wait(for: [endDescriptor], atMost: Self.pause) { return .ended }
    drain()
    return files.lostPath.map { .lost(path: $0) } ?? .written
  }

  /// Whether one of some descriptors can be read within a time; -1 waits for ever.
  private static func wait(for descriptors: [Int32], atMost milliseconds: Int32) -> Bool {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return poll(&entries, nfds_t(entries.count), milliseconds) > 0
  }

  /// Takes what the kernel tells: that something happened is enough.
  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
