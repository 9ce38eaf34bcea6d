import MarketCatalog
import MarketData
import MarketSQLite

/// `import`: product files, each as a whole or not at all.
enum ImportCommand {
  /// Imports every file, also those behind a faulty one, and ends with the first failure.
  static func run(_ context: Context) throws -> ExitCode {
    let settings = try context.settings()
    let writer = try settings.openStore().makeWriter()
    let format = context.arguments.text(.importFormat).flatMap { ProductFormat(rawValue: $0) }
    // Products without a picture of their own show a drawn one.
    try Pictures.draw(in: settings.store.mediaFolder)
    var status = ExitCode.done
    for path in context.arguments.texts {
      do {
        let report = try read(path, as: format, into: writer, context)
        try context.output.writeLine(
          "\(InputFile.name(path)): \(report.added) added, \(report.changed) changed, "
            + "\(report.unchanged) unchanged")
      } catch let fault as InputFault {
        let found = Failure(
          fault, in: path, consequence: "nothing of \(InputFile.name(path)) was imported")
        context.standardError.report(found)
        status = status == .done ? found.status : status
      }
    }
    return status
  }

  private static func read(
    _ path: String, as format: ProductFormat?, into writer: SQLiteWriter, _ context: Context
  ) throws -> ImportReport {
    let file = try ProductFile(path: path, format: format, at: context.now)
    let bar = context.progressBar("importing", total: nil)
    defer { bar.finish() }
    var count = 0
    return try writer.importProducts(at: context.now) { put in
      try file.forEachProduct { product, row in
        count += 1
        bar.update(count)
        return try put(product, row)
      }
    }
  }
}
