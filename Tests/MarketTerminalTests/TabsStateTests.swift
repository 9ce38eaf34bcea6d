import MarketCatalog
import MarketViewModel
import TestSupport
import Testing

@testable import MarketTerminal

/// Keys, the wheel, clicks, loading, rankings and sources, without a screen.
@Suite struct TabsStateTests {
  struct KeyCase: CustomTestStringConvertible, Sendable {
    let event: InputEvent
    let command: TabsCommand?
    var testDescription: String { "\(event)" }
  }

  @Test(arguments: [
    KeyCase(event: .key(.left), command: .select(.previous)),
    KeyCase(event: .key(.right), command: .select(.next)),
    KeyCase(event: .key(.tab), command: .select(.cycle)),
    KeyCase(event: .key(.backTab), command: .selectBackwards),
    KeyCase(event: .character("h"), command: .select(.previous)),
    KeyCase(event: .character("l"), command: .select(.next)),
    KeyCase(event: .character("1"), command: .select(.index(0))),
    KeyCase(event: .character("2"), command: .select(.index(1))),
    KeyCase(event: .key(.up), command: .moveRows(-1)),
    KeyCase(event: .key(.down), command: .moveRows(1)),
    KeyCase(event: .character("j"), command: .moveRows(1)),
    KeyCase(event: .character("k"), command: .moveRows(-1)),
    KeyCase(event: .key(.pageUp), command: .moveScreens(-1)),
    KeyCase(event: .key(.pageDown), command: .moveScreens(1)),
    KeyCase(event: .key(.home), command: .moveToStart),
    KeyCase(event: .key(.end), command: .moveToEnd),
    KeyCase(event: .character(" "), command: .toggleInStock),
    KeyCase(event: .character("r"), command: .reload),
    KeyCase(event: .key(.enter), command: .open),
    KeyCase(event: .key(.escape), command: .back),
    KeyCase(event: .key(.backspace), command: .back),
    KeyCase(event: .character("?"), command: .help),
    KeyCase(event: .character("q"), command: .quit),
    KeyCase(event: .control("c"), command: .quit),
    KeyCase(event: .control("z"), command: .suspend),
    KeyCase(event: .control("l"), command: .repaint),
    KeyCase(event: .character("ㅂ"), command: .quit),
    KeyCase(event: .character("ㅓ"), command: .moveRows(1)),
    KeyCase(event: .character("0"), command: nil),
    KeyCase(event: .character("한"), command: nil),
  ])
  func keysAskFor(_ sample: KeyCase) {
    #expect(sample.event.command == sample.command)
  }

  @Test func noKeyIsBoundTwice() {
    let events = KeyHelp.table.flatMap(\.bindings).map(\.event)
    #expect(Set(events).count == events.count)
  }

  @Test func scrollingToTheEndLoadsMore() {
    let store = SampleShop.store(count: 160)
    let once = TabsState.settled(store, columns: 80, rows: 24)
    #expect(once.model.feed.items.count == 50)
    let end = TabsState.settled(store, columns: 80, rows: 24, [.input(.key(.end))])
    #expect(end.model.feed.items.count == 160)
    #expect(end.model.feed.phase == .ended)
    #expect(end.model.feed.topIndex == 160 - 20)
    #expect(end.currentIndex(of: .latelyProduct) == 159)
  }

  @Test func anotherKeyEndsTheWayToTheEnd() {
    let store = SampleShop.store(count: 400)
    var state = TabsState.settled(store, columns: 80, rows: 24)
    let effects = state.update(.input(.key(.end)))
    _ = state.update(.input(.key(.up)))
    state.settle(effects, store)
    #expect(state.currentIndex(of: .latelyProduct) == 48)
    #expect(state.model.feed.items.count < 400)
  }

  @Test func aShorterListStillFillsTheScreen() {
    let store = SampleShop.store(count: 60)
    var state = TabsState.settled(store, columns: 80, rows: 24, [.input(.key(.end))])
    #expect(state.model.feed.topIndex == 40)
    let ids = state.model.feed.items.map(\.id)
    for id in ids[31..<40] + ids[41...] { store.remove(id) }
    state.settle(state.update(.input(.character("r"))), store)
    #expect(state.model.feed.items.count == 32)
    #expect(state.model.feed.topIndex == 12)
  }

  @Test func aFaultNamesWhatIsAtFault() {
    let fault = StoreError.unavailable(detail: "")
    #expect(TabsWords.korean.fault(fault, of: .store) == "저장소에 연결할 수 없습니다")
    #expect(TabsWords.korean.fault(fault, of: .server) == "서버에 연결할 수 없습니다")
  }

  @Test func aBurstOfTheWheelScrollsByThreeRowsEach() {
    let store = SampleShop.store(count: 1_000)
    let burst = Array(repeating: TabsMessage.input(.mouse(.scrolledDown)), count: 200)
    let state = TabsState.settled(store, columns: 80, rows: 24, burst)
    #expect(state.model.feed.topIndex == 600)
  }

  @Test func aBurstOfTheWheelGoesOnWhenMoreHasCome() {
    let store = SampleShop.store(count: 1_000)
    var state = TabsState.settled(store, columns: 80, rows: 24)
    // All of it before anything is answered.
    var effects: [TabsEffect] = []
    for _ in 0..<200 { effects += state.update(.input(.mouse(.scrolledDown))) }
    #expect(state.model.feed.topIndex == 30)
    state.settle(effects, store)
    #expect(state.model.feed.topIndex == 600)
    // At the end there is no more to go on with.
    for _ in 0..<400 { effects = state.update(.input(.mouse(.scrolledDown))) }
    state.settle(effects, store)
    #expect(state.model.feed.topIndex == 980)
    state.settle(state.update(.input(.mouse(.scrolledUp))), store)
    #expect(state.model.feed.topIndex == 977)
  }

  @Test func whateverElseIsDoneEndsTheWayOfTheWheel() {
    let store = SampleShop.store(count: 1_000)
    for event in [InputEvent.mouse(.scrolledUp), .key(.up), .character("2")] {
      var state = TabsState.settled(store, columns: 80, rows: 24)
      var effects: [TabsEffect] = []
      for _ in 0..<200 { effects += state.update(.input(.mouse(.scrolledDown))) }
      effects += state.update(.input(event))
      state.settle(effects, store)
      #expect(state.model[.latelyProduct].topIndex <= 30, "\(event)")
    }
  }

  @Test func wordsAboutAFailedProductCanBeClicked() {
    var state = TabsState.settled(SampleShop.store(count: 3), columns: 80, rows: 24)
    _ = state.update(.input(.key(.enter)))
    let id = state.product?.card.id ?? -1
    _ = state.update(.productFailed(id, .busy(detail: "")))
    let grid = TabsScreen(capabilities: TerminalCapabilities()).render(state)
    let words = TabsWords.korean.terms.retryHint
    let row = (0..<24).first { grid.line($0).contains(words) } ?? 0
    for (y, effects) in [(row - 1, [TabsEffect]()), (row, [.read(id)])] {
      _ = state.update(.input(.mouse(.pressed(x: 5, y: y))))
      #expect(state.update(.input(.mouse(.released(x: 5, y: y)))) == effects)
    }
    #expect(state.product?.phase == .loading)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func aProductsPageKeepsItsPlaceAtAnyWidth(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let store = InMemoryStore()
    var card = SampleShop.card(0)
    card.name = "긴 이름의 상품 " + String(repeating: "가나 다라마 ", count: 10)
    // Empty lines and runs of spaces are places, too.
    let text = (0..<80).map { "낱말\($0)" + random.pick([" ", "  ", "\n", "\n\n\n", ""]) }.joined()
    store.insert(
      Product(
        card: card, description: text + "\n\n" + text, images: [],
        source: ProductSource(name: "test", id: "1")))
    let (columns, rows) = (random.integer(in: 1...80), random.integer(in: 5...30))
    var state = TabsState.settled(store, columns: columns, rows: rows, [.input(.key(.enter))])
    for _ in 0..<random.integer(in: 1...60) { _ = state.update(.input(.key(.down))) }
    let place = state.pagePlace?.rows
    for _ in 0..<20 {
      let size = ScreenSize(columns: random.integer(in: 1...120), rows: random.integer(in: 1...40))
      _ = state.update(.resized(size))
      // A product that is read again is a shorter page for a moment.
      if random.integer(in: 0...3) == 0 {
        let effects = state.update(.input(.character("r")))
        #expect(state.pagePlace?.rows.isEmpty == (size.rows <= 2), "seed \(seed)")
        state.settle(effects, store)
      }
    }
    _ = state.update(.resized(ScreenSize(columns: columns, rows: rows)))
    #expect(state.pagePlace?.rows == place, "seed \(seed)")
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func aListKeepsItsPlaceAtAnySize(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let store = SampleShop.store(count: random.integer(in: 1...120))
    let rows = random.integer(in: 1...40)
    var state = TabsState.settled(store, columns: 80, rows: rows)
    for _ in 0..<random.integer(in: 0...40) {
      let event = random.pick([
        InputEvent.key(.down), .key(.down), .key(.pageDown), .key(.up), .mouse(.scrolledDown),
      ])
      state.settle(state.update(.input(event)), store)
    }
    let (top, index) = (state.model.feed.topIndex, state.currentIndex(of: .latelyProduct))
    for _ in 0..<20 {
      let size = ScreenSize(columns: random.integer(in: 1...120), rows: random.integer(in: 1...60))
      state.settle(state.update(.resized(size)), store)
      #expect(state.currentIndex(of: .latelyProduct) == index, "seed \(seed)")
      let visible =
        state.model.feed.topIndex..<state.model.feed.topIndex
        + max(state.layout.listRows.count, 1)
      #expect(visible.contains(index), "seed \(seed)")
    }
    state.settle(state.update(.resized(ScreenSize(columns: 80, rows: rows))), store)
    #expect(state.model.feed.topIndex == top, "seed \(seed)")
    #expect(state.currentIndex(of: .latelyProduct) == index, "seed \(seed)")
  }

  @Test func aProductThatIsGoneIsSaidWhereverItsPageWasScrolledTo() {
    let store = InMemoryStore()
    let text = String(repeating: "낱말\n", count: 80)
    store.insert(
      Product(
        card: SampleShop.card(0), description: text, images: [],
        source: ProductSource(name: "test", id: "1")))
    var state = TabsState.settled(store, columns: 40, rows: 12, [.input(.key(.enter))])
    _ = state.update(.input(.key(.end)))
    _ = state.update(.product(state.product?.card.id ?? -1, nil))
    let grid = TabsScreen(capabilities: TerminalCapabilities()).render(state)
    let words = TabsWords.korean.terms.missing
    #expect((0..<12).contains { grid.line($0).contains(words) })
  }

  @Test func aClickOutsideTheHeaderSelectsNoTab() {
    let state = TabsState.settled(
      SampleShop.store(count: 30), columns: 80, rows: 24,
      [.input(.mouse(.pressed(x: 70, y: 2))), .input(.mouse(.pressed(x: 70, y: 23)))])
    #expect(state.model.pageIndex == 0)
  }

  @Test func shiftTabGoesRoundTheOtherWay() {
    var state = TabsState.settled(SampleShop.store(count: 3), columns: 80, rows: 24)
    for page in [1, 0, 1] {
      _ = state.update(.input(.key(.backTab)))
      #expect(state.model.pageIndex == page)
    }
  }

  @Test func leavingAndStoppingAreEffects() {
    var state = TabsState.settled(SampleShop.store(count: 3), columns: 80, rows: 24)
    #expect(state.update(.input(.character("q"))) == [.quit])
    #expect(state.update(.input(.control("z"))) == [.suspend])
    #expect(state.update(.input(.control("l"))) == [.repaint])
  }

  @Test func reloadingAfterAFailureTriesAgain() {
    var state = TabsState(
      source: "x", size: ScreenSize(columns: 80, rows: 24), now: SampleShop.now)
    guard case .feed(.load(let request)) = state.appear().first else {
      Issue.record("nothing is loaded")
      return
    }
    _ = state.update(.answer(.failed(request.id, .unavailable(detail: ""))))
    state.settle(state.update(.input(.character("r"))), SampleShop.store(count: 3))
    #expect(state.model.feed.items.count == 3)
  }

  @Test func whatCouldNotBeReadIsReadOnceTheSourceAnswersAgain() {
    let store = SampleShop.store(count: 30)
    var state = TabsState(
      source: "x", size: ScreenSize(columns: 80, rows: 24), now: SampleShop.now)
    /// Answers that the source is away, whatever is asked.
    func refuse(_ effects: [TabsEffect]) {
      for case .feed(.load(let request)) in effects {
        _ = state.update(.answer(.failed(request.id, .unavailable(detail: ""))))
      }
    }
    refuse(state.appear())
    refuse(state.update(.input(.key(.right))))
    #expect(state.model.feed.phase == .failed(.unavailable(detail: "")))

    let news = TabsMessage.news(.ranking(.popularProduct, generation: 1))
    state.settle(state.update(news), store)
    #expect(state.model.feed.items.count == 30)
    // The other page when it is looked at.
    #expect(state.model[.latelyProduct].items.isEmpty)
    state.settle(state.update(.input(.key(.left))), store)
    #expect(state.model.feed.items.count == 30)

    let id = state.model.feed.items[0].id
    #expect(state.update(.input(.key(.enter))) == [.read(id)])
    _ = state.update(.productFailed(id, .unavailable(detail: "")))
    state.settle(state.update(news), store)
    #expect(state.product?.phase.isLoaded == true)
    // What fails for another reason fails again; whoever reads decides.
    _ = state.update(.productFailed(id, .corrupt(detail: "")))
    #expect(!state.update(news).contains(.read(id)))
  }

  @Test func aNewRankingIsTakenWhenTheReaderWants() {
    let store = SampleShop.store(count: 30)
    var state = TabsState.settled(
      store, columns: 80, rows: 24, page: .popularProduct, [.input(.key(.down))])
    let before = state.model.feed.items
    store.setRank(7, to: 1_000)
    state.settle(state.update(.answer(.newRankingAvailable(.popularProduct, generation: 2))), store)
    #expect(state.model.feed.items == before && state.model.feed.hasNewRanking)
    state.settle(state.update(.input(.character("r"))), store)
    #expect(state.model.feed.items.first?.id == 7 && !state.model.feed.hasNewRanking)
  }

  @Test func aLostSourceIsSaidAndBothPagesAreReadAnewFromTheNext() {
    let old = SampleShop.store(count: 30)
    var state = TabsState.settled(
      old, columns: 80, rows: 24, [.input(.key(.right)), .input(.key(.left))])
    let before = state.model.feed.items
    #expect(state.update(.news(.lost)).isEmpty)
    #expect(state.model.feed.items == before)
    #expect(FeedNotice(state) == .failed(TabsWords.korean.lost(.store)))
    // A click on the words is as good as the key.
    _ = state.update(.input(.mouse(.pressed(x: 3, y: 2))))
    #expect(state.update(.input(.mouse(.released(x: 3, y: 2)))) == [.reopen])

    let new = SampleShop.store(count: 7)
    state.settle(state.update(.reopened), new)
    #expect(state.model.feed.items.count == 7 && FeedNotice(state) == nil)
    state.settle(state.update(.input(.key(.right))), new)
    #expect(state.model.feed.items.count == 7)
    // And from then on as ever: switching loads nothing.
    #expect(state.update(.input(.key(.left))).allSatisfy { $0.isAnnouncement })
  }

  @Test func aSourceThatIsBackIsAsItWas() {
    var state = TabsState.settled(SampleShop.store(count: 3), columns: 80, rows: 24)
    _ = state.update(.news(.lost))
    _ = state.update(.news(.found))
    #expect(FeedNotice(state) == nil)
  }

  @Test func aRankingOfTheSourceIsMarkedOnlyWhenItIsNew() {
    let store = SampleShop.store(count: 30)
    var state = TabsState.settled(store, columns: 80, rows: 24, page: .popularProduct)
    let shown = state.model.feed.generation ?? 0
    _ = state.update(.news(.ranking(.popularProduct, generation: shown)))
    #expect(!state.model.feed.hasNewRanking)
    // A server that knows nothing of what was shown.
    _ = state.update(.news(.ranking(.popularProduct, generation: .max)))
    #expect(state.model.feed.hasNewRanking)
    state.settle(state.update(.input(.character("r"))), store)
    #expect(!state.model.feed.hasNewRanking)
    _ = state.update(.news(.ranking(.popularProduct, generation: shown + 1)))
    #expect(state.model.feed.hasNewRanking)
  }

  @Test func nothingIsSaidAboutAnAnswerThatComesSoon() throws {
    let screen = TabsScreen(capabilities: TerminalCapabilities())
    let store = SampleShop.store(count: 30)
    func text(_ state: TabsState) -> String {
      let grid = screen.render(state)
      return (0..<grid.rows).map { grid.line($0) }.joined(separator: "\n")
    }
    var state = TabsState(
      source: "x", size: ScreenSize(columns: 80, rows: 24), now: SampleShop.now)
    let first = state.appear()
    #expect(!text(state).contains(TabsWords.korean.terms.loading))
    #expect(state.deadline == Moment(seconds: 0.15))
    _ = state.advance(to: Moment(seconds: 0.149), now: SampleShop.now)
    #expect(!text(state).contains(TabsWords.korean.terms.loading))
    _ = state.advance(to: Moment(seconds: 0.15), now: SampleShop.now)
    #expect(text(state).contains(TabsWords.korean.terms.loading) && state.deadline == nil)
    state.settle(first, store)
    #expect(!text(state).contains(TabsWords.korean.terms.loading) && state.deadline == nil)

    _ = state.update(.input(.character("r")))
    #expect(!text(state).contains(TabsWords.korean.terms.refreshing))
    _ = state.advance(to: Moment(seconds: 1), now: SampleShop.now)
    #expect(text(state).contains(TabsWords.korean.terms.refreshing))

    _ = state.update(.input(.key(.enter)))
    #expect(!text(state).contains(TabsWords.korean.terms.loading))
    _ = state.advance(to: Moment(seconds: 2), now: SampleShop.now)
    #expect(text(state).contains(TabsWords.korean.terms.loading))
    _ = state.update(.product(try #require(state.product).card.id, nil))
    #expect(text(state).contains(TabsWords.korean.terms.missing) && state.deadline == nil)
  }

  @Test(arguments: 1...30)
  func theScreensPartsCoverItOnce(rows: Int) {
    let layout = TabsLayout(size: ScreenSize(columns: 10, rows: rows))
    let single = [layout.switchRow, layout.statusRow].compactMap(\.self)
    let covered = Array(layout.headerRows) + Array(layout.listRows) + single
    #expect(covered.sorted() == Array(0..<rows))
  }
}

extension TabsEffect {
  fileprivate var isAnnouncement: Bool {
    if case .feed(.announce) = self { true } else { false }
  }
}

extension ProductPage.Phase {
  fileprivate var isLoaded: Bool {
    if case .loaded = self { true } else { false }
  }
}
