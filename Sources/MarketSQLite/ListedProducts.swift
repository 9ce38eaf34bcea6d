import MarketCatalog

/// Tells which products are listed, and remembers those that were asked for since the catalog was last
/// changed: most events are of few products, and each look reads a page that nobody else needs.
final class ListedProducts {
  /// The ids that are remembered at most, about a megabyte.
  private static let capacity = 65_536

  private var known: Set<Int64> = []
  private var knownVersion: Int64 = -1
  private let version: SQLiteStatement
  private let find: SQLiteStatement

  init(_ market: SQLiteConnection) throws(StoreError) {
    version = try market.prepare("SELECT catalog_version FROM market_state")
    find = try market.prepare("SELECT 1 FROM products WHERE id = ?1 AND listed = 1")
  }

  /// Forgets what another version of the catalog had; at the beginning of a transaction of the market.
  func refresh() throws(StoreError) {
    defer { version.reset() }
    guard try version.step() else { throw .corrupt(detail: "market_state has no row") }
    let present = version.integer(0)
    if present != knownVersion { known.removeAll(keepingCapacity: true) }
    knownVersion = present
  }

  /// Whether a product is listed.
  func isListed(_ id: Int64) throws(StoreError) -> Bool {
    if known.contains(id) { return true }
    find.bind(id, at: 1)
    defer { find.reset() }
    guard try find.step() else { return false }
    if known.count == Self.capacity { known.removeAll(keepingCapacity: true) }
    known.insert(id)
    return true
  }
}
