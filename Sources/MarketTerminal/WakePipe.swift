import Glibc

/// A pipe that wakes a thread that waits in `poll` or `read`: one byte for each reason.
///
/// Sendable without a lock: the two descriptors never change, and reads and writes of one byte are
/// atomic. The pipe is closed when the last one who knows it is gone.
final class WakePipe: Sendable {
  let readEnd: Int32
  let writeEnd: Int32

  /// Makes a pipe.
  ///
  /// - Parameter readsBlock: Whether ``read()`` waits for a byte.
  /// - Throws: ``TerminalError/system(code:)``, as when there are no descriptors left.
  init(readsBlock: Bool = false) throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(code: errno) }
    readEnd = ends[0]
    writeEnd = ends[1]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    if !readsBlock { _ = fcntl(readEnd, F_SETFL, O_NONBLOCK) }
    _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Adds a byte; does nothing when the pipe is full, as then the reader wakes anyway.
  func wake(_ reason: UInt8) {
    var byte = reason
    while write(writeEnd, &byte, 1) < 0, errno == EINTR {}
  }

  /// The bytes that have come, at most 64.
  func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      let count = Glibc.read(readEnd, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return Array(bytes.prefix(max(count, 0)))
    }
  }
}
