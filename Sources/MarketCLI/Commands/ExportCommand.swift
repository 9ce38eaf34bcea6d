import MarketData
import MarketSQLite

/// `export`: every listed product, in id order.
enum ExportCommand {
  static func run(_ context: Context) throws -> ExitCode {
    guard let format = context.arguments.text(.exportFormat).flatMap(ExportFormat.init(rawValue:))
    else { preconditionFailure("the table lets only known formats through") }
    let reader = try context.settings().openStore().makeReader()
    try ProductExport.write(reader, as: format) { try context.output.write($0) }
    return .done
  }
}
