import MarketCatalog
import MarketViewModel
import TestSupport
import Testing

@Suite struct FeedViewModelTests {
  @Test func theFirstTabLoadsWhenTheViewAppears() {
    var bench = FeedBench(products: 50)
    #expect(bench.model.feed.phase == .idle)
    bench.send(.appeared(rows: 10))
    #expect(bench.pending.map(\.query) == [FeedQuery(page: .latelyProduct, limit: 20)])
    #expect(bench.model.feed.phase == .loading)
    bench.settle()
    #expect(bench.model.feed.phase == .loaded)
    #expect(bench.model.feed.items == Array(bench.store.feed(.latelyProduct).prefix(20)))
    #expect(bench.model[.popularProduct].phase == .idle)
  }

  @Test func theNextSliceIsAskedForPast65Percent() {
    var bench = FeedBench(products: 50)
    bench.send(.appeared(rows: 10))
    bench.settle()
    bench.send(.scrolled(to: 2))
    #expect(bench.pending.isEmpty)
    bench.send(.scrolled(to: 3))
    #expect(bench.pending.count == 1)
    bench.send(.scrolled(to: 4))
    #expect(bench.pending.count == 1)
    bench.settle()
    #expect(bench.model.feed.items.count == 40)
    #expect(bench.model.feed.topIndex == 4)
  }

  @Test func aTallScreenIsFilled() {
    var bench = FeedBench(products: 95)
    bench.send(.appeared(rows: 70))
    bench.settle()
    #expect(bench.model.feed.items.count == 95)
    #expect(bench.model.feed.phase == .ended)
  }

  @Test func theEndScrollsToTheLastRows() {
    var bench = FeedBench(products: 45)
    bench.send(.appeared(rows: 10))
    bench.settle()
    for _ in 0..<4 {
      bench.send(.scrolled(to: .max))
      bench.settle()
    }
    #expect(bench.model.feed.items == bench.store.feed(.latelyProduct))
    #expect(bench.model.feed.topIndex == 35)
    bench.send(.scrolled(to: .min))
    #expect(bench.model.feed.topIndex == 0)
  }

  @Test func switchingBackCostsNoLoadAndKeepsThePlace() {
    var bench = FeedBench(products: 100)
    bench.send(.appeared(rows: 10))
    bench.settle()
    bench.send(.scrolled(to: 9))
    bench.settle()
    bench.send(.selected(.next, by: .user))
    #expect(bench.model.page == .popularProduct)
    #expect(bench.model.pageIndex == bench.model.control.selectedIndex)
    #expect(bench.pending.count == 1)
    bench.settle()
    bench.send(.scrolled(to: 5))
    bench.settle()
    for _ in 0..<3 {
      bench.send(.selected(.cycle, by: .user))
      #expect(bench.pending.isEmpty)
    }
    #expect(bench.model[.latelyProduct].topIndex == 9)
    #expect(bench.model[.popularProduct].topIndex == 5)
  }

  @Test func onlyAUsersSelectionIsAnnounced() {
    var bench = FeedBench(products: 5)
    bench.send(.appeared(rows: 10))
    bench.send(.selected(.index(1), by: .program))
    #expect(bench.announced.isEmpty)
    bench.send(.selected(.index(1), by: .user))
    #expect(bench.announced.isEmpty)
    bench.send(.selected(.previous, by: .user))
    #expect(bench.announced == [.selected(.latelyProduct)])
    bench.send(.selected(.index(7), by: .user))
    bench.send(.selected(.previous, by: .user))
    #expect(bench.announced == [.selected(.latelyProduct)])
    #expect(bench.model.pageIndex == 0)
    bench.send(.selected(.point(x: 79, width: 80), by: .user))
    #expect(bench.announced == [.selected(.latelyProduct), .selected(.popularProduct)])
  }

  @Test func aFailureKeepsWhatIsShownAndCanBeRetried() {
    var bench = FeedBench(products: 60)
    bench.send(.appeared(rows: 10))
    bench.settle()
    bench.send(.scrolled(to: 10))
    let shown = bench.model.feed.items
    bench.answer(failing: .busy(detail: ""))
    #expect(bench.model.feed.phase == .failed(.busy(detail: "")))
    #expect(bench.model.feed.items == shown)
    bench.send(.scrolled(to: 8))
    #expect(bench.pending.isEmpty)
    bench.send(.retried)
    bench.settle()
    #expect(bench.model.feed.items == Array(bench.store.feed(.latelyProduct).prefix(40)))
    bench.send(.retried)
    #expect(bench.pending.isEmpty)
  }

  @Test func aFailedFirstLoadCanBeRetried() {
    var bench = FeedBench(products: 5)
    bench.send(.appeared(rows: 10))
    bench.answer(failing: .unavailable(detail: ""))
    #expect(bench.model.feed.phase == .failed(.unavailable(detail: "")))
    bench.send(.retried)
    bench.settle()
    #expect(bench.model.feed.items.count == 5)
    #expect(bench.model.feed.phase == .ended)
  }

  @Test func answersToSupersededRequestsChangeNothing() {
    var bench = FeedBench(products: 30)
    bench.send(.appeared(rows: 10))
    let late = bench.pending[0]
    bench.send(.refreshed)
    #expect(bench.pending.count == 1)
    #expect(bench.pending[0].id != late.id)
    let before = bench.model
    bench.send(.loaded(late.id, FeedSlice(generation: 9, items: [], next: nil)))
    bench.send(.failed(late.id, .cancelled))
    #expect(bench.model == before)
    bench.settle()
    #expect(bench.model.feed.items.count == 20)
  }

  @Test func aRefreshedListKeepsTheTopVisibleProduct() throws {
    var bench = FeedBench(products: 200)
    bench.send(.appeared(rows: 10))
    bench.settle()
    for _ in 0..<8 {
      bench.send(.scrolled(to: .max))
      bench.settle()
    }
    let top = bench.model.feed.items[bench.model.feed.topIndex]
    for _ in 0..<15 {
      var card = top
      card.createdAt = Timestamp(milliseconds: 1_900_000_000_000)
      bench.store.insert(card)
    }
    bench.send(.refreshed)
    #expect(bench.model.feed.isRefreshing)
    while !bench.pending.isEmpty {
      #expect(bench.model.feed.items[bench.model.feed.topIndex] == top)
      bench.answer()
    }
    #expect(bench.model.feed.items[bench.model.feed.topIndex] == top)
    let feed = bench.store.feed(.latelyProduct)
    #expect(bench.model.feed.items == Array(feed.prefix(bench.model.feed.items.count)))
    #expect(bench.model.feed.items.count >= bench.model.feed.topIndex + 10)
  }

  @Test func aReaderAtTheTopSeesWhatIsNew() {
    var bench = FeedBench(products: 30)
    bench.send(.appeared(rows: 10))
    bench.settle()
    var card = bench.model.feed.items[0]
    card.createdAt = Timestamp(milliseconds: 1_900_000_000_000)
    let id = bench.store.insert(card)
    bench.send(.refreshed)
    bench.settle()
    #expect(bench.model.feed.topIndex == 0)
    #expect(bench.model.feed.items.first?.id == id)
  }

  @Test func whenTheTopProductIsGoneTheNextOneStays() {
    var bench = FeedBench(products: 60)
    bench.send(.appeared(rows: 10))
    bench.settle()
    bench.send(.scrolled(to: 6))
    bench.settle()
    let second = bench.model.feed.items[7]
    bench.store.remove(bench.model.feed.items[6].id)
    bench.send(.refreshed)
    bench.settle()
    #expect(bench.model.feed.items[bench.model.feed.topIndex + 1] == second)
  }

  @Test func anExpiredCursorReadsTheFeedAnewAndKeepsThePlace() {
    var bench = FeedBench(products: 300)
    bench.send(.appeared(rows: 10))
    bench.settle()
    bench.send(.scrolled(to: 10))
    let top = bench.model.feed.items[10]
    bench.answer(failing: .cursor(.expired))
    #expect(bench.model.feed.phase == .loading)
    bench.settle()
    #expect(bench.model.feed.phase == .loaded)
    #expect(bench.model.feed.items[bench.model.feed.topIndex] == top)
  }

  @Test func aStoreThatRefusesEveryCursorIsNotAskedForEver() {
    var bench = FeedBench(products: 300)
    bench.send(.appeared(rows: 200))
    var asked = 0
    while let request = bench.pending.first, asked < 100 {
      asked += 1
      bench.answer(failing: request.query.cursor == nil ? nil : .cursor(.malformed))
    }
    #expect(asked < 10)
    #expect(bench.model.feed.phase == .failed(.cursor(.malformed)))
    bench.send(.retried)
    #expect(bench.pending.map(\.query.cursor) == [nil])
    bench.answer()
    #expect(bench.model.feed.items.count == 20)
  }

  @Test func emptySlicesWithACursorAreFollowedABoundedNumberOfTimes() {
    var bench = FeedBench(products: 0)
    bench.send(.appeared(rows: 10))
    let empty = FeedSlice(generation: 1, items: [], next: Cursor(bytes: [1]))
    var asked = 0
    while let request = bench.pending.first, asked < 100 {
      bench.pending.removeFirst()
      bench.send(.loaded(request.id, empty))
      asked += 1
    }
    #expect(asked == FeedState.fruitlessLimit)
    #expect(bench.model.feed.phase == .loaded)
    bench.send(.scrolled(to: 1))
    #expect(bench.pending.count == 1)
  }
  @Test func aViewThatFindsTheEndByItselfIsGivenMore() {
    var bench = FeedBench(products: 45)
    bench.send(.reachedEnd)
    #expect(bench.pending.isEmpty)
    bench.send(.appeared(rows: 2))
    bench.settle()
    #expect(bench.model.feed.items.count == 20)
    bench.send(.reachedEnd)
    bench.send(.reachedEnd)
    #expect(bench.pending.count == 1)
    bench.settle()
    #expect(bench.model.feed.items.count == 40)
    bench.send(.reachedEnd)
    bench.settle()
    bench.send(.reachedEnd)
    #expect(bench.pending.isEmpty)
    #expect(bench.model.feed.items == bench.store.feed(.latelyProduct))
  }
}
