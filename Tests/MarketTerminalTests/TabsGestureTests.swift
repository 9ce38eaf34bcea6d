import MarketCatalog
import MarketViewModel
import TestSupport
import Testing

@testable import MarketTerminal

/// What the mouse does.
@Suite struct TabsGestureTests {
  private let screen = TabsScreen(capabilities: TerminalCapabilities())
  private let store = SampleShop.store(count: 60)

  private func resting(
    _ keys: [InputEvent] = [], style: SegmentedControlStyle = .inset
  ) -> TabsState {
    TabsState.settled(store, columns: 80, rows: 24, style: style, keys.map { .input($0) })
  }

  /// Sends what the mouse does, one event after another at the same moment.
  private func send(_ events: [MouseEvent], to state: inout TabsState) {
    for event in events { state.settle(state.update(.input(.mouse(event))), store) }
  }

  @Test func theBarFollowsTheFingerToHalfACell() {
    for distance in 2...40 {
      var state = resting()
      send([.pressed(x: 60, y: 10), .dragged(x: 60 - distance, y: 10)], to: &state)
      let line = screen.render(state).line(1)
      let whole = 10 + distance / 2
      let half = distance % 2 == 1
      let start = String(repeating: "▁", count: whole) + (half ? "▗" : "▄")
      #expect(line.hasPrefix(start), "\(distance): \(line)")
      #expect(!state.isMoving)
    }
  }

  @Test(arguments: SegmentedControlStyle.allCases)
  func inASCIITheBarIsAsLongWhereverItIs(style: SegmentedControlStyle) {
    let screen = TabsScreen(capabilities: TerminalCapabilities(isASCII: true))
    func length(_ state: TabsState) -> Int {
      screen.render(state).line(1).filter { $0 == "=" }.count
    }
    let atRest = length(resting(style: style))
    for distance in 2...79 {
      var state = resting(style: style)
      send([.pressed(x: 79, y: 10), .dragged(x: 79 - distance, y: 10)], to: &state)
      #expect(length(state) == atRest, "\(distance)")
    }
  }

  @Test func theBarItselfCanBeDragged() {
    var state = resting()
    send([.pressed(x: 20, y: 1), .dragged(x: 25, y: 1)], to: &state)
    #expect(screen.render(state).line(1).hasPrefix(String(repeating: "▁", count: 15) + "▄"))
    send([.dragged(x: 50, y: 1), .released(x: 50, y: 1)], to: &state)
    #expect(state.model.pageIndex == 1)
    state.settle(at: 2_000, store)
    send([.pressed(x: 60, y: 0), .dragged(x: 40, y: 0)], to: &state)
    #expect(screen.render(state).line(1).hasPrefix(String(repeating: "▁", count: 30) + "▄"))
    send([.released(x: 40, y: 0)], to: &state)
    #expect(state.model.pageIndex == 0)
  }

  @Test func theNeighboursListComesIntoView() {
    var state = resting()
    send([.pressed(x: 60, y: 3), .dragged(x: 20, y: 3)], to: &state)
    let (recent, popular) = (screen.render(resting()), screen.render(resting([.key(.right)])))
    let grid = screen.render(state)
    for y in 3..<23 {
      for x in 0..<80 {
        let drawn = x < 40 ? recent[x + 40, y] : popular[x - 40, y]
        // A glyph that the edge of the screen would halve is not drawn.
        let isHalved = x == 0 && recent[40, y].isContinuation || x == 79 && popular[39, y].width > 1
        #expect(isHalved || grid[x, y] == drawn, "column \(x), row \(y)")
      }
    }
  }

  struct Release: CustomTestStringConvertible, Sendable {
    let name: String
    /// Where the finger goes after it has pressed column 40.
    let columns: [Int]
    /// Milliseconds between the last move and the release.
    var pause = 0.0
    let page: Int
    var testDescription: String { name }
  }

  @Test(arguments: [
    Release(name: "a flick forward turns the page", columns: [35], page: 1),
    Release(name: "a flick back stays at the first page", columns: [45], page: 0),
    Release(name: "forward and back again stays", columns: [20, 30], page: 0),
    Release(name: "still, less than half", columns: [10], pause: 200, page: 0),
    Release(name: "still, more than half", columns: [10, -5], pause: 200, page: 1),
  ])
  func lettingGoChoosesAPage(_ sample: Release) {
    var state = resting()
    send([.pressed(x: 40, y: 3)] + sample.columns.map { .dragged(x: $0, y: 3) }, to: &state)
    #expect(state.model.pager.isDragging)
    state.settle(at: 1_000 + sample.pause, store)
    send([.released(x: sample.columns.last ?? 40, y: 3)], to: &state)
    #expect(!state.model.pager.isDragging && state.gesture == nil)
    #expect(state.model.pageIndex == sample.page)
    #expect(state.isMoving == (sample.columns.last != 45))
    state.settle(at: 1_350 + sample.pause, store)
    #expect(!state.isMoving && !state.listsMove)
    #expect(screen.render(state) == screen.render(resting(sample.page == 1 ? [.key(.right)] : [])))
  }

  @Test func theSidewaysWheelSwipesAndLetsGoByItself() throws {
    var state = resting()
    send([.scrolledRight], to: &state)
    // An eighth of a page, so a sixteenth of the screen for the bar.
    #expect(screen.render(state).line(1).hasPrefix(String(repeating: "▁", count: 15) + "▄"))
    let deadline = try #require(state.deadline)
    #expect(deadline == Moment(seconds: 1.15))
    state.settle(at: 1_100, store)
    send([.scrolledRight], to: &state)
    state.settle(at: 1_200, store)
    #expect(state.model.pager.isDragging)
    state.settle(at: 1_250, store)
    #expect(state.model.pageIndex == 1 && state.deadline == nil && state.isMoving)
    send([.scrolledLeft], to: &state)
    state.settle(at: 2_000, store)
    state.settle(at: 3_000, store)
    #expect(state.model.pageIndex == 0)
  }

  @Test func leavingTheSwitchTakesTheTouchBackAndTurnsNoPage() throws {
    var state = resting()
    let column = try #require(state.layout.switchColumns).lowerBound
    let row = try #require(state.layout.switchRow)
    send(
      [.pressed(x: column, y: row), .dragged(x: column - 30, y: row)], to: &state)
    #expect(!state.model.pager.isDragging && !state.listsMove)
    send([.released(x: column - 30, y: row)], to: &state)
    state.settle(at: 2_000, store)
    #expect(state.model.pageIndex == 0 && !state.model.feed.filter.inStock)
    #expect(state.gesture == nil && !state.isMoving)
  }

  @Test func aMoveDownOrByOneCellIsNoSwipe() {
    var state = resting()
    send([.pressed(x: 40, y: 10), .dragged(x: 41, y: 10), .dragged(x: 43, y: 16)], to: &state)
    #expect(!state.model.pager.isDragging)
  }

  @Test func aSecondClickOpensTheProduct() {
    var state = resting()
    send([.pressed(x: 5, y: 8), .released(x: 5, y: 8)], to: &state)
    #expect(state.product == nil && state.currentIndex(of: .latelyProduct) == 5)
    send([.pressed(x: 5, y: 8), .released(x: 5, y: 8)], to: &state)
    #expect(state.product?.card == state.model.feed.items[5])
  }

  @Test func theSwitchTogglesWhereATouchEndsInside() {
    for x in 0..<80 {
      var state = resting()
      send([.pressed(x: x, y: 2), .released(x: x, y: 2)], to: &state)
      #expect(state.model.feed.inStockSwitch.isOn == (75..<79).contains(x), "column \(x)")
    }
    var state = resting()
    send([.pressed(x: 76, y: 2), .released(x: 60, y: 2)], to: &state)
    #expect(!state.model.feed.inStockSwitch.isOn)
    send([.pressed(x: 76, y: 2), .released(x: 76, y: 5)], to: &state)
    #expect(!state.model.feed.inStockSwitch.isOn)
  }

  @Test func theMouseTakesWhatIsNewAndLeavesAPage() {
    var state = resting([.character("2")])
    store.setRank(7, to: 1_000)
    _ = state.update(.answer(.newRankingAvailable(.popularProduct, generation: 2)))
    send([.pressed(x: 3, y: 2), .released(x: 3, y: 2)], to: &state)
    #expect(state.model.feed.items.first?.id == 7 && !state.model.feed.hasNewRanking)
    for key in [InputEvent.key(.enter), .character("?")] {
      state.settle(state.update(.input(key)), store)
      #expect(state.isPageShown)
      send([.pressed(x: 70, y: 10), .released(x: 70, y: 10)], to: &state)
      #expect(state.isPageShown)
      send([.pressed(x: 70, y: 23), .released(x: 70, y: 23)], to: &state)
      #expect(!state.isPageShown)
    }
  }

  @Test func aPressBelowTheProductsDoesNothing() {
    var state = TabsState.settled(SampleShop.store(count: 2), columns: 80, rows: 24)
    let before = screen.render(state)
    send([.pressed(x: 5, y: 12), .released(x: 5, y: 12), .pressed(x: 5, y: 23)], to: &state)
    #expect(screen.render(state) == before)
  }

  @Test func aChangeOfSizeEndsASwipe() {
    var state = resting()
    send([.pressed(x: 60, y: 10), .dragged(x: 40, y: 10)], to: &state)
    state.settle(state.update(.resized(ScreenSize(columns: 40, rows: 12))), store)
    #expect(!state.model.pager.isDragging && state.gesture == nil)
    send([.dragged(x: 2, y: 10), .released(x: 2, y: 10)], to: &state)
    #expect(state.model.pageIndex == 0)
  }

  @Test(arguments: [InputEvent.character("1"), .character("h"), .key(.left)])
  func aKeyForTheTabThatIsShownLetsTheBarGo(key: InputEvent) {
    for swipe in [
      [MouseEvent.pressed(x: 59, y: 3), .dragged(x: 49, y: 3), .dragged(x: 29, y: 3)],
      [.scrolledRight, .scrolledRight],
    ] {
      var state = resting()
      send(swipe, to: &state)
      state.settle(state.update(.input(key)), store)
      #expect(!state.model.pager.isDragging && state.isMoving)
      send([.released(x: 29, y: 3)], to: &state)
      state.settle(at: 2_000, store)
      #expect(screen.render(state) == screen.render(resting()))
    }
  }

  @Test func theWordsAboutAFailureCanBeClicked() throws {
    for rows in [4, 6, 10, 24] {
      var state = TabsState(
        source: "x", size: ScreenSize(columns: 80, rows: rows), now: SampleShop.now)
      guard case .feed(.load(let request)) = state.appear().first else {
        Issue.record("nothing is loaded")
        return
      }
      _ = state.update(.answer(.failed(request.id, .unavailable(detail: ""))))
      let grid = screen.render(state)
      let words = (0..<rows).first { grid.line($0).contains(TabsWords.korean.terms.retryHint) }
      let y = try #require(words ?? state.layout.listRows.first)
      send([.pressed(x: 40, y: y), .released(x: 40, y: y)], to: &state)
      #expect(state.model.feed.items.count == 50, "\(rows) rows")
    }
  }

  @Test func aKeyEndsASwipe() {
    var state = resting()
    send([.pressed(x: 60, y: 10), .dragged(x: 40, y: 10)], to: &state)
    state.settle(state.update(.input(.key(.right))), store)
    send([.dragged(x: 70, y: 10), .released(x: 70, y: 10)], to: &state)
    state.settle(at: 2_000, store)
    #expect(screen.render(state) == screen.render(resting([.key(.right)])))
  }
}
