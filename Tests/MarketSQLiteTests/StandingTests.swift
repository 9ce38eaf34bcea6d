import Foundation
import MarketCatalog
import Migrations
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("How products stand, in a table of its own")
struct StandingTests {
  let fixture: StoreFixture
  let writer: SQLiteWriter
  private let now = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    writer = try fixture.store.makeWriter()
  }

  /// A shop in which something of everything has happened: seeded and imported products, three of them
  /// unlisted, one deleted, places that were left, and products that wait to be settled.
  private func live() throws {
    var random = SplitMix64(seed: 61)
    try writer.seed(count: 40, at: now) { random.seedProduct($0) }
    try fixture.fill(random.products(20), writer: writer)
    writer.tickRoom = 30
    writer.leastSettled = 20
    writer.settlingTurn = 1
    for actor in 0..<3 {
      let events = (1...60).map { id in
        random.event(
          random.pick([.view, .like, .purchase]), product: Int64(id), actor: Int64(actor), at: now)
      }
      _ = try writer.record(events, at: now)
      _ = try writer.applyRecordedEvents(at: now.advanced(byMilliseconds: Int64(actor) * 1_000)) {
        true
      }
    }
    _ = try writer.setListed(false, of: [7, 8, 50], at: now)
    _ = try writer.deleteProducts([9])
    let left = try writer.market.firstInteger(
      "SELECT count(*) FROM rank_versions WHERE card IS NULL")
    let late = try writer.market.firstInteger("SELECT count(*) FROM late_standings")
    try #require(left ?? 0 > 60 && late ?? 0 > 10)
  }

  // MARK: Migration

  /// All that readers tell of a store.
  private struct Seen: Equatable {
    var exported: [Product] = []
    var feeds: [[ProductCard]] = []
    var ranks: [RankAnswer] = []
    var scores: [UInt64] = []
    var unlisted: [Int64] = []
  }

  private func see(_ store: SQLiteStore) throws -> Seen {
    let reader = try store.makeReader()
    var seen = Seen()
    try reader.forEachProduct { seen.exported.append($0) }
    try reader.forEachUnlistedProduct { id, _, _ in seen.unlisted.append(id) }
    let newest = try reader.version().generation
    for (page, generation) in [
      (Page.latelyProduct, newest), (.popularProduct, newest), (.popularProduct, newest - 1),
    ] {
      let cursor = CursorPayload(
        page: page, filterFingerprint: FeedFilter.all.fingerprint, generation: generation,
        keyset: .start, startedAt: now
      ).encoded()
      seen.feeds.append(
        try reader.slice(FeedQuery(page: page, limit: 100, cursor: cursor), at: now).items)
    }
    seen.ranks = try (1...61).map { try reader.explainRank(of: $0, at: now) }
    let rows = try reader.connection.prepare("SELECT z FROM current_standings ORDER BY product_id")
    while try rows.step() { seen.scores.append(rows.double(0).bitPattern) }
    return seen
  }

  /// A store with what the fixture's has, in the schema of before the standings had a table.
  private func formerStore() throws -> String {
    let path = fixture.directory.file("former.db")
    try writer.events.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try FileManager.default.copyItem(
      atPath: fixture.store.path + "-events", toPath: path + "-events")
    let former = try SQLiteConnection(path: path, mode: .create, busyTimeout: 1_000)
    try former.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA application_id = 0x4D4B5431;
      ATTACH '\(fixture.store.path)' AS present;
      """)
    let log = "FROM present.sqlite_schema WHERE name = 'schema_migrations'"
    let definition = try former.firstText("SELECT sql \(log)")
    try former.execute(try #require(definition))
    for migration in EmbeddedMigrations.market.prefix(9) {
      try former.execute(String(decoding: migration.bytes, as: UTF8.self))
    }
    // An unlisted product had the generation of its last place.
    try former.execute(
      """
      INSERT INTO products SELECT p.*, s.view_count, s.like_count, s.purchase_count, s.z, s.rank_key,
        coalesce(s.rank_from, 1)
      FROM present.products AS p JOIN present.current_standings AS s ON s.product_id = p.id;
      INSERT INTO lagging_cards SELECT product_id FROM present.late_standings;
      """)
    let tables = try former.prepare(
      """
      SELECT name FROM main.sqlite_schema WHERE type = 'table'
        AND name NOT IN ('products', 'lagging_cards', 'schema_migrations')
      """)
    while try tables.step() {
      // Triggers and migrations have put rows into some.
      try former.execute(
        """
        DELETE FROM main.\(tables.text(0));
        INSERT INTO main.\(tables.text(0)) SELECT * FROM present.\(tables.text(0));
        """)
    }
    try former.execute(
      "INSERT INTO schema_migrations SELECT * FROM present.schema_migrations WHERE number < 10")
    return path
  }

  @Test("a store of before migration 10 shows and ranks as it did, and goes on like any other")
  func migration() throws {
    try live()
    let present = try see(fixture.store)
    #expect(present.unlisted == [7, 8, 50])
    let path = try formerStore()
    #expect(
      try Migrator(storeAt: path).migrate(at: now) == [
        "sqlite/0010_create_product_standings.sql", "sqlite/0011_let_standings_be_late.sql",
      ])
    #expect(try Migrator(storeAt: path).verify() == [])
    let store = try SQLiteStore(path: path)
    #expect(try see(store) == present)
    #expect(try store.makeReader().integrityFaults() == [])

    var random = SplitMix64(seed: 62)
    let events = (1...60).map { random.event(.like, product: $0, actor: 9, at: now) }
    for store in [fixture.store, store] {
      let writer = try store.makeWriter()
      _ = try writer.record(events, at: now)
      _ = try writer.applyRecordedEvents(at: now.advanced(byMilliseconds: 9_000))
      _ = try writer.setListed(true, of: [7, 8, 50], at: now)
      _ = try writer.applyRecordedEvents(at: now.advanced(byMilliseconds: 9_000))
    }
    let later = try see(store)
    #expect(try see(fixture.store) == later)
    #expect(later.exported.count == 59 && later != present)
    #expect(try store.makeReader().integrityFaults() == [])
  }

  // MARK: Statements

  @Test("a tick reads and writes no row of products")
  func tick() throws {
    try live()
    var random = SplitMix64(seed: 63)
    let events = (1...60).map { random.event(.view, product: $0, actor: 12, at: now) }
    _ = try writer.record(events, at: now)
    let trace = StatementTrace(writer.market)
    _ = try writer.applyRecordedEvents(at: now.advanced(byMilliseconds: 9_000))
    #expect(trace.statements.contains { $0.contains("UPDATE product_standings") })
    for sql in Set(trace.statements) {
      #expect(!sql.contains("products"), "\(sql)")
    }
  }

  @Test("how a product stands is found by its id alone")
  func plan() throws {
    try live()
    for (sql, expected) in [
      (
        StandingStatements.selectSQL,
        [
          "COMPOUND QUERY", "LEFT-MOST SUBQUERY",
          "SEARCH late_standings USING INTEGER PRIMARY KEY (rowid=?)", "UNION ALL",
          "SEARCH product_standings USING INTEGER PRIMARY KEY (rowid=?)",
        ]
      ),
      (
        "SELECT \(CardColumns.list) FROM \(CardColumns.tables) WHERE p.id = ?1",
        [
          "SEARCH p USING INTEGER PRIMARY KEY (rowid=?)",
          "SEARCH s USING INTEGER PRIMARY KEY (rowid=?)",
          "SEARCH l USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
          "CORRELATED SCALAR SUBQUERY 1",
          "SEARCH v USING INTEGER PRIMARY KEY (rowid=?)",
        ]
      ),
    ] {
      #expect(try writer.market.plan(of: sql) == expected)
    }
  }

  // MARK: What cannot come apart

  @Test("a product takes its standing along, whatever changes its row")
  func keeping() throws {
    try live()
    let created = now.advanced(byMilliseconds: -5_000)
    try writer.market.execute(
      """
      UPDATE products SET created_at = \(created.milliseconds) WHERE id = 7;
      DELETE FROM products WHERE id = 8;
      """)
    #expect(try writer.standings.standing(of: 7)?.createdAt == created)
    #expect(try writer.standings.standing(of: 8) == nil)
    #expect(try fixture.store.makeReader().integrityFaults() == [])
  }

  @Test(
    "a standing that is not its product's is found",
    arguments: [
      "DELETE FROM product_standings WHERE product_id = 7",
      "UPDATE product_standings SET rank_from = 1 WHERE product_id = 7",
      "UPDATE product_standings SET created_at = created_at + 1 WHERE product_id = 7",
      "UPDATE products SET listed = 1 WHERE id = 7",
    ])
  func damage(sql: String) throws {
    try live()
    #expect(try fixture.store.makeReader().integrityFaults() == [])
    try writer.market.execute(sql)
    let faults = try fixture.store.makeReader().integrityFaults()
    #expect(faults.contains("1 products and what is kept of how they stand do not match"))
  }
}
