public import MarketCatalog

/// Brings product files into a store.
public enum ProductImport {
  /// Imports a file, all of it or nothing.
  ///
  /// The products go to the store as they are read, in one transaction. One that comes twice must be
  /// the same both times: otherwise the later row is faulty.
  ///
  /// - Parameters:
  ///   - path: The file's path, or `-` for standard input.
  ///   - format: The format to take it for, or nil to tell it from the content.
  ///   - store: Where the products go.
  ///   - now: The present, for products without dates.
  /// - Returns: What became of the products.
  /// - Throws: ``InputFault`` for what is wrong with the file; the store's own errors.
  public static func read(
    path: String, format: ProductFormat? = nil, into store: some ProductImporting,
    at now: Timestamp
  ) throws -> ImportReport {
    let file = try ProductFile(path: path, format: format, at: now)
    return try store.importProducts(at: now) { put in
      try file.forEachProduct { product, row in try put(product, row) }
    }
  }
}
