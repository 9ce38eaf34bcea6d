import MarketCatalog

/// Tells which products are listed, and remembers those that were asked for since the catalog was last
/// changed: each look reads a page that nobody else needs.
final class ListedProducts {
  /// Ids from here on are looked up each time; two megabytes for those below.
  private static let limit: Int64 = 1 << 24

  /// A bit for each id, set when the product is known to be listed; as long as it had to be.
  private var known: [UInt64] = []
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
    let isSmall = 0 <= id && id < Self.limit
    let (word, bit): (Int, UInt64) = isSmall ? (Int(id >> 6), 1 << UInt64(id & 63)) : (0, 0)
    if isSmall, word < known.count, known[word] & bit != 0 { return true }
    find.bind(id, at: 1)
    defer { find.reset() }
    guard try find.step() else { return false }
    if isSmall {
      if word >= known.count {
        known.append(contentsOf: repeatElement(0, count: word + 1 - known.count))
      }
      known[word] |= bit
    }
    return true
  }
}
