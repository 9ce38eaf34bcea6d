import Foundation
import MarketCatalog
import MarketData
import MarketSQLite
import TestSupport
import Testing

@testable import MarketCLI

/// The demo shop is what a store seeded in the same way would show.
@Suite struct DemoShopTests {
  private let now = FeedConformance.now

  @Test(arguments: [1, 7, 100])
  func itCannotBeToldFromASeededStore(limit: Int) throws {
    let shop = SeedShop(count: 120, randomSeed: 3, asOf: now)
    let directory = try TemporaryDirectory()
    let path = directory.file("market.db")
    _ = try Migrator(storeAt: path).migrate(at: now)
    let store = try SQLiteStore(path: path)
    try store.makeWriter().seed(count: shop.count, at: now) { shop.product(at: $0) }
    let (demo, reader) = (try DemoShop(shop), try store.makeReader())
    for page in Page.allCases {
      for filter in [FeedFilter.all, FeedFilter(inStock: true)] {
        let shown = try FeedConformance.walk(demo, page, limit: limit, filter: filter)
        #expect(try shown == FeedConformance.walk(reader, page, limit: limit, filter: filter))
      }
    }
    for id in Int64(0)...121 {
      var stored = try reader.product(id)
      let product = try demo.product(id)
      if let product { stored?.source = product.source }
      #expect(product == stored)
    }
    let ids: [Int64] = [120, 121, 5, -1]
    #expect(try demo.products(ids) == reader.products(ids))
  }

  @Test func itsCursorsAreThoseOfAnyStore() throws {
    try FeedConformance(DemoShop(asOf: now), agreesWith: InMemoryStore()).checkCursors()
  }

  @Test func theViewSaysThatItIsADemo() throws {
    let directory = try TemporaryDirectory()
    let session = try TmuxSession(
      "env MARKET_DATA=\(directory.file("none")) \(RunningProgram.marketCLI.path) tabs",
      columns: 80, rows: 24)
    let unexpected = try session.wait { screen in
      screen[3].contains("원") && screen[23].contains(" demo ")
    }
    #expect(unexpected == nil)
  }
}
