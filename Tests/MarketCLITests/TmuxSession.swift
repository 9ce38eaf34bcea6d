import Foundation
import TestSupport

/// A terminal of tmux with a server of its own, which nobody's configuration touches.
final class TmuxSession {
  /// Holds the server's socket, which tmux leaves behind, and goes with it.
  private let directory: TemporaryDirectory
  /// What must be there as long as the terminal.
  var keeps: TemporaryDirectory?

  /// What `display-message` says about alternate screen, mouse and cursor when nothing is left on.
  static let flagsAtRest = "001"
  /// The same while a full-screen program with a mouse runs.
  static let flagsInUse = "110"

  /// Runs a line of the shell in a terminal of the given size.
  init(
    _ line: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    directory = try TemporaryDirectory()
    var command = ["-u", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
    let variables = [
      "LC_ALL": "C.UTF-8", "COLORTERM": "truecolor", "NO_COLOR": "",
    ].merging(environment) { $1 }
    for (name, value) in variables { command += ["-e", "\(name)=\(value)"] }
    try tmux(command + [line])
  }

  /// A command that tmux could not carry out, as when its server is gone.
  private struct Failed: Error {
    let command: String
    let status: Int32
    let output: [UInt8]
  }

  private var socket: String { directory.file("tmux.sock") }

  deinit {
    do { try tmux(["kill-server"]) } catch { print("left behind: tmux -S \(socket)") }
  }

  /// Runs a command of tmux to its end and returns what it prints.
  ///
  /// Not by Foundation, which waits until every heir of a descriptor is gone, and tmux leaves a
  /// server behind.
  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    var ends: [Int32] = [-1, -1]
    // Sockets, as those can be closed on exec from the beginning: a program that another test starts
    // in between would hold a pipe open.
    guard socketpair(AF_UNIX, streamSocket, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
    let process: pid_t
    do {
      process = try spawn(["tmux", "-S", socket, "-f", "/dev/null"] + arguments) { actions in
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
      }
    } catch {
      for end in ends { close(end) }
      throw error
    }
    close(ends[1])
    defer { close(ends[0]) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      output += buffer.prefix(count)
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    guard status == 0 else {
      throw Failed(command: arguments.joined(separator: " "), status: status, output: output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The screen's lines; with escape sequences for colours and styles when asked.
  func screen(styled: Bool = false) throws -> [String] {
    try tmux(["capture-pane", "-p"] + (styled ? ["-e"] : []))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Types keys by their names in tmux, such as `Right` or `C-z`.
  func press(_ keys: String...) throws {
    try tmux(["send-keys"] + keys)
  }

  /// Types a text as it is.
  func type(_ text: String) throws {
    try tmux(["send-keys", "-l", text])
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Alternate screen, mouse and cursor: one digit each.
  func flags() throws -> String {
    try show("#{alternate_on}#{mouse_any_flag}#{cursor_flag}")
  }

  /// What a format of tmux gives for the terminal.
  func show(_ format: String) throws -> String {
    try tmux(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
  }

  /// Polls until the screen is as wanted; gives the last one seen when that never happens.
  func wait(seconds: Double = 20, for isWanted: ([String]) -> Bool) throws -> [String]? {
    var last: [String] = []
    let isReached = try poll(seconds: seconds) {
      last = try screen()
      return isWanted(last)
    }
    return isReached ? nil : last
  }
}
