import MarketCatalog

/// The one row of counters.
struct MarketState: Hashable {
  var storeID: String
  var generation: Int64
  var catalogVersion: Int64
  var appliedSequence: Int64
  var sweptGeneration: Int64

  /// The generations that a walk can read.
  var readableGenerations: ClosedRange<Int64> { sweptGeneration...max(generation, sweptGeneration) }

  static let select = """
    SELECT store_id, generation, catalog_version, applied_seq, swept_generation FROM market_state
    """

  /// Reads the row with a statement prepared from ``select``.
  static func read(_ statement: SQLiteStatement) throws(StoreError) -> MarketState {
    defer { statement.reset() }
    guard try statement.step() else {
      throw .corrupt(detail: "market_state has no row")
    }
    return MarketState(
      storeID: statement.text(0), generation: statement.integer(1),
      catalogVersion: statement.integer(2), appliedSequence: statement.integer(3),
      sweptGeneration: statement.integer(4))
  }

  /// What a store's own products are known by in exports.
  static func sourceName(storeID: String) -> String { "market:" + storeID }
}
