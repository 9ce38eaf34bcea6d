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
    let z = options.popularity.birthScore(createdAt: createdAt)
    let card = try products.insert(
      product.draft,
      ProductStatements.Standing(
        createdAt: createdAt,
        updatedAt: product.updatedAt ?? createdAt,
        z: z,
        generation: state.generation,
        origin: .file))
    try products.insert(product.source, of: card.id)
    try places.insert(
      card,
      at: FeedPlaces.Rank(
        key: Popularity.rankKey(of: z), productID: card.id, generation: state.generation))
  }

  /// Brings a known product to the state of a file; false when it is there already.
  private func change(
    _ id: Int64, to product: ImportedProduct, known: KnownProducts, in state: MarketState,
    at now: Timestamp
  ) throws(StoreError) -> Bool {
    let (present, rank) = try known.product(id, in: state)
    if ProductDraft(of: present) == product.draft { return false }
    let card = try products.update(
      present.card, to: product.draft, at: product.updatedAt ?? now)
    try places.refresh(card, at: rank)
    return true
  }
}

extension ProductDraft {
  /// The draft that would make the product as it is.
  fileprivate init(of product: Product) {
    let card = product.card
    self.init(
      name: card.name, description: product.description, price: card.price,
      originalPrice: card.originalPrice, stock: card.stock, category: card.category,
      vendorName: card.vendor?.name, thumbnail: card.thumbnail, images: product.images)
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
      "SELECT \(CardColumns.list), rank_key, rank_from FROM products WHERE id = ?1")
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

  /// A product of the store, and where it stands in the ranking.
  func product(
    _ id: Int64, in state: MarketState
  ) throws(StoreError) -> (Product, FeedPlaces.Rank) {
    productByID.bind(id, at: 1)
    defer { productByID.reset() }
    guard try productByID.step() else {
      throw .corrupt(detail: "product " + String(id) + " has a source but no row")
    }
    let card = try CardColumns.card(productByID, id: id)
    let product = try details.product(card, storeID: state.storeID)
    let rank = FeedPlaces.Rank(
      key: productByID.integer(CardColumns.count), productID: id,
      generation: productByID.integer(CardColumns.count + 1))
    return (product, rank)
  }
}
