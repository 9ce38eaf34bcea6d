public import MarketCatalog

extension SQLiteReader: CatalogStreaming {
  /// Calls `body` for every listed product in id order, within one snapshot.
  public func forEachProduct(_ body: (Product) throws -> Void) throws {
    let rows = try connection.prepare(
      """
      SELECT c.created_at, c.product_id, c.card, s.view_count, s.like_count, s.purchase_count
      FROM current_standings AS s JOIN recent_cards AS c
        ON c.created_at = s.created_at AND c.product_id = s.product_id
      ORDER BY s.product_id
      """)
    let details = try ProductDetailStatements(connection)
    try beginSnapshot()
    defer { endSnapshot() }
    let storeID = try currentState().storeID
    defer { rows.reset() }
    while try rows.step() {
      try body(try details.product(try CardRow.recountedCard(rows), storeID: storeID))
    }
  }

  /// Calls `body` with the id, the last write and the name of every unlisted product in id order.
  ///
  /// Looks at every product: no index of what is not there is worth its upkeep.
  public func forEachUnlistedProduct(
    _ body: (_ id: Int64, _ updatedAt: Timestamp, _ name: String) throws -> Void
  ) throws {
    let rows = try connection.prepare(
      "SELECT id, updated_at, name FROM products WHERE listed = 0 ORDER BY id")
    defer { rows.reset() }
    while try rows.step() {
      try body(rows.integer(0), Timestamp(milliseconds: rows.integer(1)), rows.text(2))
    }
  }

  /// What SQLite finds wrong with the market's file, at most 100 lines; empty when it is sound.
  ///
  /// Reads the whole file: seconds for each gigabyte.
  public func integrityFaults() throws(StoreError) -> [String] {
    let check = try connection.prepare("PRAGMA integrity_check(100)")
    var faults: [String] = []
    while try check.step() { faults.append(check.text(0)) }
    let references = try connection.prepare("PRAGMA foreign_key_check")
    while try references.step() {
      faults.append(
        "row " + references.text(1) + " of " + references.text(0) + " refers to a row of "
          + references.text(2) + " that is not there")
    }
    let misread = try connection.firstInteger(
      """
      SELECT count(*) + (
        SELECT count(*) FROM late_standings WHERE product_id NOT IN (SELECT id FROM products))
      FROM products AS p
      LEFT JOIN product_standings AS s ON s.product_id = p.id
      LEFT JOIN late_standings AS l ON l.product_id = p.id
      WHERE s.created_at IS NOT p.created_at OR (s.rank_from IS NULL) <> (p.listed = 0)
        OR l.created_at <> p.created_at
        OR l.product_id IS NOT NULL AND (l.rank_from IS NULL) <> (p.listed = 0)
      """)
    if let misread, misread > 0 {
      faults.append(String(misread) + " products and what is kept of how they stand do not match")
    }
    let misplaced = try connection.firstInteger(
      """
      SELECT count(*) FROM products AS p
      LEFT JOIN product_standings AS s ON s.product_id = p.id
      LEFT JOIN late_standings AS l ON l.product_id = p.id
      LEFT JOIN recent_cards AS c ON c.created_at = p.created_at AND c.product_id = p.id
      LEFT JOIN rank_versions AS r ON r.rank_key = coalesce(l.rank_key, s.rank_key)
        AND r.product_id = p.id AND r.from_generation = coalesce(l.rank_from, s.rank_from)
        AND r.to_generation = \(FeedSQL.currentGeneration)
      WHERE p.listed = 1 AND (
        c.card IS NULL OR r.card IS NULL
        OR r.card <> c.card AND l.product_id IS NULL)
      """)
    if let misplaced, misplaced > 0 {
      faults.append(String(misplaced) + " products are not alike in both feeds")
    }
    let leftOver = try connection.firstInteger(
      """
      SELECT (SELECT count(*) FROM recent_cards) <> count(*)
        OR (SELECT count(*) FROM rank_versions
            WHERE to_generation = \(FeedSQL.currentGeneration)) <> count(*)
      FROM products WHERE listed = 1
      """)
    if leftOver == 1 {
      faults.append("the feeds have places of products that are not listed")
    }
    let miscounted = try connection.firstInteger(
      """
      WITH
        present AS (
          SELECT category, count(*), sum(stock > 0) FROM products WHERE listed = 1
          GROUP BY category),
        kept AS (SELECT category, listed, in_stock FROM category_counts WHERE listed > 0)
      SELECT count(*) FROM (
        SELECT * FROM (SELECT * FROM present EXCEPT SELECT * FROM kept)
        UNION ALL SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM present))
      """)
    if let miscounted, miscounted > 0 {
      faults.append("the counts that are kept of categories are not those of their products")
    }
    let misordered = try connection.firstInteger(
      """
      SELECT (SELECT count(*) FROM vendor_products)
          <> (SELECT count(*) FROM products WHERE listed = 1 AND vendor_id IS NOT NULL)
        OR EXISTS (
          SELECT 1 FROM products AS p LEFT JOIN vendor_products AS v
            ON v.vendor_id = p.vendor_id AND v.created_at = p.created_at AND v.product_id = p.id
          WHERE p.listed = 1 AND p.vendor_id IS NOT NULL AND v.product_id IS NULL)
      """)
    if misordered == 1 {
      faults.append("the lists that are kept of vendors' products are not those of the products")
    }
    return faults == ["ok"] ? [] : faults.filter { $0 != "ok" }
  }
}
