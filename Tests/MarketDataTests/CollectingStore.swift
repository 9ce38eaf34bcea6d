import MarketCatalog

/// Takes what an import hands over, or what a file brings, as a store would.
final class CollectingStore: ProductImporting {
  private(set) var products: [ImportedProduct] = []

  func importProducts(
    at now: Timestamp,
    _ produce: (_ put: (ImportedProduct) throws(StoreError) -> Void) throws -> Void
  ) throws -> ImportReport {
    var taken: [ImportedProduct] = []
    try produce { (product: ImportedProduct) throws(StoreError) in taken.append(product) }
    products += taken
    return ImportReport(added: taken.count)
  }
}

/// Streams products as a store would.
struct ListedProducts: CatalogStreaming {
  let products: [Product]

  func forEachProduct(_ body: (Product) throws -> Void) throws {
    for product in products { try body(product) }
  }
}
