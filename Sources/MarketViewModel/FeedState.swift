public import MarketCatalog

/// One tab: what it shows, how far it is, and what it waits for.
///
/// At most one request is in flight. A list that is read anew is gathered beside the shown one and
/// takes its place once it reaches what the reader is looking at, so that nothing jumps.
public struct FeedState: Hashable, Sendable {
  /// What a tab is doing.
  public enum Phase: Hashable, Sendable {
    /// Nothing was asked for yet.
    case idle
    /// A request is in flight.
    case loading
    /// Something is shown and there is more behind it.
    case loaded
    /// The last request failed; what was shown still is.
    case failed(StoreError)
    /// Everything is shown.
    case ended
  }

  /// The part of what is loaded, in hundredths, past which the next slice is asked for.
  public static let reachPercent = 65
  /// How many slices in a row may bring nothing new before the model waits for the reader.
  public static let fruitlessLimit = 8
  /// How many products more than the shown ones a new list gathers in search of what the reader
  /// looks at.
  public static let gatherExcess = 200

  /// The tab's page.
  public let page: Page
  /// What the tab is doing.
  public private(set) var phase: Phase = .idle
  /// The item at the top of the screen, counted from 0; 0 when there is none.
  public private(set) var topIndex = 0

  /// Hides sold-out products; what it says is what the reader wants to see.
  public private(set) var inStockSwitch = Switch()

  private var shown = FeedWalk(filter: .all)
  private var incoming: FeedWalk?
  private var inFlight: FeedRequest.ID?
  private var lastNumber: Int64 = 0
  private var fruitless = 0
  private var hasRestarted = false
  /// The newest ranking that was told of and not taken.
  private var newRanking: Int64?
  /// The ranking that the list being gathered will have taken.
  private var rankingTaken: Int64?

  init(page: Page) {
    self.page = page
  }

  /// The products to show, in the feed's order, each once.
  public var items: [ProductCard] { shown.items }
  /// The product at the top of the screen; nil when there is none.
  public var topItem: ProductCard? { items.isEmpty ? nil : items[topIndex] }
  /// What the reader wants to see; while loading, ``items`` may still be those of before.
  public var filter: FeedFilter { FeedFilter(inStock: inStockSwitch.isOn) }
  /// The version of the ranking that ``items`` were read from; nil before the first slice.
  public var generation: Int64? { shown.generation }
  /// Whether a new list is being gathered that will take the shown one's place.
  public var isRefreshing: Bool { incoming != nil && phase == .loading }
  /// Whether there is a newer ranking than the shown one that nobody has asked for.
  ///
  /// A refresh takes it; if that fails, it is there again.
  public var hasNewRanking: Bool {
    guard let newRanking, let generation, !isRefreshing else { return false }
    return newRanking > generation
  }

  /// What a tab needs to know about the view around it.
  struct Surroundings: Hashable, Sendable {
    /// Products asked for at once.
    var limit: Int
    /// Rows on the screen, one of ``FeedViewModel/rowLimits``.
    var rows: Int

    /// The last item of so many that can be at the top while the screen is full.
    func lastTop(of count: Int) -> Int { max(count - max(rows, 1), 0) }
  }
}

// MARK: - Changes

extension FeedState {
  /// Asks for the first slice unless that was done before.
  mutating func appear(_ view: Surroundings) -> [FeedEffect] {
    phase == .idle ? startAnew(view) : askOn(view)
  }

  mutating func scroll(to index: Int, _ view: Surroundings) -> [FeedEffect] {
    topIndex = min(max(index, 0), view.lastTop(of: items.count))
    fruitless = 0
    hasRestarted = false
    return askOn(view)
  }

  mutating func resize(_ view: Surroundings) -> [FeedEffect] {
    topIndex = min(topIndex, view.lastTop(of: items.count))
    return askOn(view)
  }

  mutating func reachEnd(_ view: Surroundings) -> [FeedEffect] {
    fruitless = 0
    hasRestarted = false
    return askOn(view, isAtEnd: true)
  }

  mutating func refresh(_ view: Surroundings) -> [FeedEffect] {
    startAnew(view)
  }

  mutating func setInStock(
    _ inStock: Bool, by chooser: Chooser, at moment: Moment, _ view: Surroundings
  ) -> [FeedEffect] {
    guard inStock != inStockSwitch.isOn else { return [] }
    let isAnnounced = inStockSwitch.set(inStock, by: chooser, at: moment)
    let announcement: [FeedEffect] =
      isAnnounced ? [.announce(.filtered(page, inStock: inStock))] : []
    return announcement + (phase == .idle ? [] : startAnew(view))
  }

  mutating func touchSwitch(
    at point: Point, in size: Size, at moment: Moment, _ view: Surroundings
  ) -> [FeedEffect] {
    guard inStockSwitch.barFrame(in: size).contains(point) else { return [] }
    return setInStock(!inStockSwitch.isOn, by: .user, at: moment, view)
  }

  mutating func noteRanking(_ generation: Int64) {
    newRanking = max(newRanking ?? generation, generation)
  }

  mutating func reduceMotion(_ reduces: Bool) {
    inStockSwitch.reducesMotion = reduces
  }

  mutating func retry(_ view: Surroundings) -> [FeedEffect] {
    guard case .failed = phase else { return [] }
    hasRestarted = false
    if case .failed(.cursor) = phase { return startAnew(view) }
    return [request(from: (incoming ?? shown).next, view)]
  }

  mutating func receive(
    _ slice: FeedSlice, for id: FeedRequest.ID, _ view: Surroundings
  ) -> [FeedEffect] {
    guard id == inFlight else { return [] }
    inFlight = nil
    let hasGrown: Bool
    if let grown = incoming?.absorb(slice) {
      hasGrown = grown
    } else {
      hasGrown = shown.absorb(slice)
      hasRestarted = false
    }
    fruitless = hasGrown ? 0 : fruitless + 1
    if let walk = incoming, isReady(walk, view) {
      show(walk, view)
    }
    phase = incoming == nil && shown.isAtEnd ? .ended : .loaded
    return askOn(view)
  }

  mutating func fail(
    _ error: StoreError, for id: FeedRequest.ID, _ view: Surroundings
  ) -> [FeedEffect] {
    guard id == inFlight else { return [] }
    inFlight = nil
    // A cursor that grew too old is no fault of the reader: the list is read anew, at most once
    // until the reader or an answer moves on, and found again at the place where it was.
    if case .cursor = error, incoming == nil, shown.next != nil, !hasRestarted {
      hasRestarted = true
      return startAnew(view)
    }
    phase = .failed(error)
    return []
  }
}

// MARK: - Asking

extension FeedState {
  private mutating func startAnew(_ view: Surroundings) -> [FeedEffect] {
    var effects: [FeedEffect] = []
    if let inFlight { effects.append(.cancel(inFlight)) }
    incoming = FeedWalk(filter: filter)
    rankingTaken = newRanking
    fruitless = 0
    effects.append(request(from: nil, view))
    return effects
  }

  /// Asks for the next slice when the reader is near the end of what is loaded.
  private mutating func askOn(_ view: Surroundings, isAtEnd: Bool = false) -> [FeedEffect] {
    guard phase == .loaded, inFlight == nil, fruitless < Self.fruitlessLimit else { return [] }
    let walk = incoming ?? shown
    guard let next = walk.next else { return [] }
    let reached = (topIndex + view.rows) * 100
    guard isAtEnd || incoming != nil || reached >= items.count * Self.reachPercent else {
      return []
    }
    return [request(from: next, view)]
  }

  private mutating func request(from cursor: Cursor?, _ view: Surroundings) -> FeedEffect {
    lastNumber += 1
    let id = FeedRequest.ID(page: page, number: lastNumber)
    inFlight = id
    phase = .loading
    // A reader far down waits for all that is above: few large slices find the place sooner.
    let limit = incoming != nil && topIndex > 0 ? FeedQuery.limits.upperBound : view.limit
    return .load(
      FeedRequest(
        id: id, query: FeedQuery(page: page, limit: limit, filter: filter, cursor: cursor)))
  }
}

// MARK: - Exchanging the list

extension FeedState {
  private func isReady(_ walk: FeedWalk, _ view: Surroundings) -> Bool {
    if walk.isAtEnd || fruitless >= Self.fruitlessLimit { return true }
    if topIndex == 0 { return !walk.items.isEmpty }
    if walk.items.count >= items.count + Self.gatherExcess { return true }
    guard let top = top(in: walk, lookingAt: max(view.rows, 1)) else { return false }
    return walk.items.count >= top + view.rows
  }

  /// The item to put at the top of a new list so that the first of the next `rows` products that
  /// is in both lists keeps its row; nil when none is.
  private func top(in walk: FeedWalk, lookingAt rows: Int) -> Int? {
    for (row, item) in items[topIndex...].prefix(rows).enumerated() {
      if let index = walk.index(of: item) { return max(index - row, 0) }
    }
    return nil
  }

  /// Puts a new list in place; a reader at the very top stays there and sees what is new.
  private mutating func show(_ walk: FeedWalk, _ view: Surroundings) {
    if topIndex > 0 {
      let top = top(in: walk, lookingAt: items.count) ?? topIndex
      topIndex = min(top, view.lastTop(of: walk.items.count))
    }
    shown = walk
    incoming = nil
    // A walk reads the newest ranking there is when it begins, whatever number that has.
    if newRanking == rankingTaken { newRanking = nil }
  }
}
