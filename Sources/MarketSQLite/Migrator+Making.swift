public import MarketCatalog

// Whether a store is whole yet.

extension Migrator {
  /// Tells whether there is no store yet, or one whose making was ended before it was whole.
  ///
  /// Such a store has the migrations up to some one, none behind it, and nothing in it: no product,
  /// vendor, key or event. Whoever wants a new store may ``migrate(at:acceptingLostEvents:)`` it,
  /// while no other command makes one there.
  ///
  /// - Returns: False for a store that is up to date, and for one that has anything in it.
  /// - Throws: `StoreError` where the files cannot be looked into, or are no store's.
  public func isStillToBeMade() throws(StoreError) -> Bool {
    guard let market = try market.openIfThere() else { return true }
    let statuses = [try self.market.status(), try events.status()]
    guard statuses.joined().contains(where: { $0.state == .pending }) else { return false }
    for statuses in statuses {
      guard statuses.drop(while: { $0.state.isApplied }).allSatisfy({ $0.state == .pending })
      else { return false }
    }
    guard try areEmpty(["products", "vendors", "tokens"], in: market) else { return false }
    guard let events = try events.openIfThere() else { return true }
    return try areEmpty(["events", "event_ids"], in: events)
  }

  /// Whether tables have no rows, or are not there.
  private func areEmpty(
    _ tables: [String], in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    for table in tables {
      guard try number("SELECT 1 FROM " + table + " LIMIT 1", of: table, in: connection) == 0
      else { return false }
    }
    return true
  }
}

extension MigrationStatus.State {
  fileprivate var isApplied: Bool {
    switch self {
    case .applied: true
    case .pending, .edited, .unknown: false
    }
  }
}
