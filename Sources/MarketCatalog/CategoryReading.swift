/// How many listed products a category has.
public struct CategoryCount: Hashable, Sendable {
  /// The category's slug.
  public var slug: String
  /// The listed products, at least 1.
  public var listed: Int64
  /// Those of them that are in stock.
  public var inStock: Int64

  /// Makes a count.
  public init(slug: String, listed: Int64, inStock: Int64) {
    self.slug = slug
    self.listed = listed
    self.inStock = inStock
  }
}

/// Tells how many products there are to see.
public protocol CategoryReading {
  /// Every category that has listed products, by slug; costs the same at any number of products.
  func categories() throws(StoreError) -> [CategoryCount]
}

/// Counts what a feed holds.
public protocol FeedCounting {
  /// How many listed products pass a filter now, whichever feed shows them.
  ///
  /// - Parameter filter: What is counted.
  /// - Returns: The exact number, or nil when finding it would take too long.
  /// - Throws: The store's error.
  func count(_ filter: FeedFilter) throws(StoreError) -> Int64?
}
