/// `completions bash|zsh|fish`.
enum CompletionsCommand {
  static func run(_ context: Context) throws -> ExitCode {
    guard let name = context.arguments.texts.first, let shell = Completions.Shell(rawValue: name)
    else { preconditionFailure("the table lets only known shells through") }
    try context.output.write(Completions.script(for: shell))
    return .done
  }
}
