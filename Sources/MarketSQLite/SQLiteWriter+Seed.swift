public import MarketCatalog

extension SQLiteWriter: Seeding {
  /// How many seeded products the store has.
  public func seededProductCount() throws(StoreError) -> Int {
    Int(
      try market.firstInteger(
        "SELECT count(*) FROM products WHERE origin = \(Origin.seed.rawValue)") ?? 0)
  }

  /// Adds `count` products with their events, or none.
  ///
  /// The events are committed before the products that they belong to: a process that is killed in
  /// between leaves events of products that never were, which the next seed removes.
  public func seed(
    count: Int, at now: Timestamp, _ next: (Int) throws -> SeedProduct
  ) throws {
    guard count > 0 else { return }
    let insertEvent = try events.prepare(
      """
      INSERT INTO events (product_id, actor, kind, occurred_at, counted) VALUES (?1, ?2, ?3, ?4, 1)
      """)
    defer { events.rollBack() }
    try market.writing {
      try events.beginWriting()
      products.beginTransaction()
      try removeOrphanedSeedEvents()
      // Seeded events count at once, so what others recorded before them must count first.
      try applyWithinTransaction(at: now)
      let state = try MarketState.read(state)
      let arithmetic = try arithmetic()
      let firstSequence = try lastRecordedSequence()
      var ids: ClosedRange<Int64>?
      for index in 0..<count {
        let product = try next(index)
        let id = try insert(product, arithmetic, generation: state.generation, insertEvent)
        ids = (ids?.lowerBound ?? id)...id
      }
      if let ids { try places.insertRanked(ids) }
      try SearchIndexer(market).catchUp()
      let lastSequence = try lastRecordedSequence()
      // Made-up visitors have no rows in event_once: nobody need look through millions of their views.
      try events.execute(
        """
        UPDATE recording_state SET indexed_seq = \(lastSequence)
        WHERE indexed_seq BETWEEN \(firstSequence) AND \(lastSequence)
        """)
      try raiseCatalogVersion()
      try market.execute(
        "UPDATE market_state SET applied_seq = max(applied_seq, \(lastSequence))")
      try events.commit()
    }
  }

  private func lastRecordedSequence() throws(StoreError) -> Int64 {
    try events.firstInteger("SELECT max(seq) FROM events") ?? 0
  }

  private func insert(
    _ product: SeedProduct, _ arithmetic: RankArithmetic, generation: Int64,
    _ insertEvent: SQLiteStatement
  ) throws(StoreError) -> Int64 {
    let (counts, z) = try arithmetic.popularity.standing(of: product)
    let card = try products.insert(
      ProductStatements.storedForm(of: product.draft),
      ProductStatements.Beginning(
        createdAt: product.createdAt, updatedAt: product.createdAt, counts: counts, z: z,
        rankKey: arithmetic.key(of: z), generation: generation, origin: .seed))
    try places.insertRecent(card)
    for event in product.events {
      insertEvent.bind(card.id, at: 1)
      insertEvent.bind(event.actor, at: 2)
      insertEvent.bind(Int64(event.kind.rawValue), at: 3)
      insertEvent.bind(event.occurredAt.milliseconds, at: 4)
      try insertEvent.run()
    }
    return card.id
  }

  /// Events of made-up visitors with products that the market does not have.
  private func removeOrphanedSeedEvents() throws(StoreError) {
    let lastID = try market.firstInteger("SELECT max(id) FROM products") ?? 0
    try events.execute("DELETE FROM events WHERE actor >= 0 AND product_id > \(lastID)")
  }

  /// Removes seeded products with all events on them, and seeded vendors that sell nothing else.
  ///
  /// Their ids become free again when no other product came after them, so that the same seed
  /// gives the same rows; with them go those of products that were deleted among them or behind them.
  public func removeSeededProducts(at now: Timestamp) throws(StoreError) -> Int {
    defer { events.rollBack() }
    return try market.storing { () throws(StoreError) in
      try events.beginWriting()
      let seeded = try seededIDs()
      for ids in seeded {
        for table in ["events", "event_once"] {
          try events.execute(
            "DELETE FROM \(table) WHERE product_id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)")
        }
        try market.execute(
          """
          DELETE FROM rank_versions
          WHERE product_id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)
          """)
      }
      // The ids may come again: no connection may go on with the views that it keeps in memory.
      try events.execute("UPDATE recording_state SET forgotten = forgotten + 1")
      let seed = Origin.seed.rawValue
      try market.execute(
        """
        DELETE FROM recent_cards
          WHERE product_id IN (SELECT id FROM products WHERE origin = \(seed));
        """)
      let removal = try market.prepare("DELETE FROM products WHERE origin = ?1")
      removal.bind(seed, at: 1)
      try removal.run()
      let count = market.changedRowCount
      try market.execute(
        """
        DELETE FROM vendors WHERE origin = \(seed)
          AND NOT EXISTS (SELECT 1 FROM products AS p WHERE p.vendor_id = vendors.id);
        UPDATE sqlite_sequence SET seq = (SELECT coalesce(max(id), 0) FROM vendors)
          WHERE name = 'vendors';
        """)
      // What was recorded of a product that was deleted before them keeps its id taken.
      if let last = seeded.last {
        try market.execute(
          """
          UPDATE sqlite_sequence SET seq = \(last.lowerBound - 1)
          WHERE name = 'products' AND seq = \(last.upperBound)
          """)
      }
      if count > 0 {
        let search = try SearchIndexer(market)
        try search.removeAll()
        try search.catchUp()
        try raiseCatalogVersion()
      }
      try events.commit()
      return count
    }
  }

  /// The ids of seeded products as runs: each from a seeded product to the next that stays, or to the
  /// last id that was ever given.
  private func seededIDs() throws(StoreError) -> [ClosedRange<Int64>] {
    let statement = try market.prepare("SELECT id, origin FROM products ORDER BY id")
    var runs: [ClosedRange<Int64>] = []
    var first: Int64?
    while try statement.step() {
      let id = statement.integer(0)
      if statement.integer(1) == Origin.seed.rawValue {
        first = first ?? id
      } else if let begun = first {
        runs.append(begun...(id - 1))
        first = nil
      }
    }
    if let first {
      let last =
        try market.firstInteger("SELECT seq FROM sqlite_sequence WHERE name = 'products'") ?? first
      runs.append(first...max(first, last))
    }
    return runs
  }
}
