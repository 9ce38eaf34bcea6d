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
    var isASCII = false
    var keys: [InputEvent] = []
    var testDescription: String { name }
  }

  @Test(arguments: [
    ScreenCase(name: "tabs-80x24"),
    ScreenCase(name: "tabs-80x24-popular", keys: [.key(.right)]),
    ScreenCase(name: "tabs-80x24-scrolled", keys: [.key(.pageDown), .key(.down), .key(.end)]),
    ScreenCase(name: "tabs-80x24-in-stock", keys: [.character(" ")]),
    ScreenCase(name: "tabs-80x24-ascii", isASCII: true, keys: [.key(.tab)]),
    ScreenCase(name: "tabs-80x24-end", products: 15),
    ScreenCase(name: "tabs-80x24-empty", products: 0),
    ScreenCase(name: "tabs-40x12", columns: 40, rows: 12),
    ScreenCase(name: "tabs-120x40", columns: 120, rows: 40, keys: [.character("2")]),
    ScreenCase(name: "tabs-81x9", columns: 81, rows: 9, keys: [.character("l")]),
    ScreenCase(name: "tabs-33x7", columns: 33, rows: 7),
    ScreenCase(name: "tabs-17x5", columns: 17, rows: 5, keys: [.character("2")]),
    ScreenCase(name: "tabs-5x3", columns: 5, rows: 3),
  ])
  func looksAsRecorded(_ sample: ScreenCase) {
    let state = TabsState.settled(
      SampleShop.store(count: sample.products), columns: sample.columns, rows: sample.rows,
      sample.keys.map { .input($0) })
    let screen = TabsScreen(capabilities: TerminalCapabilities(isASCII: sample.isASCII))
    let grid = screen.render(state)
    #expect(grid.fault == nil)
    expectGolden(grid.golden, named: sample.name)
  }

  @Test func aFailureIsSaidAndWhatIsShownStays() {
    var state = TabsState.settled(SampleShop.store(count: 60), columns: 60, rows: 10)
    var effects = state.update(.input(.key(.end)))
    guard case .feed(.load(let request)) = effects.popLast() else {
      Issue.record("the end asks for nothing")
      return
    }
    _ = state.update(.answer(.failed(request.id, .busy(detail: "locked"))))
    expectGolden(
      TabsScreen(capabilities: TerminalCapabilities()).render(state).golden,
      named: "tabs-60x10-failed")
  }

  @Test(arguments: [false, true])
  func everySizeCanBeDrawn(isASCII: Bool) {
    let screen = TabsScreen(capabilities: TerminalCapabilities(isASCII: isASCII))
    let store = SampleShop.store(count: 70)
    var state = TabsState.settled(store, columns: 80, rows: 24, [.input(.key(.pageDown))])
    let small = (1...12).flatMap { columns in (1...6).map { (columns, $0) } }
    let others = (1...200).map { ($0, 1 + $0 * 7 % 60) } + [(200, 60)]
    for (columns, rows) in small + others {
      state.settle(state.update(.resized(ScreenSize(columns: columns, rows: rows))), store)
      let grid = screen.render(state)
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
      #expect(grid.line(2).hasSuffix("12,900원 "), "\(columns) columns")
      #expect(grid.line(6).hasSuffix("KWD 1.234 "), "\(columns) columns")
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
    #expect(composed.line(2).hasPrefix(" 한글 "))
  }

  @Test func aClickSelectsTheSegmentThatIsDrawnThere() {
    let store = SampleShop.store(count: 5)
    for columns in 1...120 {
      for x in 0..<columns {
        let state = TabsState.settled(
          store, columns: columns, rows: 10, [.input(.mouse(.pressed(x: x, y: x % 2)))])
        #expect(state.model.pageIndex == x * 2 / columns)
      }
    }
  }
}

extension Grid {
  /// Whether a row of decoration has a character beyond ASCII that is no text.
  fileprivate var hasAmbiguousDecoration: Bool {
    (0..<rows).contains { y in
      line(y).unicodeScalars.contains { "…♥▁▄▖▗←→↑↓".unicodeScalars.contains($0) }
    }
  }
}
