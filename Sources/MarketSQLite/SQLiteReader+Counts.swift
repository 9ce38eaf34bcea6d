public import MarketCatalog
import MarketJSON

extension SQLiteReader: CategoryReading {
  /// How many listed products each category has, by slug: kept by every write, one short scan.
  public func categories() throws(StoreError) -> [CategoryCount] {
    defer { categoryCounts.reset() }
    var counts: [CategoryCount] = []
    while try categoryCounts.step() {
      counts.append(
        CategoryCount(
          slug: categoryCounts.text(0), listed: categoryCounts.integer(1),
          inStock: categoryCounts.integer(2)))
    }
    return counts
  }
}

extension SQLiteReader: FeedCounting {
  /// How many listed products pass a filter.
  ///
  /// Category and stock are added up from what is kept. Under a vendor or a price products are looked
  /// at one by one: all of them when the store has at most ``countedRowLimit``, else the vendor's when
  /// they are at most an eighth of that; so are those that the search index names under words.
  /// Otherwise the number is nil.
  public func count(_ filter: FeedFilter) throws(StoreError) -> Int64? {
    guard filter.words.isEmpty else { return try searchCount(filter) }
    let categories = try categories()
    guard filter.vendorID != nil || filter.price != nil else {
      return Self.keptCount(filter, categories)
    }
    let wanted = PackedCardFilter(filter)
    if categories.reduce(0, { $0 + $1.listed }) <= countedRowLimit {
      return try count(wanted, in: everyCard)
    }
    guard let vendorID = filter.vendorID else { return nil }
    vendorCards.bind(vendorID, at: 1)
    let limit = countedRowLimit / Int64(FeedSQL.lookUpCost)
    vendorCards.bind(limit + 1, at: 2)
    return try count(wanted, in: vendorCards, atMost: limit)
  }

  /// Whether what is kept tells that no listed product passes a filter.
  func isKnownEmpty(_ filter: FeedFilter) throws(StoreError) -> Bool {
    if filter.category != nil || filter.inStock, Self.keptCount(filter, try categories()) == 0 {
      return true
    }
    guard let vendorID = filter.vendorID else { return false }
    vendorCards.bind(vendorID, at: 1)
    vendorCards.bind(Int64(1), at: 2)
    defer { vendorCards.reset() }
    return try !vendorCards.step()
  }

  /// How many listed products pass the parts of a filter about category and stock.
  private static func keptCount(_ filter: FeedFilter, _ categories: [CategoryCount]) -> Int64 {
    categories.reduce(0) { sum, category in
      guard category.slug == filter.category ?? category.slug else { return sum }
      return sum + (filter.inStock ? category.inStock : category.listed)
    }
  }

  /// How many of a statement's cards pass a filter, or nil when it has more of them than `limit`.
  private func count(
    _ wanted: PackedCardFilter, in cards: SQLiteStatement, atMost limit: Int64 = .max
  ) throws(StoreError) -> Int64? {
    var (count, examined): (Int64, Int64) = (0, 0)
    defer { cards.reset() }
    while try cards.step() {
      examined += 1
      if examined > limit { return nil }
      cards.withBytes(0) { if wanted.matches($0) { count += 1 } }
    }
    return count
  }
}
