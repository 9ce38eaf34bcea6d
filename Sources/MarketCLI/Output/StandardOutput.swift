import Glibc

/// Standard output with a buffer, whose errors are told apart.
///
/// Standard output carries results only. Nothing is lost silently: a full disk is a failure, and a
/// reader that went away ends the program quietly.
final class StandardOutput {
  private var buffer: [UInt8] = []
  private static let bufferSize = 65_536

  /// Appends a text.
  func write(_ text: String) throws {
    try write(text.utf8)
  }

  /// Appends a text and a line break.
  func writeLine(_ text: String) throws {
    try write(text.utf8)
    try write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Appends bytes, which leave the process when the buffer is full.
  ///
  /// - Parameter bytes: What to write.
  /// - Throws: ``OutputClosed`` when nobody reads any more; ``Failure`` with
  ///   ``ExitCode/inputOutput`` when the bytes cannot be written.
  func write(_ bytes: some Collection<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what is buffered.
  func flush() throws {
    var written = 0
    defer { buffer.removeAll(keepingCapacity: true) }
    while written < buffer.count {
      let count = buffer[written...].withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        throw OutputClosed()
      } else if errno != EINTR {
        throw failure(errno)
      }
    }
  }

  /// Writes what is buffered, for a program that has another failure to tell, beside which it does
  /// not matter that this fails too.
  func flushBesideFailure() {
    do { try flush() } catch { return }
  }

  /// Writes what is buffered and lets the system report what it held back until now.
  func finish() throws {
    let wroteNothing = buffer.isEmpty
    try flush()
    if close(STDOUT_FILENO) != 0, errno != EINTR, !(wroteNothing && errno == EBADF) {
      throw failure(errno)
    }
  }

  private func failure(_ code: Int32) -> Failure {
    Failure(
      .inputOutput, "cannot write to standard output: \(describe(errorNumber: code))",
      advice: "make room, or send the output elsewhere, and run the command again")
  }
}
