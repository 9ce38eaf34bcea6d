public import MarketCatalog

extension SQLiteWriter: ProductImporting {
  /// Writes all products of a file in one transaction, or none.
  public func importProducts(
    at now: Timestamp,
    _ produce: (_ put: (ImportedProduct) throws(StoreError) -> Void) throws -> Void
  ) throws -> ImportReport {
    let known = try KnownProducts(market)
    return try market.writing {
      products.beginTransaction()
      let state = try MarketState.read(state)
      var report = ImportReport()
      func put(_ imported: ImportedProduct) throws(StoreError) {
        var product = imported
        product.draft = ProductStatements.storedForm(of: imported.draft)
        if let id = try known.id(of: product.source, in: state) {
          let isChanged = try change(id, to: product, known: known, in: state, at: now)
          if isChanged { report.changed += 1 } else { report.unchanged += 1 }
        } else {
          try add(product, in: state, at: now)
          report.added += 1
        }
      }
      try produce(put)
      if report.added + report.changed > 0 { try raiseCatalogVersion() }
      return report
    }
  }

  private func add(
    _ product: ImportedProduct, in state: MarketState, at now: Timestamp
  ) throws(StoreError) {
    let createdAt = product.createdAt ?? now
    let id = try products.insert(
      product.draft,
      ProductStatements.Standing(
        createdAt: createdAt,
        updatedAt: product.updatedAt ?? createdAt,
        z: options.popularity.birthScore(createdAt: createdAt),
        generation: state.generation,
        origin: .file))
    try products.insert(product.source, of: id)
    try places.insert(id...id)
  }

  /// Brings a known product to the state of a file; false when it is there already.
  private func change(
    _ id: Int64, to product: ImportedProduct, known: KnownProducts, in state: MarketState,
    at now: Timestamp
  ) throws(StoreError) -> Bool {
    let (present, place) = try known.product(id, in: state)
    if present == product.draft { return false }
    try products.update(id, to: product.draft, at: product.updatedAt ?? now)
    try places.refresh(place)
    return true
  }
}

/// Looks up what the store has of the products of a file.
private final class KnownProducts {
  private let idBySource: SQLiteStatement
  private let idOfOwn: SQLiteStatement
  private let productByID: SQLiteStatement
  private let details: ProductDetailStatements

  init(_ connection: SQLiteConnection) throws(StoreError) {
    idBySource = try connection.prepare(
      "SELECT product_id FROM product_sources WHERE source = ?1 AND source_id = ?2")
    idOfOwn = try connection.prepare("SELECT id FROM products WHERE id = ?1")
    productByID = try connection.prepare(
      """
      SELECT \(CardColumns.ofProducts(sortKey: "p.rank_key")), p.rank_from
      FROM products AS p LEFT JOIN vendors AS v ON v.id = p.vendor_id
      WHERE p.id = ?1
      """)
    details = try ProductDetailStatements(connection)
  }

  /// The id of the product that is known by a source: also this store's own export.
  func id(of source: ProductSource, in state: MarketState) throws(StoreError) -> Int64? {
    if source.name == MarketState.sourceName(storeID: state.storeID), let id = Int64(source.id) {
      idOfOwn.bind(id, at: 1)
      defer { idOfOwn.reset() }
      return try idOfOwn.step() ? id : nil
    }
    idBySource.bind(source.name, at: 1)
    idBySource.bind(source.id, at: 2)
    defer { idBySource.reset() }
    return try idBySource.step() ? idBySource.integer(0) : nil
  }

  /// A product of the store in the shape of a draft, and where it stands in the ranking.
  func product(
    _ id: Int64, in state: MarketState
  ) throws(StoreError) -> (ProductDraft, PlaceStatements.Place) {
    productByID.bind(id, at: 1)
    defer { productByID.reset() }
    guard try productByID.step() else {
      throw .corrupt(detail: "product " + String(id) + " has a source but no row")
    }
    let card = try CardColumns.card(productByID)
    let product = try details.product(card, storeID: state.storeID)
    let draft = ProductDraft(
      name: card.name, description: product.description, price: card.price,
      originalPrice: card.originalPrice, stock: card.stock, category: card.category,
      vendorName: card.vendor?.name, thumbnail: card.thumbnail, images: product.images)
    let place = PlaceStatements.Place(
      rankKey: productByID.integer(0), productID: id,
      generation: productByID.integer(CardColumns.count))
    return (draft, place)
  }
}
