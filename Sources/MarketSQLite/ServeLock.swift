import Glibc
public import MarketCatalog

/// Tells processes that a server uses a store, or that none may: a lock on `<store>-serve.lock`.
///
/// Held until the value is gone; the kernel lets go of it when the process ends, however it ends.
public final class ServeLock {
  private let descriptor: Int32

  /// How a lock is held.
  public enum Kind: Sendable {
    /// By servers, of which there may be several.
    case serving
    /// By a command that must not run beside a server.
    case exclusive
  }

  /// Takes the lock without waiting.
  ///
  /// - Parameters:
  ///   - path: The path of the market's file.
  ///   - kind: How to hold it.
  /// - Throws: ``StoreError/busy(detail:)`` when another process holds it in a way that excludes
  ///   this one, ``StoreError/notPermitted(detail:)``, ``StoreError/full(detail:)`` or
  ///   ``StoreError/unavailable(detail:)`` when the lock file cannot be opened.
  public init(storeAt path: String, _ kind: Kind) throws(StoreError) {
    let file = path + "-serve.lock"
    descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let code = errno
      let detail = "cannot open " + file + ": " + String(cString: strerror(code))
      switch code {
      case EACCES, EPERM, EROFS: throw .notPermitted(detail: file + " is not writable for you")
      case ENOSPC, EDQUOT: throw .full(detail: "no room for " + file)
      default: throw .unavailable(detail: detail)
      }
    }
    let operation =
      switch kind {
      case .serving: LOCK_SH
      case .exclusive: LOCK_EX
      }
    // Closed by deinit, which runs for what throws when all of it is set.
    guard flock(descriptor, operation | LOCK_NB) == 0 else {
      switch kind {
      case .serving: throw .busy(detail: "another command has the store for itself")
      case .exclusive: throw .busy(detail: "a server is running on this store")
      }
    }
  }

  deinit {
    close(descriptor)
  }
}
