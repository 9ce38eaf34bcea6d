public import MarketCatalog
import MarketText

extension SQLiteWriter: VendorManaging {
  /// Adds a vendor, its name in NFC; a name that exists is ``StoreError/constraint(detail:)``.
  public func addVendor(
    named name: String, at now: Timestamp
  ) throws(StoreError) -> Vendor {
    try market.storing { () throws(StoreError) in
      let name = name.normalizedNFC
      let id = try products.insertVendor(named: name, .market, at: now)
      try raiseCatalogVersion()
      return Vendor(id: id, name: name)
    }
  }

  /// Every vendor, by id.
  public func vendors() throws(StoreError) -> [Vendor] {
    let statement = try market.prepare("SELECT id, name FROM vendors ORDER BY id")
    var vendors: [Vendor] = []
    while try statement.step() {
      vendors.append(Vendor(id: statement.integer(0), name: statement.text(1)))
    }
    return vendors
  }

  /// Renames a vendor; false when there is none with the id.
  ///
  /// A name that another vendor has is ``StoreError/constraint(detail:)``. Reads all products once
  /// and writes the vendor's cards.
  public func renameVendor(
    _ id: Int64, to name: String, at now: Timestamp
  ) throws(StoreError) -> Bool {
    try market.storing { () throws(StoreError) in
      let statement = try market.prepare("UPDATE vendors SET name = ?1 WHERE id = ?2")
      statement.bind(name.normalizedNFC, at: 1)
      statement.bind(id, at: 2)
      try statement.run()
      guard market.changedRowCount > 0 else { return false }
      try refreshCards(ofVendor: id)
      try raiseCatalogVersion()
      return true
    }
  }

  /// Writes the cards of a vendor's listed products anew, since cards carry the vendor's name.
  private func refreshCards(ofVendor id: Int64) throws(StoreError) {
    let rows = try market.prepare(
      """
      SELECT \(CardColumns.list), p.id, s.rank_key, s.rank_from FROM \(CardColumns.tables)
      WHERE p.vendor_id = ?1
      """)
    rows.bind(id, at: 1)
    while try rows.step() {
      let productID = rows.integer(CardColumns.count)
      guard let rank = FeedPlaces.Rank(rows, from: CardColumns.count + 1, of: productID) else {
        continue
      }
      try places.refresh(try CardColumns.card(rows, id: productID), at: rank)
    }
  }
}
