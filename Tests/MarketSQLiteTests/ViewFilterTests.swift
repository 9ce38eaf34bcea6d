import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("The filter of a day's views")
struct ViewFilterTests {
  @Test(
    "knows every view that was put in, and calls few others known",
    arguments: zip([4, 8, 16], [0.22, 0.045, 0.008]))
  func membership(bitsPerView: Int, limit: Double) {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    func view() -> (product: Int64, actor: Int64) {
      (Int64(random.integer(in: 1...1_000)), Int64(bitPattern: random.next()) | .min)
    }
    let count = 4_096
    var filter = ViewFilter(day: 20_000, bitCount: bitsPerView * count)
    let views = (0..<count).map { _ in view() }
    for view in views { filter.insert(productID: view.product, actor: view.actor) }
    for view in views {
      #expect(filter.mayContain(productID: view.product, actor: view.actor), "seed \(seed)")
    }
    let others = (0..<10_000).map { _ in view() }
    let mistaken = others.count { filter.mayContain(productID: $0.product, actor: $0.actor) }
    // (1 - e^(-4/b))^4 of them, and a little more for the blocks that are fuller than others.
    let share = Double(mistaken) / Double(others.count)
    #expect(share < limit, "\(share), seed \(seed)")
  }

  @Test("one actor's views of many products, and many actors' of one, are told apart")
  func parts() {
    var filter = ViewFilter(day: 1, bitCount: 1 << 16)
    for product in Int64(1)...500 { filter.insert(productID: product, actor: -7) }
    for actor in Int64(1)...500 { filter.insert(productID: 9_000, actor: -1_000 - actor) }
    let mistaken = (Int64(501)...1_500).count { filter.mayContain(productID: $0, actor: -7) }
    #expect(mistaken < 30)
  }
}
