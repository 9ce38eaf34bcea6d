import MarketCatalog
import MarketSQLite
import MarketText

/// `vendor add`, `vendor list` and `vendor rename`.
enum VendorCommand {
  /// Adds a vendor and prints its id.
  static func add(_ context: Context) throws -> ExitCode {
    let name = try vendorName(context.arguments.texts.last)
    let writer = try writer(context)
    let vendor = try refusingKnownName(name) { () throws(StoreError) in
      try writer.addVendor(named: name, at: context.now)
    }
    try context.output.writeLine(String(vendor.id))
    return .done
  }

  /// Prints every vendor by id, as the id, a tab and the name.
  static func list(_ context: Context) throws -> ExitCode {
    for vendor in try writer(context).vendors() {
      try context.output.writeLine("\(vendor.id)\t\(vendor.name.displayable)")
    }
    return .done
  }

  /// Gives a vendor another name.
  static func rename(_ context: Context) throws -> ExitCode {
    guard let id = context.arguments.integers.first else {
      preconditionFailure("the table asks for an id")
    }
    let name = try vendorName(context.arguments.texts.last)
    let writer = try writer(context)
    let isRenamed = try refusingKnownName(name) { () throws(StoreError) in
      try writer.renameVendor(id, to: name, at: context.now)
    }
    guard isRenamed else {
      throw Failure(
        .badData, "there is no vendor with the id \(id)", advice: "see: market-cli vendor list")
    }
    return .done
  }

  private static func writer(_ context: Context) throws -> SQLiteWriter {
    try context.settings().openStore().makeWriter()
  }

  /// Tells in plain words that a name exists, the one rule that a checked name can break.
  private static func refusingKnownName<Result>(
    _ name: String, _ write: () throws(StoreError) -> Result
  ) throws -> Result {
    do throws(StoreError) {
      return try write()
    } catch .constraint {
      throw Failure(
        .badData, "there is a vendor named \"\(name)\" already",
        advice: "see: market-cli vendor list")
    }
  }

  private static func vendorName(_ text: String?) throws(Failure) -> String {
    guard let text else { preconditionFailure("the table asks for a name") }
    if let fault = ProductDraft.vendorNameFaults(text).first {
      throw Failure(.usage, fault.detail, advice: "give the vendor another name")
    }
    return text
  }
}
