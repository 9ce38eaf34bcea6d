import MarketCatalog
import MarketViewModel
import Testing

@testable import MarketTerminal

/// What lies over the list: a product, and the keys.
@Suite struct TabsPageTests {
  @Test func aProductIsReadAndShown() {
    let store = SampleShop.store(count: 10)
    var state = TabsState.settled(store, columns: 80, rows: 24, [.input(.key(.down))])
    let card = state.model.feed.items[1]
    #expect(state.update(.input(.key(.enter))) == [.read(card.id)])
    #expect(state.product?.card == card && state.product?.phase == .loading)
    _ = state.update(.product(card.id + 1, nil))
    #expect(state.product?.phase == .loading)
    _ = state.update(.productFailed(card.id, .busy(detail: "")))
    #expect(state.product?.phase == .failed(.busy(detail: "")))
    #expect(state.update(.input(.character("r"))) == [.read(card.id)])
    _ = state.update(.product(card.id, nil))
    #expect(state.product?.phase == .missing)
    #expect(state.update(.input(.key(.escape))) == [])
    #expect(state.product == nil && state.currentIndex(of: .latelyProduct) == 1)
  }

  @Test func helpLiesOverEverythingAndGoesFirst() {
    let store = SampleShop.store(count: 10)
    var state = TabsState.settled(
      store, columns: 80, rows: 24, [.input(.key(.enter)), .input(.character("?"))])
    #expect(state.isHelpShown && state.product != nil)
    _ = state.update(.input(.key(.escape)))
    #expect(!state.isHelpShown && state.product != nil)
    _ = state.update(.input(.character("?")))
    _ = state.update(.input(.character("?")))
    #expect(!state.isHelpShown)
    _ = state.update(.input(.key(.right)))
    #expect(state.product == nil && state.model.pageIndex == 1)
  }

  @Test func aPageScrollsAsFarAsItHasLines() {
    let store = SampleShop.store(count: 10)
    var state = TabsState.settled(store, columns: 80, rows: 12, [.input(.character("?"))])
    let rows = state.layout.pageRows.count
    for _ in 0..<50 { _ = state.update(.input(.key(.down))) }
    let end = HelpPage.lineCount - rows..<HelpPage.lineCount
    #expect(state.pagePlace?.rows == end)
    _ = state.update(.input(.key(.home)))
    #expect(state.pagePlace?.rows == 0..<rows)
    _ = state.update(.input(.key(.end)))
    _ = state.update(.resized(ScreenSize(columns: 80, rows: 40)))
    #expect(state.pagePlace?.rows == 0..<HelpPage.lineCount)
    _ = state.update(.resized(ScreenSize(columns: 80, rows: 12)))
    #expect(state.pagePlace?.rows == end)
  }
}
