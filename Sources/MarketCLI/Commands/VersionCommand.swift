/// `version`, and `--version` anywhere.
enum VersionCommand {
  /// The program's version, as semantic versioning counts.
  static let version = "0.1.0"

  static func run(_ context: Context) throws -> ExitCode {
    try context.output.writeLine("\(CommandTable.program) \(version)")
    return .done
  }
}
