import MarketCatalog
import MarketViewModel
import TestSupport
import Testing

@testable import MarketTerminal

/// Whatever happens, in any order and at any time, the view stays in one piece.
@Suite struct TabsPropertyTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func anythingMayHappen(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let store = SampleShop.store(count: random.integer(in: 0...120))
    var state = TabsState(
      page: random.pick(Page.allCases), source: "market.db",
      size: ScreenSize(columns: 80, rows: 24), now: SampleShop.now,
      style: random.pick(SegmentedControlStyle.allCases), reducesMotion: random.oneIn(4))
    let screen = TabsScreen(capabilities: TerminalCapabilities(isASCII: random.oneIn(2)))
    var pending = state.appear()
    var drawnRows = DrawnRows()
    var milliseconds = 0.0
    for step in 0..<150 {
      milliseconds += Double(random.integer(in: 0...120))
      pending += state.advance(
        to: Moment(seconds: milliseconds / 1_000),
        // Fast enough for ages to change.
        now: SampleShop.now.advanced(byMilliseconds: Int64(step) * 60_000))
      pending += state.update(random.message(store))
      // Answers come late, and some never.
      if random.oneIn(2), !pending.isEmpty { state.answer(pending.removeFirst(), store) }
      if random.oneIn(20) { pending = [] }
      let grid = screen.render(state, keeping: &drawnRows)
      if random.oneIn(3) {
        #expect(grid == screen.render(state), "seed \(seed), step \(step): rows of before")
      }
      if let fault = grid.fault { Issue.record("seed \(seed), step \(step): \(fault)") }
      let feed = state.model.feed
      let index = state.currentIndex(of: state.model.page)
      let rows = max(state.layout.listRows.count, 1)
      #expect((feed.topIndex..<(feed.topIndex + rows)).contains(index), "seed \(seed), \(step)")
      #expect(
        state.model.pager.isDragging == (state.gesture?.isSwiping == true), "seed \(seed), \(step)")
      if let deadline = state.deadline { #expect(deadline > state.moment, "seed \(seed), \(step)") }
    }
    state.settle(state.update(.input(.mouse(.released(x: 0, y: 0)))), store)
    for _ in 0..<3 {
      milliseconds += 5_000
      state.settle(at: milliseconds, store)
    }
    #expect(!state.isMoving && !state.listsMove && state.deadline == nil, "seed \(seed)")
    #expect(state.gesture?.isSwiping != true, "seed \(seed)")
    let bar = state.model.control.underlinePosition(at: state.moment)
    #expect(bar == Double(state.model.pageIndex), "seed \(seed)")
  }
}

extension SplitMix64 {
  /// A key, something that the mouse does, another size, a change of the store.
  fileprivate mutating func message(_ store: InMemoryStore) -> TabsMessage {
    let (x, y) = (integer(in: 0...90), integer(in: 0...26))
    let key = pick(KeyHelp.table.flatMap(\.bindings)).event
    let mouse = pick([
      MouseEvent.pressed(x: x, y: y), .dragged(x: x, y: y), .released(x: x, y: y), .scrolledUp,
      .scrolledDown, .scrolledLeft, .scrolledRight,
    ])
    let size = ScreenSize(columns: integer(in: 1...100), rows: integer(in: 1...30))
    let ranking = FeedMessage.newRankingAvailable(
      pick(Page.allCases), generation: Int64(integer(in: 1...99)))
    switch integer(in: 1...20) {
    case 1: return .resized(size)
    case 2:
      store.setRank(Int64(integer(in: 1...120)), to: Int64(integer(in: 1...99)))
      return .answer(ranking)
    case 9: return .news(pick([.lost, .found, .ranking(.popularProduct, generation: .max)]))
    case 3...8: return .input(.mouse(mouse))
    default: return .input(key)
    }
  }
}

extension TabsState {
  /// Answers one effect; what that asks for is not answered.
  fileprivate mutating func answer(_ effect: TabsEffect, _ store: InMemoryStore) {
    do throws(StoreError) {
      switch effect {
      case .feed(.load(let request)):
        let slice = try store.slice(request.query, at: SampleShop.now)
        _ = update(.answer(.loaded(request.id, slice)))
      case .read(let id): _ = update(.product(id, try store.product(id)))
      case .reopen: _ = update(.reopened)
      case .feed, .quit, .suspend, .repaint: break
      }
    } catch {
      guard case .feed(.load(let request)) = effect else { return }
      _ = update(.answer(.failed(request.id, error)))
    }
  }
}
