import MarketCatalog
import MarketViewModel
import TestSupport
import Testing

@testable import MarketTerminal

@Suite struct TabsScreenTests {
  struct ScreenCase: CustomTestStringConvertible, Sendable {
    let name: String
    var columns = 80
    var rows = 24
    var products = 200
    var style = SegmentedControlStyle.inset
    var isASCII = false
    var language = Language.korean
    var messages: [TabsMessage] = []
    var testDescription: String { name }
  }

  private static let newRanking = TabsMessage.answer(
    .newRankingAvailable(.popularProduct, generation: 9))

  @Test(arguments: [
    ScreenCase(name: "tabs-80x24"),
    ScreenCase(name: "tabs-80x24-popular", messages: keys(.key(.right))),
    ScreenCase(
      name: "tabs-80x24-scrolled", messages: keys(.key(.pageDown), .key(.down), .key(.end))),
    ScreenCase(name: "tabs-80x24-in-stock", messages: keys(.character(" "))),
    ScreenCase(name: "tabs-80x24-ascii", isASCII: true, messages: keys(.key(.tab))),
    ScreenCase(name: "tabs-80x24-full", style: .full),
    ScreenCase(name: "tabs-80x24-follow", style: .follow, messages: keys(.key(.right))),
    ScreenCase(name: "tabs-80x24-end", products: 15),
    ScreenCase(name: "tabs-80x24-empty", products: 0),
    ScreenCase(name: "tabs-80x24-help", messages: keys(.character("?"))),
    ScreenCase(name: "tabs-80x24-new-ranking", messages: keys(.character("2")) + [newRanking]),
    ScreenCase(name: "tabs-40x12", columns: 40, rows: 12),
    ScreenCase(name: "tabs-40x12-full", columns: 40, rows: 12, style: .full),
    ScreenCase(name: "tabs-40x12-follow", columns: 40, rows: 12, style: .follow),
    ScreenCase(name: "tabs-40x12-help", columns: 40, rows: 12, messages: keys(.character("?"))),
    ScreenCase(
      name: "tabs-40x12-new-ranking", columns: 40, rows: 12,
      messages: keys(.character("2")) + [newRanking] + keys(.character("1"))),
    ScreenCase(name: "tabs-120x40", columns: 120, rows: 40, messages: keys(.character("2"))),
    ScreenCase(name: "tabs-120x40-full", columns: 120, rows: 40, style: .full),
    ScreenCase(name: "tabs-120x40-follow", columns: 120, rows: 40, style: .follow),
    ScreenCase(name: "tabs-81x9", columns: 81, rows: 9, messages: keys(.character("l"))),
    ScreenCase(name: "tabs-33x7", columns: 33, rows: 7),
    ScreenCase(name: "tabs-17x5", columns: 17, rows: 5, messages: keys(.character("2"))),
    ScreenCase(name: "tabs-5x3", columns: 5, rows: 3),
    ScreenCase(
      name: "tabs-80x24-english", language: .english,
      messages: keys(.character("2")) + [newRanking]),
    ScreenCase(name: "tabs-40x12-english", columns: 40, rows: 12, language: .english),
    ScreenCase(
      name: "tabs-80x24-english-help", language: .english, messages: keys(.character("?"))),
    ScreenCase(
      name: "tabs-80x24-japanese", style: .full, language: .japanese,
      messages: keys(.character(" "))),
    ScreenCase(
      name: "tabs-80x24-english-ascii", isASCII: true, language: .english),
  ])
  func looksAsRecorded(_ sample: ScreenCase) {
    let state = TabsState.settled(
      SampleShop.store(count: sample.products), columns: sample.columns, rows: sample.rows,
      style: sample.style, language: sample.language, sample.messages)
    let screen = TabsScreen(capabilities: TerminalCapabilities(isASCII: sample.isASCII))
    let grid = screen.render(state)
    #expect(grid.fault == nil)
    expectGolden(grid.golden, named: sample.name)
  }

  /// The pages between which a finger is: it was pressed at column 50 and moved.
  @Test(arguments: [-40, -5, 5, 27])
  func aDragShowsBothLists(distance: Int) {
    var state = TabsState.settled(
      SampleShop.store(count: 40), columns: 80, rows: 12,
      keys(distance > 0 ? .character("2") : .character("1")))
    let store = SampleShop.store(count: 40)
    state.settle(state.update(.input(.mouse(.pressed(x: 50, y: 6)))), store)
    state.settle(state.update(.input(.mouse(.dragged(x: 50 + distance, y: 6)))), store)
    let grid = TabsScreen(capabilities: TerminalCapabilities()).render(state)
    #expect(grid.fault == nil)
    expectGolden(grid.golden, named: "tabs-80x12-drag\(distance)")
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func aProductHasAPage(columns: Int, rows: Int) {
    let store = InMemoryStore()
    let time = Timestamp(milliseconds: 1_789_000_000_000)
    store.insert(
      Product(
        card: ProductCard(
          id: 0, name: "겨울 코트 따뜻한 모직 \u{1112}\u{1161}\u{11AB} 🇰🇷",
          price: Money(amountMinor: 64_500, currency: .krw),
          originalPrice: Money(amountMinor: 129_000, currency: .krw), stock: 1_234,
          category: "outer", vendor: Vendor(id: 1, name: "코트 가게"),
          counts: ProductCounts(views: 12_345, likes: 678, purchases: 9), createdAt: time,
          updatedAt: time),
        description: "따뜻한 모직 코트입니다.\n\n"
          + String(repeating: "어깨 선이 부드럽고 안감까지 두꺼워서 겨울 내내 입을 수 있습니다. ", count: 6)
          + "\n세탁: 드라이클리닝 👕",
        images: [], source: ProductSource(name: "test", id: "1")))
    let keys = [TabsMessage.input(.key(.enter))] + (rows < 20 ? keys(.key(.pageDown)) : [])
    let state = TabsState.settled(store, columns: columns, rows: rows, keys)
    expectGolden(
      TabsScreen(capabilities: TerminalCapabilities()).render(state).golden,
      named: "tabs-\(columns)x\(rows)-product")
  }

  @Test(arguments: [(60, 10), (60, 6)])
  func aFailureIsSaidAndWhatIsShownStays(columns: Int, rows: Int) {
    var state = TabsState.settled(SampleShop.store(count: 60), columns: columns, rows: rows)
    var effects = state.update(.input(.key(.end)))
    guard case .feed(.load(let request)) = effects.popLast() else {
      Issue.record("the end asks for nothing")
      return
    }
    _ = state.update(.answer(.failed(request.id, .busy(detail: "locked"))))
    expectGolden(
      TabsScreen(capabilities: TerminalCapabilities()).render(state).golden,
      named: "tabs-\(columns)x\(rows)-failed")
  }

  @Test func aFailureWithNothingToShowSaysHowToTryAgain() {
    var state = TabsState(
      source: "market.db", size: ScreenSize(columns: 40, rows: 12), now: SampleShop.now)
    guard case .feed(.load(let request)) = state.appear().last else {
      Issue.record("nothing is asked for")
      return
    }
    _ = state.update(.answer(.failed(request.id, .unavailable(detail: ""))))
    expectGolden(
      TabsScreen(capabilities: TerminalCapabilities()).render(state).golden,
      named: "tabs-40x12-nothing")
  }

  /// What the screen may show besides a resting list.
  enum Scene: CaseIterable {
    case list
    case help
    case product
    case swipe
    case failure

    fileprivate func enter(_ state: inout TabsState, _ store: InMemoryStore) {
      let messages: [TabsMessage] =
        switch self {
        case .list: []
        case .help: keys(.character("?"))
        case .product: keys(.key(.enter))
        case .swipe: [.input(.mouse(.scrolledRight)), .input(.mouse(.scrolledRight))]
        case .failure: keys(.character("r"))
        }
      for message in messages {
        let effects = state.update(message)
        if self == .failure, case .feed(.load(let request)) = effects.last {
          _ = state.update(.answer(.failed(request.id, .busy(detail: ""))))
        } else {
          state.settle(effects, store)
        }
      }
    }
  }

  @Test(arguments: Scene.allCases, [false, true])
  func everySizeCanBeDrawn(scene: Scene, isASCII: Bool) {
    let screen = TabsScreen(capabilities: TerminalCapabilities(isASCII: isASCII))
    let store = SampleShop.store(count: 70)
    var state = TabsState.settled(store, columns: 80, rows: 24, keys(.key(.pageDown)))
    let small = (1...10).flatMap { columns in [1, 2, 3, 4, 8].map { (columns, $0) } }
    let others = (1...200).map { ($0, 1 + $0 * 7 % 20) } + [(200, 60)]
    for (columns, rows) in small + others {
      state.settle(state.update(.resized(ScreenSize(columns: columns, rows: rows))), store)
      var shown = state
      scene.enter(&shown, store)
      let grid = screen.render(shown)
      #expect(grid.columns == columns && grid.rows == rows)
      if let fault = grid.fault { Issue.record("\(columns)x\(rows): \(fault)") }
      if isASCII, grid.hasAmbiguousDecoration { Issue.record("\(columns)x\(rows): not ASCII") }
    }
  }

  @Test func pricesStayWholeAtEveryWidth() {
    let store = SampleShop.store(count: 12)
    for columns in 20...120 {
      let state = TabsState.settled(store, columns: columns, rows: 15)
      let grid = TabsScreen(capabilities: TerminalCapabilities()).render(state)
      #expect(grid.line(3).hasSuffix("12,900원 "), "\(columns) columns")
      #expect(grid.line(7).hasSuffix("KWD 1.234 "), "\(columns) columns")
    }
  }

  @Test func decomposedAndComposedNamesLookTheSame() {
    func screen(_ name: String) -> Grid {
      let store = InMemoryStore()
      let time = Timestamp(milliseconds: 0)
      store.insert(
        ProductCard(
          id: 0, name: name, price: Money(amountMinor: 1, currency: .krw), stock: 1,
          category: "etc", createdAt: time, updatedAt: time))
      let state = TabsState.settled(store, columns: 40, rows: 6)
      return TabsScreen(capabilities: TerminalCapabilities()).render(state)
    }
    let composed = screen("한글")
    let decomposed = screen("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}")
    #expect(composed == decomposed)
    #expect(composed.line(2).hasPrefix("▌한글 "))
  }

  @Test func aClickSelectsTheSegmentThatIsDrawnThere() {
    let store = SampleShop.store(count: 5)
    for columns in 1...120 {
      var state = TabsState.settled(store, columns: columns, rows: 10)
      for x in (0..<columns) {
        for other in [0, columns - 1, x] {
          state.settle(state.update(.input(.mouse(.pressed(x: other, y: x % 2)))), store)
        }
        #expect(state.model.pageIndex == x * 2 / columns)
      }
    }
  }
}

private func keys(_ events: InputEvent...) -> [TabsMessage] { events.map { .input($0) } }

extension Grid {
  /// Whether a row of decoration has a character beyond ASCII that is no text.
  fileprivate var hasAmbiguousDecoration: Bool {
    (0..<rows).contains { y in
      line(y).unicodeScalars.contains { "…♥●▁▄▖▗▌▐█←→↑↓".unicodeScalars.contains($0) }
    }
  }
}
