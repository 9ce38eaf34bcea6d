import MarketCatalog
import MarketViewModel
import TestSupport
import Testing

@testable import MarketTerminal

/// The product on which keys act: where it is when the list, the screen or the tab changes.
@Suite struct TabsCurrentRowTests {
  @Test func theCurrentRowIsAlwaysOnTheScreen() {
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let store = SampleShop.store(count: random.integer(in: 0...90))
      var state = TabsState.settled(store, columns: 80, rows: 24)
      for _ in 0..<60 {
        let messages: [TabsMessage] = [
          .input(.key(.up)), .input(.key(.down)), .input(.key(.pageUp)), .input(.key(.pageDown)),
          .input(.key(.home)), .input(.key(.end)), .input(.mouse(.scrolledUp)),
          .input(.mouse(.scrolledDown)), .input(.character(" ")), .input(.character("r")),
          .input(.key(.tab)),
          .resized(ScreenSize(columns: 80, rows: random.integer(in: 1...30))),
        ]
        if random.oneIn(5) { store.remove(Int64(random.integer(in: 1...90))) }
        state.settle(state.update(random.pick(messages)), store)
        let feed = state.model.feed
        let index = state.currentIndex(of: state.model.page)
        #expect(
          feed.items.isEmpty ? index == 0 : feed.items.indices.contains(index), "seed \(seed)")
        let rows = max(state.layout.listRows.count, 1)
        #expect((feed.topIndex..<(feed.topIndex + rows)).contains(index), "seed \(seed)")
      }
    }
  }

  @Test func theCurrentRowMovesTheScreenOnlyAtItsEdge() {
    let store = SampleShop.store(count: 100)
    var state = TabsState.settled(store, columns: 80, rows: 24)
    func press(_ key: Key, _ count: Int) -> [Int] {
      for _ in 0..<count { state.settle(state.update(.input(.key(key))), store) }
      return [state.currentIndex(of: .latelyProduct), state.model.feed.topIndex]
    }
    #expect(press(.down, 19) == [19, 0])
    #expect(press(.down, 3) == [22, 3])
    #expect(press(.up, 19) == [3, 3])
    #expect(press(.up, 1) == [2, 2])
    #expect(press(.pageDown, 1) == [21, 21])
    #expect(press(.home, 1) == [0, 0])
    #expect(press(.up, 1) == [0, 0])
    #expect(press(.end, 1)[0] == state.model.feed.items.count - 1)
  }

  @Test func theCurrentRowStaysWithItsProductWhenTheListIsReadAnew() throws {
    let store = SampleShop.store(count: 60)
    var state = TabsState.settled(
      store, columns: 80, rows: 24, page: .popularProduct,
      Array(repeating: .input(.key(.down)), count: 5))
    let id = state.model.feed.items[5].id
    let last = try #require(state.model.feed.items.last).id
    store.setRank(last, to: 1_000)
    state.settle(state.update(.input(.character("r"))), store)
    #expect(state.model.feed.items[6].id == id)
    #expect(state.currentIndex(of: .popularProduct) == 6)
  }

  @Test func eachTabHasACurrentRowOfItsOwn() {
    let store = SampleShop.store(count: 60)
    let keys: [Key] = [.down, .down, .right, .down, .left]
    let state = TabsState.settled(
      store, columns: 80, rows: 24, keys.map { .input(.key($0)) })
    #expect(state.currentIndex(of: .latelyProduct) == 2)
    #expect(state.currentIndex(of: .popularProduct) == 1)
  }
}
