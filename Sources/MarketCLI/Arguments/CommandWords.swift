/// The words of the command line as they were given.
///
/// `CommandLine.arguments` puts U+FFFD in the place of what is no UTF-8: a name would be stored that
/// nobody wrote, a file read that nobody named.
enum CommandWords {
  /// The words behind the program's name.
  ///
  /// - Returns: The words.
  /// - Throws: ``Failure`` with ``ExitCode/usage`` naming a word that is not UTF-8.
  static func ofProcess() throws(Failure) -> [String] {
    var words: [String] = []
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let word = CommandLine.unsafeArgv[index] else { break }
      guard let text = String(validatingCString: word) else {
        throw Failure(
          .usage, "argument \(index) is not UTF-8: \"\(String(cString: word).visible)\"",
          advice: "write it in UTF-8; \u{FFFD} stands for what is not")
      }
      words.append(text)
    }
    return words
  }
}
