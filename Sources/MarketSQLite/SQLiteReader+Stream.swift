public import MarketCatalog

extension SQLiteReader: CatalogStreaming {
  /// Calls `body` for every listed product in id order, within one read transaction.
  public func forEachProduct(_ body: (Product) throws -> Void) throws {
    let cards = try connection.prepare(
      """
      SELECT \(CardColumns.ofProducts(sortKey: "p.created_at"))
      FROM products AS p LEFT JOIN vendors AS v ON v.id = p.vendor_id
      WHERE p.listed = 1 ORDER BY p.id
      """)
    let details = try ProductDetailStatements(connection)
    try connection.reading {
      let storeID = try currentState().storeID
      defer { cards.reset() }
      while try cards.step() {
        try body(try details.product(try CardColumns.card(cards), storeID: storeID))
      }
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
    return faults == ["ok"] ? [] : faults.filter { $0 != "ok" }
  }
}
