import Glibc
import MarketCatalog

/// The program: reads the command line, runs one command, ends with its exit code.
@main
enum MarketCLI {
  static func main() {
    StandardDescriptors.prepare()
    let words = Array(CommandLine.arguments.dropFirst())
    exit(run(words, environment: .ofProcess).rawValue)
  }

  /// Runs one command line to its end, errors reported.
  static func run(_ words: [String], environment: Environment) -> ExitStatus {
    let output = StandardOutput()
    var standardError = StandardError(isQuiet: false)
    do {
      let arguments = try ArgumentParser.parse(words)
      standardError = StandardError(isQuiet: arguments.has(.quiet))
      let context = Context(
        arguments: arguments, environment: environment, output: output,
        standardError: standardError)
      let status = try dispatch(context)
      try output.finish()
      return status
    } catch is OutputClosed {
      return .done
    } catch let failure as Failure {
      // What was found out before the failure is still a result.
      do { try output.flush() } catch { return failure.status }
      standardError.report(failure)
      return failure.status
    } catch {
      standardError.report(
        Failure(
          .internalFault, "unexpected fault: \(error)",
          advice: "report this with the command that you ran"))
      return .internalFault
    }
  }

  private static func dispatch(_ context: Context) throws -> ExitStatus {
    switch context.arguments.command {
    case .help: try HelpCommand.run(context)
    case .version: try VersionCommand.run(context)
    case .completions: try CompletionsCommand.run(context)
    case .tabs, .serve, .seed, .migrateUp, .migrateStatus, .migrateVerify, .importFiles, .export,
      .vendorAdd, .vendorList, .vendorRename, .eventsRecord, .doctor:
      throw Failure(
        .unavailable, "\(context.arguments.path.joined(separator: " ")) is not there yet",
        advice: "see: market-cli help")
    }
  }
}
