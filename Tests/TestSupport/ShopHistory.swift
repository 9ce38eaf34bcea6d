public import MarketCatalog

/// What the products of a shop were like over time, and whether a walk showed what it had to: the
/// property of stable scrolling, told without any store.
///
/// Moments are whole numbers that grow, a test's own. A write happens somewhere between two of them:
/// in between a product is taken to be as before and as after.
public struct ShopHistory: Sendable {
  /// What a product was, from a write on.
  private struct State: Sendable {
    /// The product, or nil while it was not listed or not there.
    var product: Product?
    var begunAt: Int
    /// The moment from which nobody saw the state before.
    var doneAt: Int
  }

  private var states: [Int64: [State]] = [:]

  /// Makes the history of a shop without products.
  public init() {}

  /// Notes what a write is about to make of a product, or makes of it at a moment.
  ///
  /// - Parameters:
  ///   - product: What it becomes; nil when it is unlisted or deleted.
  ///   - id: The product's id.
  ///   - moment: When the write begins.
  public mutating func begin(_ product: Product?, of id: Int64, at moment: Int) {
    states[id, default: []].append(State(product: product, begunAt: moment, doneAt: .max))
  }

  /// Notes that the last write of a product is over.
  public mutating func end(of id: Int64, at moment: Int) {
    guard let last = states[id]?.indices.last else { return }
    states[id]?[last].doneAt = moment
  }

  /// Notes a write that takes no time.
  public mutating func note(_ product: Product?, of id: Int64, at moment: Int) {
    begin(product, of: id, at: moment)
    end(of: id, at: moment)
  }

  /// The product as its last write makes it; nil when it is not listed.
  public func product(_ id: Int64) -> Product? { states[id]?.last?.product }

  /// The ids of all products that are listed after their last writes, ascending.
  public var listedIDs: [Int64] {
    states.filter { $0.value.last?.product != nil }.keys.sorted()
  }

  /// Whether a product was unlisted or deleted at some time, or is about to be.
  public func wasAway(_ id: Int64) -> Bool {
    states[id]?.contains { $0.product == nil } ?? false
  }

  /// Everything that a product may have been in a span of moments.
  private func states(of id: Int64, in span: ClosedRange<Int>) -> [Product?] {
    let all = states[id] ?? []
    var possible: [Product?] = []
    if (all.first?.doneAt ?? .max) >= span.lowerBound { possible.append(nil) }
    for (index, state) in all.enumerated() where state.begunAt <= span.upperBound {
      let next = index + 1 < all.count ? all[index + 1].doneAt : .max
      if next >= span.lowerBound { possible.append(state.product) }
    }
    return possible
  }
}

extension ShopHistory {
  /// A walk from its first slice to the end, as a reader saw it.
  public struct Walk: Sendable {
    /// One slice.
    public struct Slice: Sendable {
      /// From when it was asked for to when it was there.
      public var span: ClosedRange<Int>
      /// The ids of its products.
      public var ids: [Int64]

      /// Makes a slice.
      public init(span: ClosedRange<Int>, ids: [Int64]) {
        self.span = span
        self.ids = ids
      }
    }

    /// The feed that was walked.
    public var page: Page
    /// The filter under which it was walked.
    public var filter: FeedFilter
    /// The slices in their order.
    public var slices: [Slice] = []

    /// Makes a walk before its first slice.
    public init(page: Page, filter: FeedFilter) {
      self.page = page
      self.filter = filter
    }

    /// The ids of all products that came.
    public var ids: [Int64] { slices.flatMap(\.ids) }
  }

  /// What is wrong with a finished walk, or nil: each product that matched from its beginning to its
  /// end came once, none twice, and none that did not match when it came.
  ///
  /// The recent feed's order is checked, the popular one's is not: ranks are no part of a history.
  public func fault(of walk: Walk) -> String? {
    var seen: Set<Int64> = []
    for (number, slice) in walk.slices.enumerated() {
      for id in slice.ids {
        guard seen.insert(id).inserted else { return "product \(id) came twice" }
        guard states(of: id, in: slice.span).contains(where: { matches($0, walk.filter) }) else {
          return "product \(id) came in slice \(number) and did not match then"
        }
      }
    }
    guard let first = walk.slices.first, let last = walk.slices.last else { return nil }
    let span = first.span.lowerBound...last.span.upperBound
    for id in states.keys.sorted() where !seen.contains(id) {
      if states(of: id, in: span).allSatisfy({ matches($0, walk.filter) }) {
        return "product \(id) matched all the time and did not come"
      }
    }
    return walk.page.feed.sortKey == .createdAt ? orderFault(of: walk.ids) : nil
  }

  private func matches(_ product: Product?, _ filter: FeedFilter) -> Bool {
    product.map { filter.passes($0) } ?? false
  }

  private func orderFault(of ids: [Int64]) -> String? {
    let places = ids.map { id in
      (states[id]?.lazy.compactMap(\.product).first?.card.createdAt.milliseconds ?? 0, id)
    }
    for (place, next) in zip(places, places.dropFirst()) where place <= next {
      return "product \(next.1) came behind \(place.1), which is not newer"
    }
    return nil
  }
}
