public import MarketCatalog

extension SQLiteWriter: ProductImporting {
  /// Writes all products of a file in one transaction, or none.
  public func importProducts(
    at now: Timestamp,
    _ produce: (_ put: (ImportedProduct, _ row: Int) throws(StoreError) -> Int?) throws -> Void
  ) throws -> ImportReport {
    let known = try KnownProducts(market)
    let rows = try ImportedRows(market)
    return try market.writing {
      products.beginTransaction()
      try rows.beginTransaction()
      let state = try MarketState.read(state)
      let arithmetic = try arithmetic()
      var report = ImportReport()
      func put(_ imported: ImportedProduct, row: Int) throws(StoreError) -> Int? {
        var product = imported
        product.draft = ProductStatements.storedForm(of: imported.draft)
        if let id = try known.id(of: product.source, in: state) {
          let (present, rank) = try known.product(id, in: state)
          let isSame = ProductDraft(of: present) == product.draft
          if let first = try rows.first(of: id, at: row), !isSame { return first }
          if isSame {
            report.unchanged += 1
          } else {
            try change(present.card, at: rank, to: product, at: now)
            report.changed += 1
          }
        } else {
          _ = try rows.first(of: try add(product, arithmetic, in: state, at: now), at: row)
          report.added += 1
        }
        return nil
      }
      try produce(put)
      if report.added + report.changed > 0 {
        try SearchIndexer(market).catchUp()
        try raiseCatalogVersion()
      }
      return report
    }
  }

  /// Adds a product and returns its id.
  private func add(
    _ product: ImportedProduct, _ arithmetic: RankArithmetic, in state: MarketState,
    at now: Timestamp
  ) throws(StoreError) -> Int64 {
    let createdAt = product.createdAt ?? now
    let z = arithmetic.popularity.birthScore(createdAt: createdAt)
    let rankKey = arithmetic.key(of: z)
    let card = try products.insert(
      product.draft,
      ProductStatements.Beginning(
        createdAt: createdAt,
        updatedAt: product.updatedAt ?? createdAt,
        z: z,
        rankKey: rankKey,
        generation: state.generation,
        origin: .file))
    try products.insert(product.source, of: card.id)
    try places.insert(
      card,
      at: FeedPlaces.Rank(key: rankKey, productID: card.id, generation: state.generation))
    return card.id
  }

  /// Brings a known product to the state of a file.
  private func change(
    _ present: ProductCard, at rank: FeedPlaces.Rank?, to product: ImportedProduct,
    at now: Timestamp
  ) throws(StoreError) {
    let card = try products.update(present, to: product.draft, at: product.updatedAt ?? now)
    if let rank { try places.refresh(card, at: rank) }
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

/// The row in which each product of the import that is running came first.
///
/// A temporary table, so that a file may have any number of rows: it is in a file of its own, which
/// SQLite removes, and takes about ten bytes a row.
private final class ImportedRows {
  private let connection: SQLiteConnection
  private let insert: SQLiteStatement
  private let select: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(StoreError) {
    self.connection = connection
    try connection.execute(
      """
      CREATE TEMPORARY TABLE IF NOT EXISTS imported_rows (
        product_id INTEGER PRIMARY KEY,
        file_row INTEGER NOT NULL
      ) STRICT
      """)
    insert = try connection.prepare(
      "INSERT OR IGNORE INTO temp.imported_rows (product_id, file_row) VALUES (?1, ?2)")
    select = try connection.prepare(
      "SELECT file_row FROM temp.imported_rows WHERE product_id = ?1")
  }

  /// Forgets the rows of an import before this one.
  func beginTransaction() throws(StoreError) {
    try connection.execute("DELETE FROM temp.imported_rows")
  }

  /// The earlier row of a product, or nil when it comes for the first time, which is noted.
  func first(of id: Int64, at row: Int) throws(StoreError) -> Int? {
    insert.bind(id, at: 1)
    insert.bind(Int64(row), at: 2)
    try insert.run()
    guard connection.changedRowCount == 0 else { return nil }
    select.bind(id, at: 1)
    defer { select.reset() }
    return try select.step() ? Int(select.integer(0)) : nil
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
      SELECT \(CardColumns.list), s.rank_key, s.rank_from FROM \(CardColumns.tables)
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

  /// A product of the store, and where it stands in the ranking if it is listed.
  func product(
    _ id: Int64, in state: MarketState
  ) throws(StoreError) -> (Product, FeedPlaces.Rank?) {
    productByID.bind(id, at: 1)
    defer { productByID.reset() }
    guard try productByID.step() else {
      throw .corrupt(detail: "product " + String(id) + " has a source but no row")
    }
    let card = try CardColumns.card(productByID, id: id)
    let product = try details.product(card, storeID: state.storeID)
    return (product, FeedPlaces.Rank(productByID, from: CardColumns.count, of: id))
  }
}
