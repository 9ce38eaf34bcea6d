import CTerminal
import Glibc

/// The process's terminal, raw and on its alternate screen as long as this value lives.
///
/// Confined to the thread that makes it; there is one at a time. Whatever ends the process puts
/// the terminal back (CTerminal), except SIGKILL.
struct TerminalDevice: ~Copyable {
  /// Alternate screen, hidden cursor, no wrapping at the margin, the mouse with its moves while a
  /// button is down, bracketed paste.
  ///
  /// Without wrapping, a glyph that a terminal draws wider than it should be stays in its row.
  private static let enter: StaticString =
    "\u{1B}[?1049h\u{1B}[m\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
  private static let leave: StaticString =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// Tells whether standard input and standard output are terminals.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Enters the terminal; signals that concern it arrive as bytes at `wakePipe`, which must live
  /// longer than this value.
  init(wakePipe: WakePipe) throws(TerminalError) {
    try Self.check(
      cterminal_open(
        STDIN_FILENO, STDOUT_FILENO, wakePipe.writeEnd, Self.characters(Self.enter),
        Self.enter.utf8CodeUnitCount, Self.characters(Self.leave), Self.leave.utf8CodeUnitCount))
  }

  deinit { cterminal_close() }

  /// The size; 80 by 24 when the terminal does not know its own.
  var size: ScreenSize {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard cterminal_size(STDOUT_FILENO, &columns, &rows) == 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(columns), rows: Int(rows))
  }

  /// Writes a frame; one call of the system unless the terminal takes only a part at once.
  func write(_ bytes: [UInt8]) throws(TerminalError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = poll(&output, 1, -1)
      } else if errno != EINTR {
        throw .system(code: errno)
      }
    }
  }

  /// Reads what was typed; nil when the terminal is gone.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Stops until continued; the screen must be drawn anew afterwards.
  ///
  /// Stops the whole process group, as the stop key of a terminal does, or this process alone.
  func suspend(wholeGroup: Bool) throws(TerminalError) {
    try Self.check(cterminal_suspend(wholeGroup ? 1 : 0))
  }

  /// Enters again after the process was stopped without a chance to leave.
  func reenter() throws(TerminalError) {
    try Self.check(cterminal_reenter())
  }

  private static func check(_ code: Int32) throws(TerminalError) {
    if code != 0 { throw .system(code: code) }
  }

  /// A literal's bytes, which live as long as the program.
  private static func characters(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
