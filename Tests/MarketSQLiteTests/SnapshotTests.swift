import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Snapshots")
struct SnapshotTests {
  private let now = StoreFixture.now

  /// What a reader says of the store: its version, and the ids of the first slice of each feed.
  private func view(_ reader: SQLiteReader) throws -> [String] {
    var view = ["\(try reader.version())"]
    for page in Page.allCases {
      let slice = try reader.slice(FeedQuery(page: page, limit: 100), at: now)
      view.append("\(slice.generation) \(slice.items.map(\.id))")
    }
    return view
  }

  private func product(_ number: Int) -> Product {
    var random = SplitMix64(seed: UInt64(number))
    var product = random.products(1)[0]
    product.source = ProductSource(name: "test", id: "\(number)")
    return product
  }

  private func add(_ number: Int, _ writer: SQLiteWriter) throws {
    _ = try writer.importProducts(at: now) { put throws(StoreError) in
      _ = try put(product(number).imported, 1)
    }
  }

  @Test("reads in a snapshot see what was there when it began, whoever writes meanwhile")
  func isolation() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    let reader = try fixture.store.makeReader()
    try add(1, writer)
    let before = try view(reader)
    try reader.beginSnapshot()
    try add(2, writer)
    #expect(try view(reader) == before)
    reader.endSnapshot()
    let after = try view(reader)
    #expect(after != before)
    #expect(try view(try fixture.store.makeReader()) == after)
  }

  @Test("a snapshot begun anew sees the present")
  func renewal() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    let reader = try fixture.store.makeReader()
    try reader.beginSnapshot()
    try add(1, writer)
    try reader.beginSnapshot()
    #expect(try reader.slice(FeedQuery(page: .latelyProduct), at: now).items.count == 1)
    reader.endSnapshot()
    reader.endSnapshot()
  }

  @Test("a writer's log is not kept from being folded back after a snapshot has ended")
  func checkpoint() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    let reader = try fixture.store.makeReader()
    func foldBack() throws -> Bool {
      // Columns: whether someone was in the way, pages in the log, pages folded back.
      let statement = try writer.market.prepare("PRAGMA wal_checkpoint(TRUNCATE)")
      _ = try statement.step()
      return statement.integer(0) == 0
    }
    try writer.market.execute("PRAGMA busy_timeout = 0")
    try reader.beginSnapshot()
    try add(1, writer)
    #expect(try !foldBack())
    reader.endSnapshot()
    #expect(try foldBack())
  }
}
