import Glibc

/// Standard error: notes, progress and errors, everything that is not a result.
struct StandardError: Sendable {
  /// Tells whether notes and progress are wanted.
  let isQuiet: Bool

  /// A line that `--quiet` leaves out.
  func note(_ text: String) {
    if !isQuiet { writeLine(text) }
  }

  /// An error: a line that says what is wrong, or several, and one that says what to do.
  func report(_ failure: Failure) {
    for message in failure.earlier + [failure.message] {
      writeLine("\(CommandTable.program): \(message.visibleLine)")
    }
    writeLine(failure.advice.visibleLine)
  }

  /// A line that is always written.
  func writeLine(_ text: String) {
    write(text + "\n")
  }

  /// Writes bytes as they are; nobody is left to tell when that fails.
  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 || (count < 0 && errno == EINTR) else { return }
      bytes = bytes.dropFirst(max(count, 0))
    }
  }
}

extension String {
  /// The text as one line that cannot steer a terminal.
  fileprivate var visibleLine: String {
    split(whereSeparator: \.isNewline).joined(separator: " ").visible
  }
}
