/// A request for one slice of a feed.
public struct FeedQuery: Hashable, Sendable {
  /// How many products a slice may hold.
  public static let limits: ClosedRange<Int> = 1...100
  /// The limit of a query that names none.
  public static let defaultLimit = 20

  /// The page whose feed is read.
  public var page: Page
  /// The most products in the slice; always within ``limits``.
  public let limit: Int
  /// Which products are wanted.
  public var filter: FeedFilter
  /// Where to go on: the ``FeedSlice/next`` of the slice before, or nil for the first slice.
  public var cursor: Cursor?

  /// Makes a query; a limit outside ``limits`` becomes the nearest one inside.
  public init(
    page: Page, limit: Int = defaultLimit, filter: FeedFilter = .all, cursor: Cursor? = nil
  ) {
    self.page = page
    self.limit = min(max(limit, Self.limits.lowerBound), Self.limits.upperBound)
    self.filter = filter
    self.cursor = cursor
  }
}

/// A run of products in a feed's order.
///
/// A slice may be shorter than the limit, even empty, and still have more behind it: ``next`` is
/// the only end marker.
public struct FeedSlice: Hashable, Sendable {
  /// The version of the ranking that the whole walk reads.
  public var generation: Int64
  /// At most `limit` products, in the feed's order.
  public var items: [ProductCard]
  /// Where the next slice begins, or nil at the end of the feed.
  public var next: Cursor?

  /// Makes a slice.
  public init(generation: Int64, items: [ProductCard], next: Cursor?) {
    self.generation = generation
    self.items = items
    self.next = next
  }
}
