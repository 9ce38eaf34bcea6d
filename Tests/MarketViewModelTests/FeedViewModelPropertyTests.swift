import MarketCatalog
import MarketViewModel
import TestSupport
import Testing

/// Random messages against a world that loses, delays, repeats and refuses.
@Suite struct FeedViewModelPropertyTests {
  @Test(arguments: Array(1...40) as [UInt64])
  func invariantsHoldUnderRandomMessages(seed: UInt64) {
    var world = World(seed: seed)
    for step in 0..<600 {
      world.step()
      if let fault = world.fault {
        Issue.record("seed \(seed), step \(step): \(fault)")
        return
      }
    }
    #expect(world.answered > 20, "seed \(seed): hardly anything was loaded")
  }
}

private struct World {
  var random: SplitMix64
  let store: InMemoryStore
  var model: FeedViewModel
  var now: Int64 = 0
  var pending: [FeedRequest] = []
  var superseded: [FeedRequest] = []
  var answered = 0
  var fault: String?

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    store = InMemoryStore.random(count: random.integer(in: 0...120), using: &random)
    model = FeedViewModel(
      page: random.pick(Page.allCases), limit: 7,
      style: random.pick(SegmentedControlStyle.allCases), reducesMotion: random.oneIn(4))
  }

  mutating func step() {
    now += Int64(random.integer(in: 0...120_000_000))
    switch random.integer(in: 0...23) {
    case 0: send(.appeared(rows: random.oneIn(8) ? extreme() : random.integer(in: 0...30)))
    case 1: send(.resized(rows: random.oneIn(8) ? extreme() : random.integer(in: -1...60)))
    case 2, 3: send(.selected(choice(), by: chooser()))
    case 4, 5, 6:
      let delta = random.integer(in: -5...12)
      send(.scrolled(to: random.oneIn(9) ? extreme() : model.feed.topIndex + delta))
    case 7: send(random.oneIn(3) ? .refreshed : .retried)
    case 8: send(.filtered(inStock: random.oneIn(2), by: chooser()))
    case 9: change()
    case 10: answerLate()
    case 11, 12: send(.dragged(offset: offset(), pageWidth: width()))
    case 13: send(.released(offset: offset(), target: offset(), pageWidth: width()))
    case 14: send(.switchTouched(Point(x: offset(), y: 1), in: Size(width: width(), height: 3)))
    case 15: send(random.pick([.reachedEnd, .dragCancelled, .motionReduced(random.oneIn(3))]))
    case 16: send(random.pick([.themeChanged(.blue), .titleChanged("가", segment: 1)]))
    case 17: announceRanking()
    default: answer()
    }
  }

  private var moment: Moment { Moment(nanoseconds: now) }

  private mutating func chooser() -> Chooser { random.oneIn(2) ? .user : .program }

  private mutating func offset() -> Double {
    random.pick([Double(random.integer(in: -90...190)), 0, .nan, .infinity, -.infinity])
  }

  private mutating func extreme() -> Int { random.pick([.min, -1, .max, .max - 1, .max / 100]) }

  private mutating func width() -> Double { random.pick([80, 80, 80, 1, 0, -80, .nan]) }

  private mutating func choice() -> SegmentChoice {
    random.pick([
      .previous, .next, .cycle, .index(random.integer(in: -1...3)), .index(extreme()),
      .point(x: offset(), width: width()),
    ])
  }

  private mutating func announceRanking() {
    let page = random.pick(Page.allCases)
    let generation = (model[page].generation ?? 0) + Int64(random.integer(in: -1...2))
    send(.newRankingAvailable(page, generation: generation))
  }

  private mutating func change() {
    let feed = store.feed(.latelyProduct)
    if let card = feed.first, random.oneIn(3) {
      store.insert(card, rankKey: Int64(random.integer(in: 1...12)))
    } else if !feed.isEmpty, random.oneIn(2) {
      store.setRank(random.pick(feed).id, to: Int64(random.integer(in: 1...12)))
    } else if !feed.isEmpty {
      store.remove(random.pick(feed).id)
    }
  }

  /// Answers one of the open requests, in any order, well or badly; where none is open, a reader
  /// asks for something.
  private mutating func answer() {
    guard !pending.isEmpty else {
      send(random.pick([.retried, .retried, .refreshed, .scrolled(to: .max)]))
      return
    }
    let request = pending.remove(at: random.integer(in: 0...(pending.count - 1)))
    answered += 1
    if random.oneIn(6) {
      let errors: [StoreError] = [
        .busy(detail: ""), .cursor(.expired), .unavailable(detail: ""), .cursor(.malformed),
      ]
      send(.failed(request.id, random.pick(errors)))
      return
    }
    do throws(StoreError) {
      var slice = try store.slice(request.query, at: Timestamp(milliseconds: 0))
      if random.oneIn(8), let next = slice.next ?? request.query.cursor {
        slice = FeedSlice(generation: slice.generation, items: [], next: next)
      }
      if random.oneIn(8) { slice.items += slice.items.shuffled(using: &random) }
      send(.loaded(request.id, slice))
    } catch {
      send(.failed(request.id, error))
    }
  }

  private mutating func answerLate() {
    guard !superseded.isEmpty else { return }
    let request = random.pick(superseded)
    let before = model
    let everything = store.feed(.popularProduct)
    send(.loaded(request.id, FeedSlice(generation: 1, items: everything, next: nil)))
    send(.failed(request.id, .busy(detail: "")))
    if model != before { fault = "a late answer changed the model" }
  }

  private mutating func send(_ message: FeedMessage) {
    let before = model
    var announced: [FeedAnnouncement] = []
    for effect in model.update(message, at: moment) {
      switch effect {
      case .load(let request):
        pending.append(request)
      case .cancel(let id):
        superseded += pending.filter { $0.id == id }
        pending.removeAll { $0.id == id }
      case .announce(let announcement): announced.append(announcement)
      }
    }
    checkControls(message, before)
    checkTabs(message, before)
    checkMessage(message, before)
    checkAnnouncements(message, before, announced)
  }
}

// MARK: - What must hold

extension World {
  private mutating func checkControls(_ message: FeedMessage, _ before: FeedViewModel) {
    if model.pageIndex != model.control.selectedIndex
      || model.pageIndex != model.pager.pageIndex || model.page.rawValue != model.pageIndex
    {
      fault = "page and segment disagree"
    }
    let (left, right) = (
      before.control.underlinePosition(at: moment), model.control.underlinePosition(at: moment)
    )
    if !(right >= 0 && right <= 1) { fault = "the underline is outside" }
    switch message {
    case .dragged: break
    case .motionReduced, .selected, .released, .dragCancelled, .appeared, .resized, .scrolled,
      .reachedEnd, .refreshed, .retried, .filtered, .switchTouched, .loaded, .failed,
      .newRankingAvailable, .themeChanged, .titleChanged:
      if left != right, !model.reducesMotion { fault = "the underline jumped" }
    }
    if !model.pager.isDragging {
      let rest = Moment(nanoseconds: now + 300_000_000)
      if model.control.underlinePosition(at: rest) != Double(model.pageIndex) {
        fault = "the underline does not settle under the selected segment"
      }
      if model.reducesMotion, model.isAnimating(at: moment) { fault = "something moves" }
    }
    for page in Page.allCases {
      let feed = model[page]
      if feed.inStockSwitch.isOn != feed.filter.inStock { fault = "switch and filter disagree" }
    }
  }

  private mutating func checkTabs(_ message: FeedMessage, _ before: FeedViewModel) {
    for page in Page.allCases {
      let feed = model[page]
      let open = pending.filter { $0.id.page == page }
      if open.count > 1 { fault = "two loads in flight for a tab" }
      if (feed.phase == .loading) != (open.count == 1) { fault = "phase and flight disagree" }
      if Set(feed.items.map(\.id)).count != feed.items.count { fault = "a product twice" }
      if feed.topIndex < 0 || feed.topIndex >= max(feed.items.count, 1) {
        fault = "the top is outside the list"
      }
      switch feed.phase {
      case .loaded, .ended:
        if feed.filter.inStock, feed.items.contains(where: \.isSoldOut) {
          fault = "a sold-out product is shown that was not wanted"
        }
      case .idle, .loading, .failed: break
      }
      if feed != before[page], !isMeant(page, by: message, before) {
        fault = "a tab changed that nothing was said to"
      }
    }
  }

  private func isMeant(_ page: Page, by message: FeedMessage, _ before: FeedViewModel) -> Bool {
    switch message {
    case .loaded(let id, _), .failed(let id, _): id.page == page
    case .newRankingAvailable(let meant, _): page == meant
    case .dragged: before[page].phase == .idle && page != model.page
    case .motionReduced: true
    case .themeChanged, .titleChanged, .dragCancelled: false
    case .appeared, .resized, .selected, .released, .scrolled, .reachedEnd, .refreshed, .retried,
      .filtered, .switchTouched:
      page == model.page
    }
  }

  private mutating func checkMessage(_ message: FeedMessage, _ before: FeedViewModel) {
    switch message {
    case .selected, .released:
      if model.pager.isDragging { fault = "a choice does not end the drag" }
      let (left, right) = (before[model.page], model[model.page])
      if left.topIndex != right.topIndex || left.items != right.items {
        fault = "switching moved the list"
      }
      if left.phase == .ended && right != left { fault = "switching back to a whole list loads" }
    case .dragged:
      let neighbors = Page.allCases.filter { ($0.rawValue - model.pageIndex).magnitude == 1 }
      if !before.pager.isDragging, neighbors.contains(where: { model[$0].phase == .idle }) {
        fault = "the neighbour is not prefetched"
      }
      if model.page != before.page { fault = "the page changed before the finger let go" }
    case .failed(let id, _):
      if model[id.page].items != before[id.page].items { fault = "a failure took products away" }
      if model[id.page].topIndex != before[id.page].topIndex { fault = "a failure moved the list" }
    case .loaded(let id, _):
      checkPlace(before[id.page], model[id.page])
    case .newRankingAvailable(let page, let generation):
      let feed = model[page]
      let isNews = feed.generation.map { generation > $0 } ?? false
      if isNews, !feed.isRefreshing, !feed.hasNewRanking { fault = "a new ranking is not marked" }
    case .refreshed:
      if model.feed.hasNewRanking { fault = "the mark stays on what is being taken" }
      if model.feed.items != before.feed.items { fault = "products changed without an answer" }
    case .appeared, .resized, .dragCancelled, .scrolled, .reachedEnd, .retried, .filtered,
      .switchTouched, .themeChanged, .titleChanged, .motionReduced:
      if model.feed.items != before.feed.items { fault = "products changed without an answer" }
    }
  }

  /// A user's change is announced once, nothing else ever.
  private mutating func checkAnnouncements(
    _ message: FeedMessage, _ before: FeedViewModel, _ announced: [FeedAnnouncement]
  ) {
    var expected: [FeedAnnouncement] = []
    switch message {
    case .selected(_, by: .user), .released:
      if model.page != before.page { expected = [.selected(model.page)] }
    case .filtered(_, by: .user), .switchTouched:
      let isOn = model.feed.inStockSwitch.isOn
      if isOn != before.feed.inStockSwitch.isOn {
        expected = [.filtered(model.page, inStock: isOn)]
      }
    case .selected(_, by: .program), .filtered(_, by: .program), .appeared, .resized, .dragged,
      .dragCancelled, .scrolled, .reachedEnd, .refreshed, .retried, .loaded, .failed,
      .newRankingAvailable, .themeChanged, .titleChanged, .motionReduced:
      break
    }
    if announced != expected { fault = "announced \(announced), not \(expected)" }
  }

  /// The first product that was visible and still is in the list has kept its row, unless the
  /// reader is at the very top or there are no rows above or below it to keep.
  private mutating func checkPlace(_ before: FeedState, _ after: FeedState) {
    guard before.topIndex > 0, before.items != after.items else { return }
    for (row, item) in before.items[before.topIndex...].enumerated() {
      guard let index = after.items.firstIndex(where: { $0.id == item.id }) else { continue }
      let kept = max(index - row, 0)
      let last = max(after.items.count - max(model.rows, 1), 0)
      // A list that only grows moves nothing; one in another's place fills the screen.
      if after.topIndex != (before.isRefreshing ? min(kept, last) : kept) {
        fault = "the list moved under the reader"
      }
      return
    }
  }
}
