import Glibc
import MarketCatalog
import MarketData

/// The program: reads the command line, runs one command, ends with its exit code.
@main
enum MarketCLI {
  static func main() {
    StandardDescriptors.prepare()
    let words: [String]
    do throws(Failure) {
      words = try CommandWords.ofProcess()
    } catch {
      StandardError(isQuiet: false).report(error)
      exit(error.status.rawValue)
    }
    exit(run(words, environment: .ofProcess).rawValue)
  }

  /// Runs one command line to its end, errors reported.
  static func run(_ words: [String], environment: Environment) -> ExitCode {
    let arguments: Arguments
    do throws(Failure) {
      arguments = try ArgumentParser.parse(words)
    } catch {
      StandardError(isQuiet: false).report(error)
      return error.status
    }
    let output = StandardOutput()
    let context = Context(
      arguments: arguments, environment: environment, output: output,
      standardError: StandardError(isQuiet: arguments.has(.quiet)))
    do {
      let status = try dispatch(context)
      try output.finish()
      return status
    } catch is OutputClosed {
      return .done
    } catch {
      // What was found out before the failure is still a result.
      output.flushBesideFailure()
      let failure = failure(for: error, at: address(of: context))
      context.standardError.report(failure)
      return failure.status
    }
  }

  private static func failure(for error: any Error, at store: StoreAddress?) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let error as StoreError: Failure(explaining: error, at: store)
    case let fault as FileFault: Failure(fault)
    case let error:
      Failure(
        .internalFault, "unexpected fault: \(error)",
        advice: "report this with the command that you ran")
    }
  }

  /// The store's address for messages; nil when the settings do not give one.
  private static func address(of context: Context) -> StoreAddress? {
    do throws(Failure) {
      return try context.settings().store
    } catch {
      return nil
    }
  }

  private static func dispatch(_ context: Context) throws -> ExitCode {
    switch context.arguments.command {
    case .help: try HelpCommand.run(context)
    case .version: try VersionCommand.run(context)
    case .completions: try CompletionsCommand.run(context)
    case .migrateUp: try MigrateCommand.up(context)
    case .migrateStatus: try MigrateCommand.status(context)
    case .migrateVerify: try MigrateCommand.verify(context)
    case .productUnlist: try ProductCommand.unlist(context)
    case .productUnlisted: try ProductCommand.unlisted(context)
    case .productRelist: try ProductCommand.relist(context)
    case .productDelete: try ProductCommand.delete(context)
    case .vendorAdd: try VendorCommand.add(context)
    case .vendorList: try VendorCommand.list(context)
    case .vendorRename: try VendorCommand.rename(context)
    case .tokenCreate: try TokenCommand.create(context)
    case .tokenList: try TokenCommand.list(context)
    case .tokenRevoke: try TokenCommand.revoke(context)
    case .doctor: try DoctorCommand.run(context)
    case .serve: try ServeCommand.run(context)
    case .tabs: try TabsCommand.run(context)
    case .search: try SearchCommand.run(context)
    case .seed: try SeedCommand.run(context)
    case .export: try ExportCommand.run(context)
    case .importFiles: try ImportCommand.run(context)
    case .eventsRecord: try EventsCommand.record(context)
    case .popularityRebuild: try PopularityCommand.rebuild(context)
    case .popularityExplain: try PopularityCommand.explain(context)
    }
  }
}
