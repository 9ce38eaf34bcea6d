import Foundation
import MarketCatalog
import TestSupport
import Testing

/// G1 in this process: walks stay whole in the store and in the oracle, whatever happens to a shop.
@Suite("Walks stay whole in both stores")
struct StableWalkTests {
  /// How many walks there are; `make walks` asks for thousands.
  private static let walkCount =
    ProcessInfo.processInfo.environment["MARKET_WALKS"].flatMap { Int($0) } ?? 300
  private static let now = StoreFixture.now

  @Test("while products are made, edited, unlisted, listed again and deleted, and ranks move")
  func histories() throws {
    let (seed, generator) = SplitMix64.replayable()
    print("walks in both stores: MARKET_TEST_SEED=\(seed)")
    var random = generator
    var walks = 0
    var size = 0
    while walks < Self.walkCount {
      // The first are the shortest, so that what fails at all fails where it is understood.
      size += 1
      let bounds = random.pick(ShopRun.Bounds.all)
      let steps = random.shopSteps(min(size * 8, 240), from: Self.now)
      let run = try ShopRun(from: Self.now, bounds)
      do {
        try run.run(steps)
      } catch {
        report(error, steps, bounds, seed: seed, size: size)
        return
      }
      walks += run.walkCount
    }
  }

  /// Records the shortest history that can be found in which something is wrong.
  private func report(
    _ error: any Error, _ steps: [ShopStep], _ bounds: ShopRun.Bounds, seed: UInt64, size: Int
  ) {
    var fault = "\(error)"
    let shortened = shortest(steps) { fewer in
      do {
        try ShopRun(from: Self.now, bounds).run(fewer)
        return false
      } catch {
        fault = "\(error)"
        return true
      }
    }
    Issue.record(
      """
      MARKET_TEST_SEED=\(seed), history \(size): \(error)
      of which \(shortened.count) steps are left, under \(bounds): \(fault)
      \(shortened.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n"))
      """)
  }
}
