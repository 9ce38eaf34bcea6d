import MarketCatalog

// Whether the two files of a store belong together.

extension Migrator {
  /// How the events' file lacks events that counts and ranks contain, or nil when it has them all.
  ///
  /// Sequence numbers are never used again, so a file whose numbers end before the market's
  /// `applied_seq` is another file, or an old copy: what is recorded in it would not count, since
  /// its numbers are taken for ones that count already.
  func lostEvents() throws(StoreError) -> String? {
    try lostEvents(market: market.openIfThere(), events: events.openIfThere())
  }

  /// The same of files that are open already; nil stands for one that is not there.
  func lostEvents(
    market: SQLiteConnection?, events: SQLiteConnection?
  ) throws(StoreError) -> String? {
    if try isForeign(events, to: market) { return self.events.path + " belongs to another store" }
    let applied = try appliedSequence(market)
    guard applied > 0 else { return nil }
    guard let events else {
      return self.events.path + " is missing, which held the recorded events"
    }
    let last = try lastSequence(events)
    guard last < applied else { return nil }
    return self.events.path + " has no events behind number " + String(last) + ", of "
      + String(applied) + " that count: it is another file, or an old copy"
  }

  /// Refuses a store with a loss that ``lostEvents()`` found, and says what to do.
  func requireEvents(_ loss: String?) throws(StoreError) {
    guard let loss else { return }
    throw .unavailable(
      detail: loss
        + "; restore it from a backup, or go on without these events: market-cli migrate "
        + "--accept-lost-events")
  }

  /// Refuses another store's events also where the loss of one's own is accepted: they would count.
  func requireOwnEvents() throws(StoreError) {
    guard try isForeign(events.openIfThere(), to: market.openIfThere()) else { return }
    throw .unavailable(
      detail: events.path + " belongs to another store; move it away and try again")
  }

  private func isForeign(
    _ events: SQLiteConnection?, to market: SQLiteConnection?
  ) throws(StoreError) -> Bool {
    guard let store = try storeID(market), let named = try eventsStoreID(events) else {
      return false
    }
    return store != named
  }

  /// Notes in the events' file whose events it has, unless it says so already.
  func nameStore() throws(StoreError) {
    let connection = try events.openExisting()
    guard try eventsStoreID(connection) == nil, let store = try storeID(market.openIfThere()) else {
      return
    }
    try connection.storing { () throws(StoreError) in
      let statement = try connection.prepare("UPDATE recording_state SET store_id = ?1")
      statement.bind(store, at: 1)
      try statement.run()
    }
  }

  /// What the market's file calls its store; nil where there is none yet.
  private func storeID(_ market: SQLiteConnection?) throws(StoreError) -> String? {
    guard let market, try has("store_id", in: "market_state", of: market) else { return nil }
    return try market.firstText("SELECT store_id FROM market_state")
  }

  /// What the events' file calls the store that it belongs to; nil where it does not say.
  private func eventsStoreID(_ events: SQLiteConnection?) throws(StoreError) -> String? {
    guard let events, try has("store_id", in: "recording_state", of: events) else { return nil }
    return try events.firstText("SELECT store_id FROM recording_state WHERE store_id IS NOT NULL")
  }

  private func has(
    _ column: String, in table: String, of connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    try connection.firstInteger(
      "SELECT 1 FROM pragma_table_info('" + table + "') WHERE name = '" + column + "'") == 1
  }

  /// Lets the events' file go on behind the last number that the market counts.
  func acceptLostEvents() throws(StoreError) {
    let applied = try appliedSequence(market.openIfThere())
    let connection = try events.openExisting()
    try connection.storing { () throws(StoreError) in
      for sql in [
        "UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = 'events'",
        """
        INSERT INTO sqlite_sequence (name, seq) SELECT 'events', ?1
        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events')
        """,
      ] {
        let statement = try connection.prepare(sql)
        statement.bind(applied, at: 1)
        try statement.run()
      }
    }
  }

  /// The last event that the market counts; 0 where there is no market yet.
  private func appliedSequence(_ market: SQLiteConnection?) throws(StoreError) -> Int64 {
    guard let market else { return 0 }
    return try number("SELECT applied_seq FROM market_state", of: "market_state", in: market)
  }

  /// The last number that was given to an event; it stays when events are removed.
  private func lastSequence(_ events: SQLiteConnection) throws(StoreError) -> Int64 {
    try number(
      "SELECT seq FROM sqlite_sequence WHERE name = 'events'", of: "sqlite_sequence", in: events)
  }

  /// A number from a table; 0 where there is no such table, or no row.
  func number(
    _ sql: String, of table: String, in connection: SQLiteConnection
  ) throws(StoreError) -> Int64 {
    let isThere = try connection.firstInteger(
      "SELECT 1 FROM sqlite_schema WHERE name = '" + table + "'")
    return isThere == 1 ? try connection.firstInteger(sql) ?? 0 : 0
  }
}
