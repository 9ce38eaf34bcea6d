import Glibc

/// A bar on standard error for work that takes longer than a second; nothing where no terminal is.
final class ProgressBar {
  private let label: String
  private let total: Int
  private let isShown: Bool
  private let startedAt = ProgressBar.monotonicMilliseconds()
  private let standardError: StandardError
  private var drawnAt: Int64 = 0
  private var isDrawn = false

  /// The cells of the bar itself.
  private static let width = 30
  /// Work shorter than this shows nothing, in milliseconds.
  private static let patience: Int64 = 1_000
  /// How long a picture of the bar stands at least, in milliseconds.
  private static let interval: Int64 = 100

  /// Prepares a bar.
  ///
  /// - Parameters:
  ///   - label: What is being done, in front of the bar.
  ///   - total: How many steps there are.
  ///   - standardError: Where to draw.
  ///   - environment: Tells what the terminal can do.
  init(_ label: String, total: Int, standardError: StandardError, environment: Environment) {
    self.label = label
    self.total = max(total, 1)
    self.standardError = standardError
    isShown =
      isatty(STDERR_FILENO) == 1 && !standardError.isQuiet
      && environment["TERM"] != "dumb"
  }

  /// Shows that `done` steps are done; cheap enough to be called at each of them.
  func update(_ done: Int) {
    guard isShown, done & 63 == 0 || done == total else { return }
    let now = Self.monotonicMilliseconds()
    guard now - startedAt >= Self.patience, now - drawnAt >= Self.interval else { return }
    drawnAt = now
    isDrawn = true
    let share = min(Double(done) / Double(total), 1)
    let full = Int(share * Double(Self.width))
    let bar =
      String(repeating: "#", count: full)
      + String(repeating: ".", count: Self.width - full)
    standardError.write("\r\(label) [\(bar)] \(Int(share * 100)) %\u{1B}[K")
  }

  /// Takes the bar away again.
  func finish() {
    if isDrawn { standardError.write("\r\u{1B}[K") }
    isDrawn = false
  }

  private static func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
