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

  /// The present.
  var now: Timestamp { SystemClock.now() }
}
