import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Which products events may name")
struct ListedProductTests {
  let fixture: StoreFixture
  let writer: SQLiteWriter
  private let now = StoreFixture.now
  private static let count: Int64 = 200

  init() throws {
    fixture = try StoreFixture()
    writer = try fixture.store.makeWriter()
    var random = SplitMix64(seed: 81)
    try writer.seed(count: Int(Self.count), at: now) { random.seedProduct($0) }
  }

  /// Ids that are, were and never were, at both ends of the words in which they are remembered.
  private static let asked = Array(-2...(count + 70)) + [1 << 24, (1 << 24) + 1, .max]

  private func listed(by products: ListedProducts) throws -> [Int64] {
    try products.refresh()
    return try Self.asked.filter { try products.isListed($0) }
  }

  @Test("they are what is listed, also after another writer has changed it")
  func changes() throws {
    let products = try ListedProducts(writer.market)
    let other = try fixture.store.makeWriter()
    #expect(try listed(by: products) == Array(1...Self.count))
    let gone: [Int64] = [1, 63, 64, 127, 128, 200]
    _ = try other.setListed(false, of: gone, at: now)
    #expect(try listed(by: products) == (1...Self.count).filter { !gone.contains($0) })
    _ = try other.setListed(true, of: [64, 200], at: now)
    _ = try other.deleteProducts(Array(65...126))
    let left = (1...Self.count).filter {
      ![1, 63, 127, 128].contains($0) && !(65...126).contains($0)
    }
    #expect(try listed(by: products) == left)
  }

  @Test("products above those that are remembered are looked up each time")
  func large() throws {
    let large: Int64 = 1 << 24
    try writer.market.execute(
      "UPDATE sqlite_sequence SET seq = \(large - 2) WHERE name = 'products'")
    var random = SplitMix64(seed: 82)
    try fixture.fill(random.products(3), writer: writer)
    let products = try ListedProducts(writer.market)
    #expect(
      try listed(by: products) == Array(1...Self.count) + [large, large + 1],
      "and \(large - 1), which was not asked for, is the last of the first kind")
    #expect(try products.isListed(large - 1))
  }

  @Test("one look tells of all ids around, by a range of one table")
  func looks() throws {
    let products = try ListedProducts(writer.market)
    try products.refresh()
    let trace = StatementTrace(writer.market)
    for id in 1...Self.count { #expect(try products.isListed(id)) }
    #expect(trace.statements.filter { $0 == ListedProducts.findSQL }.count == 4)
    #expect(
      try writer.market.plan(of: ListedProducts.findSQL) == [
        "SEARCH product_standings USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"
      ])
  }
}
