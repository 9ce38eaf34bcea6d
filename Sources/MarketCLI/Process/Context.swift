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

  /// A progress bar for work of a number of steps.
  func progressBar(_ label: String, total: Int) -> ProgressBar {
    ProgressBar(label, total: total, standardError: standardError, environment: environment)
  }

  /// The present, by the system's clock.
  var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(
      milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
