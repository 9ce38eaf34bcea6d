import MarketCatalog
import MarketSQLite
import MarketText

/// `product unlist`, `unlisted`, `relist` and `delete`; beside servers, which go on.
enum ProductCommand {
  /// Takes products out of the feeds.
  static func unlist(_ context: Context) throws -> ExitCode {
    let written = try writer(context).setListed(
      false, of: context.arguments.integers, at: context.now)
    return try tell("unlisted \(told(written))", written, "not listed", context)
  }

  /// Prints every unlisted product by id: id, last write and name, with tabs between,
  /// the name as a terminal may be sent it.
  static func unlisted(_ context: Context) throws -> ExitCode {
    let reader = try context.settings().openStore().makeReader()
    try reader.forEachUnlistedProduct { id, updatedAt, name in
      try context.output.writeLine("\(id)\t\(updatedAt.rfc3339)\t\(name.displayable)")
    }
    return .done
  }

  /// Puts products back into the feeds.
  static func relist(_ context: Context) throws -> ExitCode {
    let written = try writer(context).setListed(
      true, of: context.arguments.integers, at: context.now)
    return try tell("listed \(told(written)) again", written, "listed", context)
  }

  /// Deletes products for good, when the command says that it means it.
  static func delete(_ context: Context) throws -> ExitCode {
    let ids = context.arguments.integers
    guard context.arguments.has(.yes) else {
      let named = ids.map(String.init).joined(separator: " ")
      throw Failure(
        .usage, "product delete is for good and needs --yes; nothing was deleted",
        advice: "to take them out of the feeds only: market-cli product unlist \(named)")
    }
    let deleted = try writer(context).deleteProducts(ids)
    try context.output.writeLine("deleted \(told(deleted))")
    return .done
  }

  private static func writer(_ context: Context) throws -> SQLiteWriter {
    try context.settings().openStore().makeWriter()
  }

  /// Prints what was written, and how many products were as wanted before.
  private static func tell(
    _ done: String, _ written: Int, _ state: String, _ context: Context
  ) throws -> ExitCode {
    let untouched = Set(context.arguments.integers).count - written
    let rest =
      untouched == 0 ? "" : "; \(untouched) \(untouched == 1 ? "was" : "were") \(state) before"
    try context.output.writeLine(done + rest)
    return .done
  }

  private static func told(_ count: Int) -> String {
    "\(count) product\(count == 1 ? "" : "s")"
  }
}
