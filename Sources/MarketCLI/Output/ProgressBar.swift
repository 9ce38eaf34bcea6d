import Glibc

/// A bar for work that takes longer than a second, such as `seeding [######....] 60 %`.
final class ProgressBar {
  private let label: String
  private let total: Int?
  private let clock: () -> Int64
  private let write: ((String) -> Void)?
  private let startedAt: Int64
  private var drawnAt: Int64
  private var isDrawn = false

  /// The cells of the bar itself.
  private static let width = 30
  /// Work shorter than this shows nothing, in milliseconds.
  static let patience: Int64 = 1_000
  /// How long a picture of the bar stands at least, in milliseconds.
  static let interval: Int64 = 100
  /// At how many steps the clock is looked at once.
  static let stride = 64

  /// Prepares a bar.
  ///
  /// - Parameters:
  ///   - label: What is being done, in front of the bar.
  ///   - total: How many steps there are, or nil when nobody knows.
  ///   - clock: Milliseconds since any moment.
  ///   - write: Draws on a terminal; nil where there is none.
  init(
    _ label: String, total: Int?, clock: @escaping () -> Int64 = ProgressBar.monotonicClock,
    write: ((String) -> Void)?
  ) {
    self.label = label
    self.total = total
    self.clock = clock
    self.write = write
    startedAt = clock()
    drawnAt = startedAt
  }

  /// Shows that `done` steps are done; cheap enough to be called at each of them.
  func update(_ done: Int) {
    guard let write, done % Self.stride == 0 else { return }
    let now = clock()
    guard now - startedAt >= Self.patience, !isDrawn || now - drawnAt >= Self.interval else {
      return
    }
    drawnAt = now
    isDrawn = true
    write("\r\(label) \(picture(done))\u{1B}[K")
  }

  /// Takes the bar away again.
  func finish() {
    if isDrawn { write?("\r\u{1B}[K") }
    isDrawn = false
  }

  private func picture(_ done: Int) -> String {
    guard let total else { return String(done) }
    let share = min(Double(done) / Double(max(total, 1)), 1)
    let full = Int(share * Double(Self.width))
    let bar =
      String(repeating: "#", count: full) + String(repeating: ".", count: Self.width - full)
    return "[\(bar)] \(Int(share * 100)) %"
  }

  private static func monotonicClock() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
