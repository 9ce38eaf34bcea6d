import MarketCatalog

/// Takes what an import hands over, or what a file brings, as a store would.
final class CollectingStore: ProductImporting {
  private(set) var products: [ImportedProduct] = []

  func importProducts(
    at now: Timestamp,
    _ produce: (_ put: (ImportedProduct, _ row: Int) throws(StoreError) -> Int?) throws -> Void
  ) throws -> ImportReport {
    var taken: [ImportedProduct] = []
    var first: [ProductSource: (product: ImportedProduct, row: Int)] = [:]
    try produce { (product: ImportedProduct, row: Int) throws(StoreError) in
      if let known = first[product.source] {
        guard known.product.draft == product.draft else { return known.row }
      } else {
        first[product.source] = (product, row)
      }
      taken.append(product)
      return nil
    }
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
