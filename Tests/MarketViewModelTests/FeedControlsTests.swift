import MarketCatalog
import MarketViewModel
import TestSupport
import Testing

/// The four controls inside the model of the feeds.
@Suite struct FeedControlsTests {
  // MARK: Segments and swipes

  @Test func theUnderlineRestsUnderTheFirstPageShown() {
    for page in Page.allCases {
      let model = FeedViewModel(page: page)
      #expect(model.page == page)
      #expect(model.control.underlinePosition(at: .start) == Double(page.rawValue))
      #expect(!model.isAnimating(at: .start))
    }
  }

  @Test func aSelectionMovesTheUnderlineAndThenRests() {
    var bench = FeedBench(products: 5)
    bench.send(.appeared(rows: 10))
    bench.settle()
    #expect(!bench.model.isAnimating(at: bench.now))
    bench.send(.selected(.next, by: .user))
    #expect(bench.model.pageIndex == 1)
    #expect(bench.model.isAnimating(at: bench.now))
    bench.wait(seconds: 0.05)
    bench.settle()
    let position = bench.model.control.underlinePosition(at: bench.now)
    #expect(position > 0.4 && position < 0.6)
    bench.wait(seconds: 0.05)
    #expect(!bench.model.isAnimating(at: bench.now))
    #expect(bench.model.control.underlinePosition(at: bench.now) == 1)
  }

  @Test func startingADragPrefetchesTheNeighborOnce() {
    var bench = FeedBench(products: 50)
    bench.send(.appeared(rows: 10))
    bench.settle()
    bench.send(.dragged(offset: 4, pageWidth: 100))
    #expect(bench.pending.map(\.query) == [FeedQuery(page: .popularProduct, limit: 20)])
    bench.send(.dragged(offset: 9, pageWidth: 100))
    #expect(bench.pending.count == 1)
    bench.settle()
    #expect(bench.model.page == .latelyProduct)
    #expect(bench.model[.popularProduct].items.count == 20)
    bench.send(.released(offset: 30, target: 60, pageWidth: 100))
    #expect(bench.model.page == .popularProduct)
    #expect(bench.model.control.selectedIndex == 1)
    #expect(bench.pending.isEmpty)
    bench.send(.dragged(offset: 98, pageWidth: 100))
    #expect(bench.pending.isEmpty)
  }

  @Test func aSwipeIsAUsersSelection() {
    var bench = FeedBench(products: 5)
    bench.send(.appeared(rows: 10))
    bench.send(.dragged(offset: 10, pageWidth: 100))
    bench.send(.released(offset: 20, target: 20, pageWidth: 100))
    #expect(bench.announced.isEmpty)
    bench.send(.dragged(offset: 10, pageWidth: 100))
    bench.send(.released(offset: 20, target: 90, pageWidth: 100))
    #expect(bench.announced == [.selected(.popularProduct)])
    bench.send(.dragged(offset: 90, pageWidth: 100))
    bench.send(.dragCancelled)
    #expect(bench.announced.count == 1)
    #expect(bench.model.pageIndex == 1)
    #expect(!bench.model.pager.isDragging)
  }

  @Test func theProgramsSelectionDuringADragNeverComesBackAsAUsers() {
    var bench = FeedBench(products: 5)
    bench.send(.appeared(rows: 10))
    bench.send(.dragged(offset: 30, pageWidth: 100))
    bench.send(.selected(.index(1), by: .program))
    #expect(!bench.model.pager.isDragging)
    bench.send(.released(offset: 30, target: 100, pageWidth: 100))
    #expect(bench.model.pageIndex == 1)
    #expect(bench.announced.isEmpty)
  }

  @Test func themeAndTitlesChangeWhileTheViewIsShown() {
    var bench = FeedBench(products: 0, style: .full)
    bench.send(.themeChanged(.pink))
    #expect(bench.model.control.titleAppearance(0).color == .theme(.pink))
    bench.send(.titleChanged("Popular", segment: 1))
    bench.send(.titleChanged("x", segment: 2))
    #expect(bench.model.control.titles == ["최근 상품", "Popular"])
  }

  @Test func reducedMotionHoldsForEveryControl() {
    for isSetLater in [false, true] {
      var bench = FeedBench(products: 5, reducesMotion: !isSetLater)
      bench.send(.appeared(rows: 10))
      bench.send(.filtered(inStock: true, by: .user))
      bench.send(.selected(.next, by: .user))
      bench.send(.filtered(inStock: true, by: .user))
      if isSetLater {
        #expect(bench.model.isAnimating(at: bench.now))
        bench.send(.motionReduced(true))
      }
      #expect(bench.model.control.underlinePosition(at: bench.now) == 1)
      for page in Page.allCases {
        #expect(bench.model[page].inStockSwitch.thumbPosition(at: bench.now) == 1)
      }
      #expect(!bench.model.isAnimating(at: bench.now))
      bench.send(.motionReduced(false))
      bench.send(.selected(.previous, by: .user))
      #expect(bench.model.isAnimating(at: bench.now))
    }
  }

  // MARK: The in-stock switch

  @Test func hidingSoldOutProductsReadsTheFeedAnew() {
    var bench = FeedBench(products: 60)
    bench.send(.appeared(rows: 10))
    bench.settle()
    bench.send(.filtered(inStock: true, by: .user))
    #expect(bench.pending.map(\.query.filter.inStock) == [true])
    #expect(bench.model.feed.filter.inStock)
    bench.settle()
    #expect(!bench.model.feed.items.isEmpty)
    #expect(bench.model.feed.items.allSatisfy { !$0.isSoldOut })
    #expect(!bench.model[.popularProduct].filter.inStock)
    bench.send(.filtered(inStock: true, by: .user))
    #expect(bench.pending.isEmpty)
    bench.send(.filtered(inStock: false, by: .user))
    bench.settle()
    #expect(bench.model.feed.items == Array(bench.store.feed(.latelyProduct).prefix(20)))
  }

  @Test func theSwitchIsTheTabsOwnAndMovesItsThumb() {
    var bench = FeedBench(products: 10)
    bench.send(.appeared(rows: 10))
    bench.settle()
    let size = Size(width: 51, height: 31)
    bench.send(.switchTouched(Point(x: 60, y: 15), in: size))
    #expect(bench.pending.isEmpty && bench.announced.isEmpty)
    bench.send(.switchTouched(Point(x: 25, y: 15), in: size))
    #expect(bench.announced == [.filtered(.latelyProduct, inStock: true)])
    #expect(bench.model.feed.inStockSwitch.isOn)
    #expect(bench.model.isAnimating(at: bench.now))
    bench.wait(seconds: 0.25)
    #expect(bench.model.feed.inStockSwitch.thumbFrame(in: size, at: bench.now).x == 20)
    bench.send(.selected(.next, by: .user))
    #expect(!bench.model.feed.inStockSwitch.isOn)
    bench.send(.selected(.previous, by: .user))
    bench.wait(seconds: 1)
    #expect(bench.model.feed.inStockSwitch.isOn)
    #expect(!bench.model.isAnimating(at: bench.now))
  }

  @Test func theProgramMayTurnTheSwitchUnheard() {
    var bench = FeedBench(products: 60)
    bench.send(.filtered(inStock: true, by: .program))
    #expect(bench.pending.isEmpty)
    bench.send(.appeared(rows: 10))
    #expect(bench.pending.map(\.query.filter.inStock) == [true])
    bench.settle()
    #expect(bench.model.feed.items.allSatisfy { !$0.isSoldOut })
    #expect(bench.announced.isEmpty)
  }

  @Test func aFilterThatFailedKeepsTheListAndTheSwitch() {
    var bench = FeedBench(products: 60)
    bench.send(.appeared(rows: 10))
    bench.settle()
    let shown = bench.model.feed.items
    bench.send(.filtered(inStock: true, by: .user))
    bench.answer(failing: .busy(detail: ""))
    #expect(bench.model.feed.items == shown)
    #expect(bench.model.feed.filter.inStock)
    bench.send(.retried)
    bench.settle()
    #expect(bench.model.feed.items.allSatisfy { !$0.isSoldOut })
  }

  // MARK: New rankings

  private func benchInTheMiddleOfAList() -> FeedBench {
    var bench = FeedBench(products: 100)
    bench.send(.selected(.index(1), by: .program))
    bench.send(.appeared(rows: 10))
    bench.settle()
    bench.send(.scrolled(to: 5))
    bench.settle()
    return bench
  }

  @Test func aNewRankingIsMarkedAndChangesNothingElse() throws {
    var bench = benchInTheMiddleOfAList()
    let before = bench.model.feed
    let generation = try #require(before.generation)
    bench.send(.newRankingAvailable(.popularProduct, generation: generation))
    #expect(!bench.model.feed.hasNewRanking)
    bench.send(.newRankingAvailable(.popularProduct, generation: generation + 1))
    #expect(bench.model.feed.hasNewRanking)
    #expect(!bench.model[.latelyProduct].hasNewRanking)
    #expect(bench.pending.isEmpty)
    #expect(bench.model.feed.items == before.items)
    #expect(bench.model.feed.topIndex == before.topIndex)
    bench.send(.newRankingAvailable(.popularProduct, generation: generation))
    bench.send(.selected(.previous, by: .user))
    bench.send(.selected(.next, by: .user))
    #expect(bench.model.feed.hasNewRanking)
  }

  @Test func aRefreshTakesTheNewRankingAndKeepsThePlace() throws {
    var bench = benchInTheMiddleOfAList()
    let top = try #require(bench.model.feed.topItem)
    let last = bench.store.feed(.popularProduct).last?.id ?? 0
    bench.store.setRank(last, to: .max)
    let generation = try bench.store.version().generation
    bench.send(.newRankingAvailable(.popularProduct, generation: generation))
    #expect(bench.model.feed.hasNewRanking)
    bench.send(.refreshed)
    #expect(!bench.model.feed.hasNewRanking)
    bench.settle()
    #expect(!bench.model.feed.hasNewRanking)
    #expect(bench.model.feed.generation == generation)
    #expect(bench.model.feed.items.first?.id == last)
    #expect(bench.model.feed.topItem?.id == top.id)
    #expect(bench.model.feed.topIndex == 6)
  }

  @Test func aRefreshThatFailedLeavesTheMark() throws {
    var bench = benchInTheMiddleOfAList()
    let generation = try #require(bench.model.feed.generation)
    bench.send(.newRankingAvailable(.popularProduct, generation: generation + 1))
    bench.send(.refreshed)
    bench.answer(failing: .unavailable(detail: ""))
    #expect(bench.model.feed.hasNewRanking)
    bench.send(.retried)
    #expect(!bench.model.feed.hasNewRanking)
  }

  /// A store that was restored counts from where it was; a mark must not stay for ever.
  @Test func aRefreshTakesTheNewestRankingWhateverItsNumber() throws {
    var bench = benchInTheMiddleOfAList()
    bench.send(.newRankingAvailable(.popularProduct, generation: .max))
    bench.send(.refreshed)
    bench.send(.newRankingAvailable(.popularProduct, generation: 1))
    bench.settle()
    #expect(!bench.model.feed.hasNewRanking)
    bench.send(.newRankingAvailable(.popularProduct, generation: 1_000))
    #expect(bench.model.feed.hasNewRanking)
  }

  @Test func aListThatWasReadAfterTheNewsIsNotMarked() {
    var bench = FeedBench(products: 5)
    bench.send(.newRankingAvailable(.latelyProduct, generation: .max))
    #expect(!bench.model.feed.hasNewRanking)
    bench.send(.appeared(rows: 10))
    bench.settle()
    #expect(!bench.model.feed.hasNewRanking)
  }

  // MARK: A drag and a choice

  @Test(arguments: [SegmentChoice.index(0), .previous, .index(7), .point(x: 10, width: 100)])
  func choosingThePageThatIsShownEndsADrag(_ choice: SegmentChoice) {
    var bench = FeedBench(products: 60)
    bench.send(.appeared(rows: 10))
    bench.settle()
    bench.send(.dragged(offset: 0, pageWidth: 100))
    bench.send(.dragged(offset: 30, pageWidth: 100))
    bench.settle()
    bench.send(.selected(choice, by: .user))
    #expect(!bench.model.pager.isDragging && bench.model.isAnimating(at: bench.now))
    #expect(bench.model.control.underlinePosition(at: bench.now) == 0.3)
    bench.wait(seconds: SwipePager.settleDuration)
    #expect(bench.model.control.underlinePosition(at: bench.now) == 0)
    #expect(bench.announced.isEmpty && bench.pending.isEmpty)
  }
}
