import Glibc

/// Lets one command after another make a store in a folder, so that none finds one half made.
///
/// A lock on the folder itself, which leaves no file behind. Held until the value is gone; the kernel
/// lets go of it when the process ends, however it ends.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock, and waits as long as another command has it.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - onWait: Called once before it has to wait.
  /// - Throws: ``Failure`` with ``ExitCode/notAllowed`` when the folder cannot be opened.
  init(_ path: String, onWait: () -> Void) throws(Failure) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(
        .notAllowed, "cannot open the folder \(path): \(describe(errorNumber: errno))",
        advice: "choose another folder with MARKET_DATA or --database")
    }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
    // Where a file system knows no such locks, stores are made as well, if not several at once.
    guard errno == EWOULDBLOCK || errno == EINTR else { return }
    onWait()
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  deinit {
    close(descriptor)
  }
}
