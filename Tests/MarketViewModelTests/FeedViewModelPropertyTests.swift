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
  var model = FeedViewModel(limit: 7)
  var pending: [FeedRequest] = []
  var superseded: [FeedRequest] = []
  var answered = 0
  var fault: String?

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    store = InMemoryStore.random(count: random.integer(in: 0...120), using: &random)
  }

  mutating func step() {
    switch random.integer(in: 0...15) {
    case 0: send(.appeared(rows: random.integer(in: 0...30)))
    case 1: send(.resized(rows: random.integer(in: -1...60)))
    case 2, 3: send(.selected(choice(), by: random.oneIn(2) ? .user : .program))
    case 4, 5, 6:
      let delta = random.integer(in: -5...12)
      send(.scrolled(to: random.oneIn(9) ? .max : model.feed.topIndex + delta))
    case 7: send(random.oneIn(3) ? .refreshed : .retried)
    case 8: send(.filtered(inStock: random.oneIn(2), by: .user))
    case 9: change()
    case 10: answerLate()
    default: answer()
    }
  }

  private mutating func choice() -> SegmentChoice {
    random.pick([
      .previous, .next, .cycle, .index(random.integer(in: -1...3)),
      .point(x: Double(random.integer(in: -5...90)), width: 80),
    ])
  }

  private mutating func change() {
    let feed = store.feed(.latelyProduct)
    if let card = feed.first, random.oneIn(2) {
      store.insert(card, rankKey: Int64(random.integer(in: 1...12)))
    } else if !feed.isEmpty {
      store.remove(random.pick(feed).id)
    }
  }

  /// Answers one of the open requests, in any order, well or badly.
  private mutating func answer() {
    guard !pending.isEmpty else { return }
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
    var announced: [Page] = []
    for effect in model.update(message, at: .start) {
      switch effect {
      case .load(let request):
        pending.append(request)
      case .cancel(let id):
        superseded += pending.filter { $0.id == id }
        pending.removeAll { $0.id == id }
      case .announce(.selected(let page)): announced.append(page)
      case .announce(.filtered): break
      }
    }
    checkTabs(message, before)
    checkMessage(message, before, announced)
  }

  private mutating func checkTabs(_ message: FeedMessage, _ before: FeedViewModel) {
    if model.pageIndex != model.control.selectedIndex || model.page.rawValue != model.pageIndex {
      fault = "page and segment disagree"
    }
    for page in Page.allCases {
      let feed = model[page]
      let open = pending.filter { $0.id.page == page }
      if open.count > 1 { fault = "two loads in flight for a tab" }
      if (feed.phase == .loading) != (open.count == 1) { fault = "phase and flight disagree" }
      if Set(feed.items.map(\.id)).count != feed.items.count { fault = "a product twice" }
      if feed.topIndex < 0 || feed.topIndex >= max(feed.items.count, 1) {
        fault = "the top is outside the list"
      }
      if feed != before[page], !isMeant(page, by: message) {
        fault = "a tab changed that nothing was said to"
      }
    }
  }

  private func isMeant(_ page: Page, by message: FeedMessage) -> Bool {
    switch message {
    case .loaded(let id, _), .failed(let id, _): id.page == page
    case .newRankingAvailable(let meant, _): page == meant
    case .dragged, .motionReduced: true
    case .appeared, .resized, .selected, .released, .dragCancelled, .scrolled, .reachedEnd,
      .refreshed, .retried, .filtered, .switchTouched, .themeChanged, .titleChanged:
      page == model.page
    }
  }

  private mutating func checkMessage(
    _ message: FeedMessage, _ before: FeedViewModel, _ announced: [Page]
  ) {
    switch message {
    case .selected(_, let chooser):
      let changed = before.page != model.page
      if announced != (changed && chooser == .user ? [model.page] : []) {
        fault = "announced \(announced.count) changes"
      }
      let (left, right) = (before[model.page], model[model.page])
      if left.topIndex != right.topIndex || left.items != right.items {
        fault = "switching moved the list"
      }
    case .failed(let id, _):
      if model[id.page].items != before[id.page].items { fault = "a failure took products away" }
      if model[id.page].topIndex != before[id.page].topIndex { fault = "a failure moved the list" }
    case .loaded(let id, _):
      checkPlace(before[id.page], model[id.page])
    case .appeared, .resized, .dragged, .released, .dragCancelled, .scrolled, .reachedEnd,
      .refreshed, .retried, .filtered, .switchTouched, .newRankingAvailable, .themeChanged,
      .titleChanged, .motionReduced:
      if !announced.isEmpty { fault = "announced without a selection" }
      if model.feed.items != before.feed.items { fault = "products changed without an answer" }
    }
  }

  /// The first product that was visible and still is in the list has kept its row, unless the
  /// reader is at the very top or there are no rows above it to keep.
  private mutating func checkPlace(_ before: FeedState, _ after: FeedState) {
    guard before.topIndex > 0, before.items != after.items else { return }
    for (row, item) in before.items[before.topIndex...].enumerated() {
      guard let index = after.items.firstIndex(where: { $0.id == item.id }) else { continue }
      if after.topIndex != max(index - row, 0) { fault = "the list moved under the reader" }
      return
    }
  }
}
