import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Counts on cards of the recent feed beside many events")
struct LaggingCardTests {
  let fixture: StoreFixture
  let reader: SQLiteReader
  private let now = StoreFixture.now
  private static let count = 60

  init() throws {
    fixture = try StoreFixture()
    reader = try fixture.store.makeReader()
  }

  /// A writer that refreshes ten cards beside the views of ``view(_:by:_:)``, and its store's products.
  private func writer(room: Int = 10, turn: Int64 = 1) throws -> SQLiteWriter {
    let writer = try fixture.store.makeWriter()
    writer.tickRoom = Self.count + room
    writer.leastRefreshed = room
    writer.refreshTurn = turn
    return writer
  }

  private func view(_ writer: SQLiteWriter, by actor: Int64) throws {
    var random = SplitMix64(seed: UInt64(actor))
    let views = (1...Self.count).map { id in
      random.event(.view, product: Int64(id), actor: actor, at: now)
    }
    _ = try writer.record(views, at: now)
  }

  /// One tick, as a server makes it.
  private func tick(_ writer: SQLiteWriter) throws -> Int {
    try writer.applyRecordedEvents(at: now) { true }
  }

  private func cards(_ page: Page) throws -> [Int64: ProductCard] {
    Dictionary(
      uniqueKeysWithValues: try FeedConformance.walk(reader, page, limit: 100).map { ($0.id, $0) })
  }

  /// The ids of the products whose card in the recent feed has other counts than in the popular one.
  private func lagging() throws -> Set<Int64> {
    let popular = try cards(.popularProduct)
    return Set(try cards(.latelyProduct).values.filter { $0 != popular[$0.id] }.map(\.id))
  }

  @Test("they follow within as many ticks as it takes, and everything else is exact at once")
  func follow() throws {
    let writer = try writer()
    var random = SplitMix64(seed: 41)
    try writer.seed(count: Self.count, at: now) { random.seedProduct($0) }
    let before = try cards(.popularProduct)
    try view(writer, by: 101)
    #expect(try tick(writer) == Self.count)
    let expected = before.mapValues { card in
      var card = card
      card.counts.views += 1
      return card
    }
    #expect(try cards(.popularProduct) == expected)
    #expect(
      Dictionary(uniqueKeysWithValues: try fixture.exported().map { ($0.card.id, $0.card) })
        == expected)
    for (id, card) in expected { #expect(try reader.product(id)?.card == card) }
    #expect(try lagging().count == 50)
    #expect(try reader.integrityFaults() == [])

    // A writer that is made anew, as after a kill, goes on; each of its ticks makes answers new.
    let next = try self.writer()
    next.tickRoom = 10
    for left in [40, 30, 20, 10, 0] {
      let version = try reader.version()
      #expect(try tick(next) == 0)
      #expect(try lagging().count == left)
      #expect(try reader.version().generation == version.generation + 1)
    }
    let version = try reader.version()
    #expect(try tick(next) == 0)
    #expect(try reader.version() == version, "nothing is left to do")
    #expect(try cards(.latelyProduct) == expected)
    #expect(try writer.market.firstInteger("SELECT count(*) FROM lagging_cards") == 0)
  }

  @Test(
    "no card waits for ever while events go on, and fewer than there is room for wait not at all")
  func turns() throws {
    let writer = try writer()
    var random = SplitMix64(seed: 42)
    try writer.seed(count: Self.count, at: now) { random.seedProduct($0) }
    var seen: [Int64: Int64] = [:]
    for round in 1...12 {
      try view(writer, by: Int64(200 + round))
      _ = try tick(writer)
      let popular = try cards(.popularProduct)
      for (id, card) in try cards(.latelyProduct) {
        let behind = (popular[id]?.counts.views ?? 0) - card.counts.views
        seen[id] = max(seen[id] ?? 0, behind)
      }
    }
    #expect(seen.count == Self.count)
    #expect(seen.values.max() ?? 0 <= 6, "ten cards a tick come round to sixty in six")
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try lagging() == [], "a command brings all up to date")
    writer.tickRoom = 2 * Self.count
    try view(writer, by: 300)
    _ = try tick(writer)
    #expect(try lagging() == [])
  }

  @Test(
    "while more come than there is room for, each part of the ids has its turn, whatever room there is"
  )
  func parts() throws {
    let writer = try writer(room: 59, turn: 6)
    var random = SplitMix64(seed: 46)
    try writer.seed(count: Self.count, at: now) { random.seedProduct($0) }
    var refreshed: [[Int64]] = []
    for round in 1...13 {
      try view(writer, by: Int64(700 + round))
      _ = try tick(writer)
      refreshed.append(Set(1...Int64(Self.count)).subtracting(try lagging()).sorted())
    }
    for turn in [refreshed[..<6], refreshed[6..<12]] {
      #expect(turn.map(\.count).max() ?? 0 <= 11, "a sixth of them in each tick")
      #expect(Set(turn.joined()).count == Self.count, "and each in one of six")
    }
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try lagging() == [])
  }

  @Test("however many ticks a call makes, and however large they are, it refreshes as many cards")
  func calls() throws {
    let writer = try writer()
    var random = SplitMix64(seed: 44)
    try writer.seed(count: Self.count, at: now) { random.seedProduct($0) }
    writer.tickLimit = 50
    writer.tickRoom = 1
    for actor: Int64 in [501, 502] {
      try view(writer, by: actor)
      #expect(try tick(writer) == Self.count)
      #expect(try lagging().count == 50, "the first tick refreshes ten, the second none")
    }
  }

  @Test("a command brings every card up to date, wherever its ticks had come to")
  func command() throws {
    let writer = try writer()
    var random = SplitMix64(seed: 45)
    try writer.seed(count: Self.count, at: now) { random.seedProduct($0) }
    for actor: Int64 in [601, 602] { try view(writer, by: actor) }
    writer.tickLimit = Self.count
    // The first of two ticks refreshes ten cards, the second notes them again.
    #expect(try writer.applyRecordedEvents(at: now) == 2 * Self.count)
    #expect(try lagging() == [])
    #expect(try writer.market.firstInteger("SELECT count(*) FROM lagging_cards") == 0)
  }

  @Test("a product that is edited, unlisted or gone meanwhile is no obstacle")
  func edits() throws {
    let writer = try writer(room: 0)
    var random = SplitMix64(seed: 43)
    try writer.seed(count: Self.count, at: now) { random.seedProduct($0) }
    try view(writer, by: 400)
    _ = try tick(writer)
    #expect(try lagging().count == Self.count)
    let card = try #require(try cards(.popularProduct).values.first { $0.vendor != nil })
    let vendor = try #require(card.vendor)
    _ = try writer.renameVendor(vendor.id, to: "새 이름", at: now)
    let unlisted = card.id % 60 + 1
    let deleted = (card.id + 1) % 60 + 1
    try writer.market.execute(
      """
      DELETE FROM recent_cards WHERE product_id IN (\(unlisted), \(deleted));
      DELETE FROM rank_versions WHERE product_id IN (\(unlisted), \(deleted));
      UPDATE products SET listed = 0 WHERE id = \(unlisted);
      UPDATE product_standings SET rank_from = NULL WHERE product_id = \(unlisted);
      DELETE FROM products WHERE id = \(deleted);
      """)
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try lagging() == [])
    #expect(try cards(.latelyProduct).count == Self.count - 2)
    #expect(try reader.product(card.id)?.card.vendor?.name == "새 이름")
    #expect(try reader.integrityFaults() == [])
  }

  @Test("the cards that wait are read by their keys, in the order of their ids")
  func plan() throws {
    let plan = try writer().market.prepare("EXPLAIN QUERY PLAN " + LaggingCards.nextSQL)
    var lines: [String] = []
    while try plan.step() { lines.append(plan.text(3)) }
    #expect(
      lines == [
        "SEARCH l USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
        "SEARCH s USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
        "SEARCH c USING PRIMARY KEY (created_at=? AND product_id=?) LEFT-JOIN",
      ])
  }
}
