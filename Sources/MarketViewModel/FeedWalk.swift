import MarketCatalog

/// The products that one walk down a feed has given so far, each once.
struct FeedWalk: Hashable, Sendable {
  /// What the walk asks for.
  let filter: FeedFilter
  /// The products in the feed's order.
  private(set) var items: [ProductCard] = []
  /// Whether a slice has come at all.
  private(set) var hasBegun = false
  /// Where the walk goes on; nil before the first slice and at the end.
  private(set) var next: Cursor?
  /// The version of the ranking that the walk reads; nil before the first slice.
  private(set) var generation: Int64?
  private var ids: Set<Int64> = []

  init(filter: FeedFilter) {
    self.filter = filter
  }

  /// Whether the last slice has come.
  var isAtEnd: Bool { hasBegun && next == nil }

  /// Appends what is new in a slice; returns whether anything was.
  mutating func absorb(_ slice: FeedSlice) -> Bool {
    hasBegun = true
    next = slice.next
    generation = slice.generation
    let before = items.count
    for item in slice.items where ids.insert(item.id).inserted {
      items.append(item)
    }
    return items.count > before
  }

  func contains(_ item: ProductCard) -> Bool { ids.contains(item.id) }

  /// The place of a product, counted from 0, or nil when the walk has not met it.
  func index(of item: ProductCard) -> Int? {
    guard contains(item) else { return nil }
    return items.firstIndex { $0.id == item.id }
  }
}
