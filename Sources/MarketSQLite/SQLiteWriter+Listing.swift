public import MarketCatalog

extension SQLiteWriter: ProductListing {
  /// Lists products again, or unlists them, in one transaction.
  ///
  /// Triggers keep the counts of categories and the list of each vendor; the search index names an
  /// unlisted product on, and finds no card.
  public func setListed(
    _ isListed: Bool, of ids: [Int64], at now: Timestamp
  ) throws(StoreError) -> Int {
    try requireFiles()
    let statements = try ListingStatements(market, standings)
    return try market.storing { () throws(StoreError) in
      try writeListed(isListed, of: ids, at: now, statements)
    }
  }

  /// Lists one product again, or unlists it, if a condition holds inside the transaction.
  ///
  /// The transaction has the market's write lock from its beginning, so that other connections read
  /// what it changes until it is committed.
  public func setListed(
    _ isListed: Bool, of id: Int64, at now: Timestamp, if condition: () throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    try requireFiles()
    let statements = try ListingStatements(market, standings)
    return try market.storing { () throws(StoreError) in
      // A product that is not there is told of before a condition that it cannot meet.
      try statements.visit([id]) { _ in }
      guard try condition() else { return false }
      _ = try writeListed(isListed, of: [id], at: now, statements)
      return true
    }
  }

  private func writeListed(
    _ isListed: Bool, of ids: [Int64], at now: Timestamp, _ statements: ListingStatements
  ) throws(StoreError) -> Int {
    let generation = try MarketState.read(state).generation
    var writtenCount = 0
    try statements.visit(ids) { product throws(StoreError) in
      guard product.isListed != isListed else { return }
      var product = product
      product.card.updatedAt = max(now, product.card.createdAt)
      let former = product.standing.rank
      product.standing.rankedSince = isListed ? generation : nil
      if let rank = product.standing.rank {
        // All of its earlier places have ended by now, so that no generation has it twice.
        try places.insert(product.card, at: rank)
      } else if let former {
        try places.remove(product.card, at: former)
      }
      try statements.store(product)
      writtenCount += 1
    }
    if writtenCount > 0 { try raiseCatalogVersion() }
    return writtenCount
  }

  /// Deletes products for good, in one transaction.
  ///
  /// The places that they left in the ranking find no card, and are swept like any others; nothing
  /// finds them by product without reading the whole table. The search index names them on, and finds
  /// no text. Their ids are never given again, so that what was recorded of them stays theirs.
  public func deleteProducts(_ ids: [Int64]) throws(StoreError) -> Int {
    let statements = try ListingStatements(market, standings)
    return try market.storing { () throws(StoreError) in
      var deletedCount = 0
      try statements.visit(ids) { product throws(StoreError) in
        if let rank = product.standing.rank { try places.remove(product.card, at: rank) }
        try statements.delete(product.card.id)
        deletedCount += 1
      }
      if deletedCount > 0 { try raiseCatalogVersion() }
      return deletedCount
    }
  }
}

/// The statements that list, unlist and delete products.
private final class ListingStatements {
  private let product: SQLiteStatement
  private let setListed: SQLiteStatement
  private let deleteProduct: SQLiteStatement
  private let deletePending: SQLiteStatement
  private let standings: StandingStatements

  /// What is written of a product that is listed or unlisted.
  struct Listing {
    var card: ProductCard
    /// As its row says, until ``store(_:)`` writes what its standing says.
    var isListed: Bool
    var standing: ProductStanding
  }

  init(_ market: SQLiteConnection, _ standings: StandingStatements) throws(StoreError) {
    self.standings = standings
    product = try market.prepare(
      "SELECT \(CardColumns.list), p.listed FROM \(CardColumns.tables) WHERE p.id = ?1")
    setListed = try market.prepare(
      "UPDATE products SET listed = ?2, updated_at = ?3 WHERE id = ?1")
    deleteProduct = try market.prepare("DELETE FROM products WHERE id = ?1")
    deletePending = try market.prepare("DELETE FROM search_pending WHERE product_id = ?1")
  }

  /// Calls `body` for each of some products once; throws when there is no such product, at the end.
  func visit(
    _ ids: [Int64], _ body: (Listing) throws(StoreError) -> Void
  ) throws(StoreError) {
    var visited: Set<Int64> = []
    var unknown: [Int64] = []
    for id in ids where visited.insert(id).inserted {
      if let product = try product(id) { try body(product) } else { unknown.append(id) }
    }
    if !unknown.isEmpty { throw .unknownProducts(ids: unknown) }
  }

  private func product(_ id: Int64) throws(StoreError) -> Listing? {
    product.bind(id, at: 1)
    defer { product.reset() }
    guard try product.step(), let standing = try standings.standing(of: id) else { return nil }
    return Listing(
      card: try CardColumns.card(product, id: id),
      isListed: product.integer(CardColumns.count) == 1, standing: standing)
  }

  /// Writes whether a product is listed now, which its standing says; its card is written with its present
  /// counts, or taken away, so that nothing of it is late any more.
  func store(_ product: Listing) throws(StoreError) {
    setListed.bind(product.card.id, at: 1)
    setListed.bind(Int64(product.standing.rank == nil ? 0 : 1), at: 2)
    setListed.bind(product.card.updatedAt.milliseconds, at: 3)
    try setListed.run()
    try standings.settle(product.standing)
  }

  /// Deletes a product's row; its standing, texts, pictures and source go with it.
  func delete(_ id: Int64) throws(StoreError) {
    deleteProduct.bind(id, at: 1)
    try deleteProduct.run()
    deletePending.bind(id, at: 1)
    try deletePending.run()
  }
}
