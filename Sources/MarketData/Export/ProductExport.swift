public import MarketCatalog
import MarketJSON

/// How products leave the store.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// One JSON object a line, which ``ProductImport`` reads.
  case ndjson
  /// RFC 4180, for spreadsheets; see ``ProductTable``.
  case csv
}

/// Writes every listed product to a stream of bytes.
public enum ProductExport {
  /// How many bytes are gathered before they are written: 64 KiB.
  public static let bufferSize = 65_536

  /// Writes every listed product in id order, in one state of the store.
  ///
  /// - Parameters:
  ///   - store: Where the products are.
  ///   - format: How a product is written.
  ///   - write: Takes bytes, which it may use during the call only; an error that it throws, as for
  ///     a closed pipe, ends the export and is thrown on.
  /// - Returns: How many products were written.
  /// - Throws: What the store or `write` throws.
  @discardableResult
  public static func write(
    _ store: some CatalogStreaming, as format: ExportFormat,
    to write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    switch format {
    case .ndjson: try writeLines(store, to: write)
    case .csv: try writeTable(store, to: write)
    }
  }

  private static func writeLines(
    _ store: some CatalogStreaming, to write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    var count = 0
    // Room for a last line of common length behind a nearly full buffer.
    var writer = JSONWriter(capacity: bufferSize + 4_096)
    try store.forEachProduct { product in
      writer.exportLine(product)
      count += 1
      if writer.count >= bufferSize {
        try writer.withBytes(write)
        writer.removeAll()
      }
    }
    if writer.count > 0 { try writer.withBytes(write) }
    return count
  }

  private static func writeTable(
    _ store: some CatalogStreaming, to write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    var count = 0
    var table = ProductTable()
    table.appendHeader()
    try store.forEachProduct { product in
      table.append(product)
      count += 1
      if table.bytes.count >= bufferSize {
        try table.bytes.withUnsafeBytes(write)
        table.bytes.removeAll(keepingCapacity: true)
      }
    }
    if !table.bytes.isEmpty { try table.bytes.withUnsafeBytes(write) }
    return count
  }
}
