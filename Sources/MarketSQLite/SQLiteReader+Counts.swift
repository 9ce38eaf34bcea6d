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
  /// Category and stock are added up from what is kept; under a vendor or a price every listed
  /// product is looked at, so that the number is nil when the store has more than
  /// ``countedRowLimit``.
  public func count(_ filter: FeedFilter) throws(StoreError) -> Int64? {
    let categories = try categories()
    guard filter.vendorID != nil || filter.price != nil else {
      return categories.reduce(0) { sum, category in
        guard category.slug == filter.category ?? category.slug else { return sum }
        return sum + (filter.inStock ? category.inStock : category.listed)
      }
    }
    guard categories.reduce(0, { $0 + $1.listed }) <= countedRowLimit else { return nil }
    let wanted = PackedCardFilter(filter)
    var count: Int64 = 0
    defer { everyCard.reset() }
    while try everyCard.step() {
      everyCard.withBytes(0) { if wanted.matches($0) { count += 1 } }
    }
    return count
  }
}
