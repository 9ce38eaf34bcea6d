import MarketCatalog
import MarketJSON
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Cards of before migration 5")
struct CardMigrationTests {
  /// A card as stores held it before: texts with their quotes, a piece before each value.
  private func formerBytes(of card: ProductCard) -> [UInt8] {
    var bytes: [UInt8] = [card.isSoldOut ? 0 : 1]
    func add(_ piece: UInt8, _ write: (inout JSONWriter) -> Void = { _ in }) {
      var writer = JSONWriter()
      write(&writer)
      bytes.append(piece)
      bytes += writer.bytes
    }
    func add(_ piece: UInt8, _ money: Money) {
      add(piece) { $0.integer(money.amountMinor) }
      if money.currency == .krw {
        add(3)
      } else {
        add(4) { $0.string(money.currency.code) }
        add(5) { $0.integer(money.currency.exponent) }
        add(21)
      }
    }
    add(1) { $0.string(card.name) }
    add(2, card.price)
    if let original = card.originalPrice { add(6, original) }
    add(7) { $0.integer(card.stock) }
    add(card.isSoldOut ? 9 : 8)
    add(10) { $0.string(card.category) }
    if let vendor = card.vendor {
      add(11) { $0.integer(vendor.id) }
      add(12) { $0.string(vendor.name) }
      add(21)
    }
    if let thumbnail = card.thumbnail {
      add(13) { $0.string(thumbnail.url) }
      if let width = thumbnail.width { add(14) { $0.integer(width) } }
      if let height = thumbnail.height { add(15) { $0.integer(height) } }
      add(21)
    }
    add(16) { $0.integer(card.counts.views) }
    add(17) { $0.integer(card.counts.likes) }
    add(18) { $0.integer(card.counts.purchases) }
    add(19) { $0.timestamp(card.createdAt) }
    add(20) { $0.timestamp(card.updatedAt) }
    return bytes
  }

  @Test("become what would be packed now, in both feeds; superseded places stay without")
  func migration() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let fixture = try StoreFixture()
    let products = random.products(400).map { product in
      var product = product
      if random.oneIn(2) { product.card.updatedAt = product.card.createdAt }
      if random.oneIn(2) {
        product.card.thumbnail = Picture(
          url: random.pick([
            "/media/outer-1.svg", "/media/.svg", ".svg", "https://example.com/\"a\".svg",
            "/media/한글.png",
          ]),
          width: random.pick([nil, 320, 64]), height: random.pick([nil, 320, 64]))
      }
      return product
    }
    let writer = try fixture.store.makeWriter()
    try fixture.fill(products, writer: writer)
    // A purchase moves a product, and leaves a superseded place behind.
    let purchase = random.event(.purchase, product: 7, actor: 1, at: StoreFixture.now)
    _ = try writer.record([purchase], at: StoreFixture.now)
    _ = try writer.applyRecordedEvents(at: StoreFixture.now)
    let cards = try fixture.exported().map(\.card)
    let superseded = "SELECT count(*) FROM rank_versions WHERE card IS NULL"
    let supersededCount = try writer.market.firstInteger(superseded)

    let connection = try SQLiteConnection(
      path: fixture.store.path, mode: .existing, busyTimeout: 1_000)
    for (table, condition) in [
      ("recent_cards", ""), ("rank_versions", "AND card IS NOT NULL"),
    ] {
      let update = try connection.prepare(
        "UPDATE \(table) SET card = ?1 WHERE product_id = ?2 \(condition)")
      for card in cards {
        update.bind(formerBytes(of: card), at: 1)
        update.bind(card.id, at: 2)
        try update.run()
      }
    }
    try connection.runMigration("0005_repack_cards.sql")

    for table in ["recent_cards", "rank_versions"] {
      let stored = try connection.prepare(
        "SELECT card FROM \(table) WHERE product_id = ?1 AND card IS NOT NULL")
      for card in cards {
        stored.bind(card.id, at: 1)
        #expect(try stored.step())
        #expect(stored.bytes(0) == PackedCard.bytes(of: card), "\(table), seed \(seed)")
        stored.reset()
      }
    }
    #expect(supersededCount ?? 0 > 0)
    #expect(try connection.firstInteger(superseded) == supersededCount)
  }
}
