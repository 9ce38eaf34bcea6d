import Glibc
import MarketCatalog

/// What a command is given: its arguments, its settings and its ways out.
struct Context {
  let arguments: Arguments
  let environment: Environment
  let output: StandardOutput
  let standardError: StandardError

  /// The settings, gathered when a command asks for them, so that `help` works in spite of a faulty
  /// configuration file.
  func settings() throws(Failure) -> Settings {
    try Settings(arguments: arguments, environment: environment)
  }

  /// A progress bar for work of a number of steps, or of nobody knows how many; it shows when
  /// standard error is a terminal and `--quiet` was not given.
  func progressBar(_ label: String, total: Int?) -> ProgressBar {
    let isShown =
      isatty(STDERR_FILENO) == 1 && !standardError.isQuiet && environment["TERM"] != "dumb"
    guard isShown else { return ProgressBar(label, total: total, write: nil) }
    return ProgressBar(label, total: total) { [standardError] in standardError.write($0) }
  }

  /// The present.
  var now: Timestamp { SystemClock.now() }
}
