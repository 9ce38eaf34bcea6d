import Foundation
import TestSupport

/// A terminal that shows nothing and answers nothing: it records what a program writes, and when.
final class PseudoTerminal {
  /// What was written inside one pair of the brackets of synchronized output.
  struct Frame {
    let text: String
    /// When the last of it arrived.
    let time: ContinuousClock.Instant
  }

  private let master: Int32
  /// The program's process.
  let process: pid_t
  /// What must be there as long as the terminal.
  var keeps: TemporaryDirectory?
  private var status: Int32?
  private var isHungUp = false
  private var unread: [UInt8] = []
  /// Everything that was written so far.
  private(set) var output: [UInt8] = []
  /// The frames that are complete so far.
  private(set) var frames: [Frame] = []

  private static let frameEnd = Array("\u{1B}[?2026l".utf8)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - columns: Its columns.
  ///   - rows: Its rows.
  ///   - environment: What is set besides a search path, a locale and the name of the terminal.
  ///   - isNonblocking: Whether writing to the terminal fails when it is full.
  /// - Throws: `POSIXError`.
  init(
    _ words: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    isNonblocking: Bool = false
  ) throws {
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 64)
    var size = Self.size(columns, rows)
    guard openpty(&ends.master, &ends.slave, &name, nil, &size) == 0 else {
      throw POSIXError(.ENXIO)
    }
    master = ends.master
    for end in [ends.master, ends.slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The program opens it anew, and so makes it its own.
    defer { close(ends.slave) }
    let path = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let variables = [
      "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
      "HOME": "/nonexistent",
    ].merging(environment) { $1 }
    process = try spawn(words, environment: variables, isSession: true) { actions in
      let flags = O_RDWR | (isNonblocking ? O_NONBLOCK : 0)
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, flags, 0)
      posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    hangUp()
  }

  private static func size(_ columns: Int, _ rows: Int) -> winsize {
    winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  }

  /// Changes the size; the program gets a signal.
  func resize(columns: Int, rows: Int) {
    var size = Self.size(columns, rows)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Types a text as it is.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Sends a signal to the program.
  func send(_ signal: Int32) { kill(process, signal) }

  /// Closes the terminal, as when its window is closed.
  func hangUp() {
    if !isHungUp { close(master) }
    isHungUp = true
  }

  /// Reads until a condition holds or the deadline passes; tells which.
  func read(seconds: Double = 20, until condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    while !condition() {
      if ContinuousClock.now >= end { return false }
      var input = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      _ = poll(&input, 1, 10)
      take()
    }
    return true
  }

  private func take() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(master, &buffer, buffer.count)
    guard count > 0 else { return }
    output += buffer.prefix(count)
    unread += buffer.prefix(count)
    let time = ContinuousClock.now
    while let end = unread.firstRange(of: Self.frameEnd)?.upperBound {
      frames.append(Frame(text: String(decoding: unread[..<end], as: UTF8.self), time: time))
      unread.removeSubrange(..<end)
    }
  }

  /// Everything that was written so far, as a text.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Waits for the end; gives the exit code, or 128 and the signal's number, or nil when the
  /// program still runs at the deadline.
  func result(seconds: Double = 20) -> Int32? {
    _ = poll(seconds: seconds) {
      var code: Int32 = 0
      if waitpid(process, &code, WNOHANG) == process {
        status = code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + (code & 0x7F)
      }
      return status != nil
    }
    return status
  }
}
