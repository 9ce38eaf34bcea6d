import MarketCatalog
import MarketViewModel
import TestSupport
import Testing

@testable import MarketTerminal

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
    KeyCase(event: .character("h"), command: .select(.previous)),
    KeyCase(event: .character("l"), command: .select(.next)),
    KeyCase(event: .character("1"), command: .select(.index(0))),
    KeyCase(event: .character("2"), command: .select(.index(1))),
    KeyCase(event: .key(.up), command: .scrollRows(-1)),
    KeyCase(event: .key(.down), command: .scrollRows(1)),
    KeyCase(event: .character("j"), command: .scrollRows(1)),
    KeyCase(event: .character("k"), command: .scrollRows(-1)),
    KeyCase(event: .key(.pageUp), command: .scrollScreens(-1)),
    KeyCase(event: .key(.pageDown), command: .scrollScreens(1)),
    KeyCase(event: .key(.home), command: .scrollToStart),
    KeyCase(event: .key(.end), command: .scrollToEnd),
    KeyCase(event: .character(" "), command: .toggleInStock),
    KeyCase(event: .character("r"), command: .reload),
    KeyCase(event: .character("q"), command: .quit),
    KeyCase(event: .control("c"), command: .quit),
    KeyCase(event: .control("z"), command: .suspend),
    KeyCase(event: .character("ㅂ"), command: .quit),
    KeyCase(event: .character("ㅓ"), command: .scrollRows(1)),
    KeyCase(event: .character("0"), command: nil),
    KeyCase(event: .key(.escape), command: nil),
    KeyCase(event: .character("한"), command: nil),
  ])
  func keysAskFor(_ sample: KeyCase) {
    #expect(sample.event.command == sample.command)
  }

  @Test func scrollingToTheEndLoadsMore() {
    let store = SampleShop.store(count: 160)
    let once = TabsState.settled(store, columns: 80, rows: 24)
    #expect(once.model.feed.items.count == 50)
    let keys = Array(repeating: TabsMessage.input(.key(.end)), count: 5)
    let end = TabsState.settled(store, columns: 80, rows: 24, keys)
    #expect(end.model.feed.items.count == 160)
    #expect(end.model.feed.phase == .ended)
    #expect(end.model.feed.topIndex == 160 - 21)
  }

  @Test func aBurstOfTheWheelScrollsByThreeRowsEach() {
    let store = SampleShop.store(count: 1_000)
    let burst = Array(repeating: TabsMessage.input(.mouse(.scrolledDown)), count: 200)
    let state = TabsState.settled(store, columns: 80, rows: 24, burst)
    #expect(state.model.feed.topIndex == 600)
  }

  @Test func aClickOutsideTheHeaderSelectsNothing() {
    let state = TabsState.settled(
      SampleShop.store(count: 30), columns: 80, rows: 24,
      [.input(.mouse(.pressed(x: 70, y: 2))), .input(.mouse(.pressed(x: 70, y: 23)))])
    #expect(state.model.pageIndex == 0)
  }

  @Test func leavingAndStoppingAreEffects() {
    var state = TabsState.settled(SampleShop.store(count: 3), columns: 80, rows: 24)
    #expect(state.update(.input(.character("q"))) == [.quit])
    #expect(state.update(.input(.control("z"))) == [.suspend])
  }

  @Test func reloadingAfterAFailureTriesAgain() {
    var state = TabsState(source: "x", size: ScreenSize(columns: 80, rows: 24))
    guard case .feed(.load(let request)) = state.appear().first else {
      Issue.record("nothing is loaded")
      return
    }
    _ = state.update(.answer(.failed(request.id, .unavailable(detail: ""))))
    state.settle(state.update(.input(.character("r"))), SampleShop.store(count: 3))
    #expect(state.model.feed.items.count == 3)
  }

  @Test(arguments: 1...30)
  func theScreensPartsCoverItOnce(rows: Int) {
    let layout = TabsLayout(size: ScreenSize(columns: 10, rows: rows))
    let covered =
      Array(layout.headerRows) + Array(layout.listRows) + (layout.statusRow.map { [$0] } ?? [])
    #expect(covered == Array(0..<rows))
  }
}
