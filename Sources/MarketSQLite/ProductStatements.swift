import MarketCatalog
import MarketText

/// The statements that write products with all that belongs to them.
final class ProductStatements {
  private let connection: SQLiteConnection
  private let standings: StandingStatements
  private let insertProduct: SQLiteStatement
  private let updateProduct: SQLiteStatement
  private let putDetail: SQLiteStatement
  private let insertImage: SQLiteStatement
  private let deleteImages: SQLiteStatement
  private let insertSource: SQLiteStatement
  private let vendorByName: SQLiteStatement
  private let insertVendor: SQLiteStatement
  /// Ids of vendors by name, for the length of one transaction.
  private var vendorIDs: [String: Int64] = [:]

  init(_ connection: SQLiteConnection, _ standings: StandingStatements) throws(StoreError) {
    self.connection = connection
    self.standings = standings
    insertProduct = try connection.prepare(
      """
      INSERT INTO products (name, price_minor, original_minor, currency, stock, category,
        vendor_id, thumbnail, thumbnail_width, thumbnail_height, created_at, updated_at,
        origin, listed)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, 1)
      """)
    updateProduct = try connection.prepare(
      """
      UPDATE products SET name = ?1, price_minor = ?2, original_minor = ?3, currency = ?4,
        stock = ?5, category = ?6, vendor_id = ?7, thumbnail = ?8, thumbnail_width = ?9,
        thumbnail_height = ?10, updated_at = ?11
      WHERE id = ?12
      """)
    putDetail = try connection.prepare(
      """
      INSERT INTO product_details (product_id, description) VALUES (?1, ?2)
      ON CONFLICT DO UPDATE SET description = excluded.description
      """)
    insertImage = try connection.prepare(
      """
      INSERT INTO product_images (product_id, position, url, width, height)
      VALUES (?1, ?2, ?3, ?4, ?5)
      """)
    deleteImages = try connection.prepare("DELETE FROM product_images WHERE product_id = ?1")
    insertSource = try connection.prepare(
      "INSERT INTO product_sources (source, source_id, product_id) VALUES (?1, ?2, ?3)")
    vendorByName = try connection.prepare("SELECT id FROM vendors WHERE name = ?1")
    insertVendor = try connection.prepare(
      "INSERT INTO vendors (origin, name, created_at) VALUES (?1, ?2, ?3)")
  }

  /// The draft as a reader will see it: texts in NFC, however they were typed, and the thumbnail
  /// for a product without pictures.
  static func storedForm(of draft: ProductDraft) -> ProductDraft {
    var stored = draft
    stored.name = draft.name.normalizedNFC
    stored.description = draft.description.normalizedNFC
    stored.vendorName = draft.vendorName?.normalizedNFC
    if stored.images.isEmpty, let thumbnail = stored.thumbnail { stored.images = [thumbnail] }
    return stored
  }

  /// What a new product begins with, beside its draft.
  struct Beginning {
    var createdAt: Timestamp
    var updatedAt: Timestamp
    var counts = ProductCounts()
    /// The popularity, as ``Popularity`` computes it.
    var z: Double
    /// The rank key that the store's arithmetic makes of it.
    var rankKey: Int64
    /// The generation from which the product stands in the ranking.
    var generation: Int64
    var origin: Origin
  }

  /// Forgets what was remembered of a transaction that may have been undone.
  func beginTransaction() {
    vendorIDs.removeAll(keepingCapacity: true)
  }

  /// Inserts a product without its places in the feeds; returns its card.
  func insert(_ draft: ProductDraft, _ beginning: Beginning) throws(StoreError) -> ProductCard {
    var card = ProductCard(
      id: 0, draft, vendor: try vendor(draft, beginning.origin, at: beginning.createdAt),
      counts: beginning.counts, createdAt: beginning.createdAt, updatedAt: beginning.updatedAt)
    bindCard(card, to: insertProduct)
    insertProduct.bind(beginning.createdAt.milliseconds, at: 11)
    insertProduct.bind(beginning.updatedAt.milliseconds, at: 12)
    insertProduct.bind(beginning.origin.rawValue, at: 13)
    try insertProduct.run()
    card.id = connection.lastInsertedID
    try standings.insert(
      ProductStanding(
        productID: card.id, createdAt: beginning.createdAt, counts: beginning.counts,
        z: beginning.z, rankKey: beginning.rankKey, rankedSince: beginning.generation))
    try putBelongings(draft, of: card.id)
    return card
  }

  /// Writes a draft over a product, which keeps its creation, its counts and its popularity;
  /// returns its new card, which the feeds do not show yet.
  func update(
    _ present: ProductCard, to draft: ProductDraft, at updatedAt: Timestamp
  ) throws(StoreError) -> ProductCard {
    let card = ProductCard(
      id: present.id, draft, vendor: try vendor(draft, .file, at: updatedAt),
      counts: present.counts,
      createdAt: present.createdAt, updatedAt: updatedAt)
    bindCard(card, to: updateProduct)
    updateProduct.bind(updatedAt.milliseconds, at: 11)
    updateProduct.bind(present.id, at: 12)
    try updateProduct.run()
    deleteImages.bind(present.id, at: 1)
    try deleteImages.run()
    try putBelongings(draft, of: present.id)
    return card
  }

  /// Makes a product known by a source.
  func insert(_ source: ProductSource, of id: Int64) throws(StoreError) {
    insertSource.bind(source.name, at: 1)
    insertSource.bind(source.id, at: 2)
    insertSource.bind(id, at: 3)
    try insertSource.run()
  }

  /// Inserts a vendor; a name that exists is ``StoreError/constraint(detail:)``.
  func insertVendor(
    named name: String, _ origin: Origin, at now: Timestamp
  ) throws(StoreError) -> Int64 {
    insertVendor.bind(origin.rawValue, at: 1)
    insertVendor.bind(name, at: 2)
    insertVendor.bind(now.milliseconds, at: 3)
    try insertVendor.run()
    return connection.lastInsertedID
  }

  /// The draft's vendor, who is inserted when the name is new.
  private func vendor(
    _ draft: ProductDraft, _ origin: Origin, at now: Timestamp
  ) throws(StoreError) -> Vendor? {
    guard let name = draft.vendorName else { return nil }
    if let known = vendorIDs[name] { return Vendor(id: known, name: name) }
    vendorByName.bind(name, at: 1)
    defer { vendorByName.reset() }
    let id =
      try vendorByName.step()
      ? vendorByName.integer(0) : try insertVendor(named: name, origin, at: now)
    vendorIDs[name] = id
    return Vendor(id: id, name: name)
  }

  private func bindCard(_ card: ProductCard, to statement: SQLiteStatement) {
    statement.bind(card.name, at: 1)
    statement.bind(card.price.amountMinor, at: 2)
    statement.bind(card.originalPrice?.amountMinor, at: 3)
    statement.bind(card.price.currency.code, at: 4)
    statement.bind(card.stock, at: 5)
    statement.bind(card.category, at: 6)
    statement.bind(card.vendor?.id, at: 7)
    statement.bind(card.thumbnail?.url, at: 8)
    statement.bind(card.thumbnail?.width.map { Int64($0) }, at: 9)
    statement.bind(card.thumbnail?.height.map { Int64($0) }, at: 10)
  }

  private func putBelongings(_ draft: ProductDraft, of id: Int64) throws(StoreError) {
    putDetail.bind(id, at: 1)
    putDetail.bind(draft.description, at: 2)
    try putDetail.run()
    // A product that has only its thumbnail needs no rows.
    if draft.images.count <= 1, draft.images.first == draft.thumbnail { return }
    for (index, image) in draft.images.enumerated() {
      insertImage.bind(id, at: 1)
      insertImage.bind(Int64(index + 1), at: 2)
      insertImage.bind(image.url, at: 3)
      insertImage.bind(image.width.map { Int64($0) }, at: 4)
      insertImage.bind(image.height.map { Int64($0) }, at: 5)
      try insertImage.run()
    }
  }
}

extension ProductCard {
  /// The card that a draft makes.
  fileprivate init(
    id: Int64, _ draft: ProductDraft, vendor: Vendor?, counts: ProductCounts, createdAt: Timestamp,
    updatedAt: Timestamp
  ) {
    self.init(
      id: id, name: draft.name, price: draft.price, originalPrice: draft.originalPrice,
      stock: draft.stock, category: draft.category,
      vendor: vendor, thumbnail: draft.thumbnail,
      counts: counts, createdAt: createdAt, updatedAt: updatedAt)
  }
}
