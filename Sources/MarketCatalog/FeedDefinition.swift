/// What a page's feed contains and in which order: the one place that decides it.
///
/// Every feed holds the listed products only, ordered by ``sortKey`` and then by product id, both
/// descending, so that no two products ever share a place.
public struct FeedDefinition: Hashable, Sendable {
  /// The integer column that orders a feed, highest first.
  public enum SortKey: Hashable, Sendable {
    /// Milliseconds of the product's creation; it never changes.
    case createdAt
    /// The product's rank key (``Popularity/rankKey(of:)``); it moves with events, so a place in
    /// the feed belongs to a generation.
    case rankKey
  }

  /// The page that shows the feed.
  public let page: Page
  /// The feed's name in the API's paths: `recent` or `popular`.
  public let name: String
  /// The first sort key; the second is the product id.
  public let sortKey: SortKey
}

extension Page {
  /// The feed behind the page.
  public var feed: FeedDefinition {
    switch self {
    case .latelyProduct: FeedDefinition(page: self, name: "recent", sortKey: .createdAt)
    case .popularProduct: FeedDefinition(page: self, name: "popular", sortKey: .rankKey)
    }
  }

  /// The page whose feed has the given name in the API, or nil.
  public init?(feedName: String) {
    guard let page = Page.allCases.first(where: { $0.feed.name == feedName }) else { return nil }
    self = page
  }
}
