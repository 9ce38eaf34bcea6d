import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Places that products have left")
struct LeftPlaceTests {
  let fixture: StoreFixture
  let writer: SQLiteWriter
  let reader: SQLiteReader
  private let now = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    writer = try fixture.store.makeWriter()
    reader = try fixture.store.makeReader()
  }

  /// A store of 60 products of which the first 40 have left their places, and a cursor to the first of
  /// them at the generation before.
  private func left() throws -> Cursor {
    var random = SplitMix64(seed: 31)
    try writer.seed(count: 60, at: now) { random.seedProduct($0) }
    let cursor = CursorPayload(
      page: .popularProduct, filterFingerprint: FeedFilter.all.fingerprint,
      generation: try reader.version().generation, keyset: .start, startedAt: now
    ).encoded()
    let purchases = (1...40).map { id in
      random.event(.purchase, product: Int64(id), actor: 1, at: now)
    }
    _ = try writer.record(purchases, at: now)
    _ = try writer.applyRecordedEvents(at: now)
    return cursor
  }

  private func slice(_ cursor: Cursor) throws -> [ProductCard] {
    try reader.slice(FeedQuery(page: .popularProduct, limit: 100, cursor: cursor), at: now).items
  }

  @Test("an edit shows at once at every generation")
  func edit() throws {
    let cursor = try left()
    let before = try slice(cursor)
    #expect(before.count == 60)
    #expect(before.first { $0.id == 7 }?.counts.purchases ?? 0 > 0, "the live card is shown")
    let vendor = try #require(before.first { $0.vendor != nil && $0.id <= 40 }?.vendor)
    _ = try writer.renameVendor(vendor.id, to: "새 이름", at: now)
    let expected = before.map { card in
      var card = card
      if card.vendor?.id == vendor.id { card.vendor?.name = "새 이름" }
      return card
    }
    #expect(try slice(cursor) == expected)
    #expect(expected != before)
  }

  @Test("an unlisted product is gone at once from every generation")
  func unlisting() throws {
    let cursor = try left()
    let before = try slice(cursor)
    for id in [7, 50] {
      try writer.market.execute(
        """
        DELETE FROM recent_cards WHERE product_id = \(id);
        DELETE FROM rank_versions WHERE product_id = \(id) AND card IS NOT NULL;
        UPDATE products SET listed = 0 WHERE id = \(id);
        UPDATE product_standings SET rank_from = NULL WHERE product_id = \(id);
        """)
    }
    #expect(try slice(cursor).map(\.id) == before.map(\.id).filter { $0 != 7 && $0 != 50 })
  }

  @Test("a tick between the choice of the statement and its rows takes no product from a slice")
  func tickMeanwhile() throws {
    let cursor = try left()
    // The newest generation's statement at an older one, as it is used when someone writes meanwhile.
    let scan = try reader.feedStatement(.popularProduct, at: reader.version().generation)
    scan.bind(Int64.max, at: 1)
    scan.bind(Int64.max, at: 2)
    scan.bind(Int64(0), at: 3)
    var ids: [Int64] = []
    while try scan.step() {
      let isLeft = scan.isNull(2)
      let (row, column) = try #require(isLeft ? try reader.liveCard(scan) : (scan, 2))
      let card = try row.withBytes(column) { try CardRow.card(id: scan.integer(1), $0) }
      ids.append(card.id)
    }
    #expect(try slice(cursor).map(\.id) == ids)
    reader.productByID.reset()
  }

  @Test("the statement of older generations looks live cards up by their key, and sorts nothing")
  func plan() throws {
    _ = try left()
    #expect(
      try reader.connection.plan(of: FeedSQL.olderRanking) == [
        "SEARCH r USING PRIMARY KEY ((rank_key,product_id)<(?,?))",
        "SEARCH c USING PRIMARY KEY (created_at=? AND product_id=?) LEFT-JOIN",
      ])
  }

  @Test("a slice of an older generation is one statement")
  func statements() throws {
    let cursor = try left()
    let trace = StatementTrace(reader.connection)
    #expect(try slice(cursor).count == 60)
    #expect(
      trace.statements.filter {
        !$0.hasPrefix("PRAGMA data_version") && !$0.contains("market_state")
      }
        == [FeedSQL.olderRanking])
  }

  @Test("places that were left before migration 8 get the time of their product's creation")
  func migration() throws {
    let cursor = try left()
    let before = try slice(cursor)
    try writer.market.execute("ALTER TABLE rank_versions DROP COLUMN live_created_at")
    try writer.market.runMigration("0008_note_creation_of_left_places.sql")
    #expect(try Migrator(storeAt: fixture.store.path).verify() == [])
    #expect(try slice(cursor) == before)
    let wrong = try writer.market.firstInteger(
      """
      SELECT count(*) FROM rank_versions AS r JOIN products AS p ON p.id = r.product_id
      WHERE r.live_created_at IS NOT iif(r.card IS NULL, p.created_at, NULL)
      """)
    #expect(wrong == 0)
  }
}
