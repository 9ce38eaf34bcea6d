/// Why a command ends without having done its work, as the user is told.
struct Failure: Error, Hashable {
  /// The exit code.
  var status: ExitCode
  /// What is wrong: the rest of a line that begins with `market-cli: `.
  var message: String
  /// What else is wrong, each in a line of the same kind before the message.
  var earlier: [String] = []
  /// What to do about it: the second line.
  var advice: String

  init(_ status: ExitCode, _ message: String, advice: String) {
    self.status = status
    self.message = message
    self.advice = advice
  }
}

/// The reader of standard output went away, as `head` does: nothing is wrong, nobody listens.
struct OutputClosed: Error {}
