import MarketCatalog

/// Tells which products are listed, and remembers it until the catalog is changed.
///
/// A look reads a page that nobody else needs, so it takes along what the 63 ids around have: a shop of a
/// million products is known after 16,000 looks, not after a million.
final class ListedProducts {
  /// Ids from here on are looked up each time; two megabytes for those below.
  private static let limit: Int64 = 1 << 24

  /// A bit for each id, set when the product is known to be listed.
  ///
  /// As long as it had to be; each word was read as a whole, or not at all.
  private var known: [UInt64] = []
  private var knownVersion: Int64 = -1
  private let version: SQLiteStatement
  private let find: SQLiteStatement

  /// The listed ones among the ids from ?1 to ?2.
  static let findSQL = """
    SELECT product_id FROM product_standings
    WHERE product_id BETWEEN ?1 AND ?2 AND rank_from IS NOT NULL
    """

  init(_ market: SQLiteConnection) throws(StoreError) {
    version = try market.prepare("SELECT catalog_version FROM market_state")
    find = try market.prepare(Self.findSQL)
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
    guard 0 <= id, id < Self.limit else { return try listed(id...id) != 0 }
    let (word, bit): (Int, UInt64) = (Int(id >> 6), 1 << UInt64(id & 63))
    if word < known.count, known[word] != 0 { return known[word] & bit != 0 }
    let first = id & ~63
    let bits = try listed(first...first + 63)
    if bits != 0 {
      if word >= known.count {
        known.append(contentsOf: repeatElement(0, count: word + 1 - known.count))
      }
      known[word] = bits
    }
    return bits & bit != 0
  }

  /// A bit for each id of at most 64, from the first on, set when the product is listed.
  private func listed(_ ids: ClosedRange<Int64>) throws(StoreError) -> UInt64 {
    find.bind(ids.lowerBound, at: 1)
    find.bind(ids.upperBound, at: 2)
    defer { find.reset() }
    var bits: UInt64 = 0
    while try find.step() { bits |= 1 << UInt64(find.integer(0) - ids.lowerBound) }
    return bits
  }
}
