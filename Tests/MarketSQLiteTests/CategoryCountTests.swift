import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Counts that are kept")
struct CategoryCountTests {
  private func check(_ fixture: StoreFixture, _ note: Comment) throws {
    let reader = try fixture.store.makeReader()
    #expect(try reader.integrityFaults() == [], note)
    let cards = try fixture.exported().map(\.card)
    let kept = try reader.categories()
    #expect(kept.map(\.slug) == Set(cards.map(\.category)).sorted(), note)
    for category in kept {
      let inside = cards.filter { $0.category == category.slug }
      #expect(category.listed == Int64(inside.count), note)
      #expect(category.inStock == Int64(inside.count { !$0.isSoldOut }), note)
    }
  }

  @Test("imports, edits, seeds, removals and ticks keep the counts right")
  func writes() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    var products = random.products(120)
    try fixture.fill(products, writer: writer)
    try check(fixture, "seed \(seed): imported")
    for _ in 0..<3 {
      for index in products.indices where random.oneIn(2) {
        products[index].card.stock = random.oneIn(2) ? 0 : 7
        products[index].card.category = random.pick(["outer", "new", "etc"])
      }
      let edited = products
      _ = try writer.importProducts(at: StoreFixture.now) { put throws(StoreError) in
        for (row, product) in edited.enumerated() { _ = try put(product.imported, row + 1) }
      }
      try check(fixture, "seed \(seed): edited")
    }
    try writer.seed(count: 50, at: StoreFixture.now) { index in random.seedProduct(index) }
    try check(fixture, "seed \(seed): seeded")
    _ = try writer.removeSeededProducts(at: StoreFixture.now)
    try check(fixture, "seed \(seed): removed")
    _ = try writer.record(
      [random.event(.view, product: 3, actor: 1, at: StoreFixture.now)], at: StoreFixture.now)
    _ = try writer.applyRecordedEvents(at: StoreFixture.now)
    try check(fixture, "seed \(seed): a tick")
  }

  @Test("products that are unlisted, listed again and deleted, by whatever writes the table")
  func triggers() throws {
    let fixture = try StoreFixture()
    var random = SplitMix64(seed: 21)
    try fixture.fill(random.products(30), writer: fixture.store.makeWriter())
    let connection = try SQLiteConnection(
      path: fixture.store.path, mode: .existing, busyTimeout: 1_000)
    let difference = """
      SELECT (SELECT count(*) FROM (
          SELECT category, count(*), sum(stock > 0) FROM products WHERE listed = 1
          GROUP BY category
          EXCEPT SELECT category, listed, in_stock FROM category_counts))
        + (SELECT count(*) FROM (
          SELECT vendor_id, created_at, id FROM products
          WHERE listed = 1 AND vendor_id IS NOT NULL
          EXCEPT SELECT vendor_id, created_at, product_id FROM vendor_products))
        + (SELECT count(*) FROM vendor_products)
        - (SELECT count(*) FROM products WHERE listed = 1 AND vendor_id IS NOT NULL)
      """
    for sql in [
      "UPDATE products SET listed = 0 WHERE id % 3 = 0",
      "UPDATE products SET category = 'outer', stock = 0 WHERE id % 2 = 0",
      "UPDATE products SET listed = 1 WHERE id % 6 = 0",
      "UPDATE products SET stock = stock + 1",
      "UPDATE products SET vendor_id = NULL WHERE id % 5 = 0",
      "UPDATE products SET vendor_id = 1 WHERE id % 3 = 0",
      "UPDATE products SET created_at = created_at + 1 WHERE id % 2 = 0",
      "DELETE FROM products WHERE id % 4 = 1",
      "UPDATE products SET listed = 0",
    ] {
      try connection.execute(sql)
      #expect(try connection.firstInteger(difference) == 0, "\(sql)")
    }
    #expect(
      try connection.firstInteger("SELECT sum(listed) + sum(in_stock) FROM category_counts") == 0)
  }

  @Test("counts that are wrong are a fault that doctor names")
  func faults() throws {
    let fixture = try StoreFixture()
    var random = SplitMix64(seed: 22)
    try fixture.fill(random.products(30), writer: fixture.store.makeWriter())
    let reader = try fixture.store.makeReader()
    #expect(try reader.integrityFaults() == [])
    try SQLiteConnection(path: fixture.store.path, mode: .existing, busyTimeout: 1_000).execute(
      "UPDATE category_counts SET listed = listed + 1 WHERE category = 'outer'")
    let faults = try reader.integrityFaults()
    #expect(faults.count == 1 && faults[0].contains("categories"))
    try SQLiteConnection(path: fixture.store.path, mode: .existing, busyTimeout: 1_000).execute(
      "UPDATE vendor_products SET created_at = created_at + 1 WHERE vendor_id = 1")
    #expect(try reader.integrityFaults().contains { $0.contains("vendors' products") })
  }

  @Test("a store from before the counts gets them when it is migrated")
  func migration() throws {
    let fixture = try StoreFixture()
    var random = SplitMix64(seed: 23)
    try fixture.fill(random.products(90), writer: fixture.store.makeWriter())
    let connection = try SQLiteConnection(
      path: fixture.store.path, mode: .existing, busyTimeout: 1_000)
    try connection.execute(
      """
      DROP TRIGGER products_count_insert; DROP TRIGGER products_count_update;
      DROP TRIGGER products_count_delete; DROP TABLE category_counts;
      DROP TRIGGER products_vendor_insert; DROP TRIGGER products_vendor_update;
      DROP TRIGGER products_vendor_delete; DROP TABLE vendor_products;
      """)
    try connection.runMigration("0002_count_categories.sql")
    try connection.runMigration("0003_create_vendor_products.sql")
    #expect(try Migrator(storeAt: fixture.store.path).verify() == [])
    try check(fixture, "migrated")
  }

  @Test("under a vendor or a price no more products are counted than a loop has time for")
  func bound() throws {
    let fixture = try StoreFixture()
    var random = SplitMix64(seed: 24)
    try fixture.fill(random.products(30), writer: fixture.store.makeWriter())
    let reader = try fixture.store.makeReader()
    let price = FeedFilter(price: PriceRange(currency: .krw))
    reader.countedRowLimit = 30
    #expect(try reader.count(price) != nil)
    reader.countedRowLimit = 29
    #expect(try reader.count(price) == nil)
    for id in Int64(1)...5 {
      let count = try fixture.exported().count { $0.card.vendor?.id == id }
      let limit = 29 / FeedSQL.lookUpCost
      #expect(try reader.count(FeedFilter(vendorID: id)) == (count > limit ? nil : Int64(count)))
    }
    #expect(try reader.count(FeedFilter(inStock: true, category: "outer")) != nil)
    #expect(try reader.count(.all) == 30)
  }

  @Test("no count sorts or makes a temporary table")
  func plans() throws {
    let fixture = try StoreFixture()
    let reader = try fixture.store.makeReader()
    for (sql, plan) in [
      (
        "SELECT category, listed, in_stock FROM category_counts WHERE listed > 0 ORDER BY category",
        ["SCAN category_counts"]
      ),
      (
        FeedSQL.vendorCards,
        [
          "SEARCH v USING PRIMARY KEY (vendor_id=?)",
          "SEARCH c USING PRIMARY KEY (created_at=? AND product_id=?)",
        ]
      ), ("SELECT card FROM recent_cards", ["SCAN recent_cards"]),
    ] {
      #expect(reader.statementCounters().contains { $0.sql == sql })
      #expect(try reader.connection.plan(of: sql) == plan)
    }
  }
}
