import MarketCatalog
import MarketJSON
import MarketSQLite

/// `export`: every listed product, in id order.
enum ExportCommand {
  static func run(_ context: Context) throws -> ExitCode {
    let reader = try context.settings().openStore().makeReader()
    var writer = JSONWriter(capacity: 65_536)
    try reader.forEachProduct { product in
      writer.exportLine(product)
      if writer.count >= 32_768 {
        try context.output.write(writer.bytes)
        writer.removeAll()
      }
    }
    try context.output.write(writer.bytes)
    return .done
  }
}
