import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Standings and cards of the recent feed beside many events")
struct LateStandingTests {
  let fixture: StoreFixture
  let reader: SQLiteReader
  private let now = StoreFixture.now
  private static let count = 60

  init() throws {
    fixture = try StoreFixture()
    reader = try fixture.store.makeReader()
  }

  /// A writer that settles ten products beside the views of ``view(_:by:_:)``, and its store's products.
  private func writer(room: Int = 10, turn: Int64 = 1) throws -> SQLiteWriter {
    let writer = try fixture.store.makeWriter()
    writer.tickRoom = Self.count + room
    writer.leastSettled = room
    writer.settlingTurn = turn
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

  /// The ids of the products that wait.
  private func waiting() throws -> [Int64] {
    let rows = try reader.connection.prepare("SELECT product_id FROM late_standings ORDER BY 1")
    var ids: [Int64] = []
    while try rows.step() { ids.append(rows.integer(0)) }
    return ids
  }

  /// How products stand, as rows of a table or view.
  private func standings(_ table: String) throws -> [String] {
    let rows = try reader.connection.prepare(
      """
      SELECT format('%d %d %d %d %d %.17g %d %d', product_id, created_at, view_count, like_count,
        purchase_count, z, rank_key, rank_from)
      FROM \(table) ORDER BY product_id
      """)
    var lines: [String] = []
    while try rows.step() { lines.append(rows.text(0)) }
    return lines
  }

  /// Seeds a shop and lets a tick move all its products, of which none is settled.
  private func makeLate(_ writer: SQLiteWriter, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try writer.seed(count: Self.count, at: now) { random.seedProduct($0) }
    try view(writer, by: Int64(seed))
    _ = try tick(writer)
    try #require(try waiting() == Array(1...Int64(Self.count)))
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
    #expect(try waiting() == [])
  }

  @Test("what waits is what a tick with room would have written, and gets to where that is")
  func settling() throws {
    let other = try StoreFixture()
    let roomy = try other.store.makeWriter()
    let writer = try writer(room: 0)
    writer.tickRoom = 1
    for writer in [writer, roomy] {
      var random = SplitMix64(seed: 47)
      try writer.seed(count: Self.count, at: now) { random.seedProduct($0) }
      for actor: Int64 in 1...3 {
        try view(writer, by: 800 + actor)
        // What was recorded before counts on.
        if actor == 1 { _ = try writer.setListed(false, of: [5, 6], at: now) }
        _ = try tick(writer)
      }
    }
    let written = try standings("product_standings")
    let present = try standings("current_standings")
    #expect(try waiting().count == Self.count)
    #expect(present.count == Self.count)
    #expect(Set(written).isDisjoint(with: present))
    let expected = try other.store.makeReader()
    for id in 1...Int64(Self.count) {
      #expect(try reader.product(id)?.card == expected.product(id)?.card)
      let ranks = try [reader, expected].map { try $0.explainRank(of: id, at: now) }
      #expect(ranks[0] == ranks[1])
    }
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try waiting() == [])
    #expect(try standings("product_standings") == present)
    #expect(try standings("current_standings") == present)
    #expect(try reader.integrityFaults() == [])
  }

  @Test("a tick that has room moves what waits where it stands")
  func roomAgain() throws {
    let writer = try writer(room: 0)
    try makeLate(writer, seed: 48)
    let before = try cards(.popularProduct)
    var random = SplitMix64(seed: 49)
    let likes = [3, 4].map { random.event(.like, product: $0, actor: 900, at: now) }
    _ = try writer.record(likes, at: now)
    // Room for the two that are moved, and for two more that wait.
    writer.tickRoom = 6
    #expect(try tick(writer) == 2)
    #expect(try waiting().count == Self.count - 2)
    for id: Int64 in [3, 4] {
      #expect(
        try reader.product(id)?.card.counts.likes == (before[id]?.counts.likes ?? 0) + 1)
    }
    #expect(try reader.integrityFaults() == [])
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try lagging() == [])
    #expect(try reader.integrityFaults() == [])
  }

  @Test("a search in the popular feed has the order of the feed while products wait")
  func search() throws {
    let writer = try writer(room: 0)
    var random = SplitMix64(seed: 50)
    try writer.seed(count: Self.count, at: now) { random.seedProduct($0) }
    let started = try FeedConformance.walk(reader, .popularProduct, limit: 100)
    let word = try #require(started.first?.name.first.map { String($0) })
    let start = try reader.slice(
      FeedQuery(page: .popularProduct, limit: 1, filter: FeedFilter(words: [word])), at: now)
    for actor: Int64 in 1...4 {
      try view(writer, by: 1_000 + actor)
      let purchases = (1...3).map {
        random.event(.purchase, product: $0 * 7, actor: actor, at: now)
      }
      _ = try writer.record(purchases, at: now)
      _ = try tick(writer)
    }
    #expect(try waiting().count == Self.count)
    let matches = try FeedConformance.walk(reader, .popularProduct, limit: 100)
      .filter { $0.name.contains(word) }
    let found = try reader.slice(
      FeedQuery(page: .popularProduct, limit: 100, filter: FeedFilter(words: [word])), at: now)
    #expect(found.items.map(\.id).filter(Set(matches.map(\.id)).contains) == matches.map(\.id))
    // A walk that began before them finds each at its place of then.
    let rest = try reader.slice(
      FeedQuery(
        page: .popularProduct, limit: 100, filter: FeedFilter(words: [word]), cursor: start.next),
      at: now)
    let walked = (start.items + rest.items).map(\.id)
    #expect(Set(walked).count == walked.count)
    #expect(
      walked.filter(Set(matches.map(\.id)).contains)
        == started.filter { $0.name.contains(word) }.map(\.id))
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
    #expect(try waiting() == [])
  }

  @Test("a product that is edited, unlisted, listed again or gone meanwhile is no obstacle")
  func edits() throws {
    let writer = try writer(room: 0)
    try makeLate(writer, seed: 43)
    #expect(try lagging().count == Self.count)
    let card = try #require(try cards(.popularProduct).values.first { $0.vendor != nil })
    let vendor = try #require(card.vendor)
    _ = try writer.renameVendor(vendor.id, to: "새 이름", at: now)
    let (unlisted, relisted, deleted) = (
      card.id % 60 + 1, (card.id + 1) % 60 + 1, (card.id + 2) % 60 + 1
    )
    let views = try #require(try cards(.popularProduct)[relisted]).counts.views
    _ = try writer.setListed(false, of: [unlisted, relisted], at: now)
    _ = try writer.setListed(true, of: [relisted], at: now)
    _ = try writer.deleteProducts([deleted])
    #expect(try waiting().count == Self.count - 3)
    #expect(try reader.integrityFaults() == [])
    #expect(try cards(.popularProduct)[relisted]?.counts.views == views)
    // While they wait they go on.
    try view(writer, by: 401)
    _ = try tick(writer)
    #expect(try reader.integrityFaults() == [])
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try lagging() == [])
    #expect(try cards(.latelyProduct).count == Self.count - 2)
    #expect(try cards(.latelyProduct)[relisted]?.counts.views == views + 1)
    #expect(try reader.product(card.id)?.card.vendor?.name == "새 이름")
    #expect(try reader.integrityFaults() == [])
  }

  @Test("a seed that is removed takes along what waits, as its ids may be given again")
  func reset() throws {
    let writer = try writer(room: 0)
    try makeLate(writer, seed: 51)
    #expect(try writer.removeSeededProducts(at: now) == Self.count)
    #expect(try waiting() == [])
    var random = SplitMix64(seed: 52)
    try writer.seed(count: Self.count, at: now) { random.seedProduct($0) }
    #expect(try standings("current_standings") == standings("product_standings"))
    #expect(try cards(.popularProduct) == cards(.latelyProduct))
  }

  @Test("a rebuild goes on from what waits, and writes it where it stands")
  func rebuild() throws {
    let writer = try writer(room: 0)
    try makeLate(writer, seed: 53)
    // As beside a server, whose ticks go on while a rebuild adds up.
    try writer.market.execute("UPDATE late_standings SET view_count = view_count + 1, z = z + 1")
    let report = try writer.rebuildRanks(
      acceptingLostEvents: true, clock: { now }, progress: { _, _, _ in })
    #expect(report.changed == Self.count)
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try cards(.popularProduct) == cards(.latelyProduct))
    #expect(try reader.integrityFaults() == [])
  }

  @Test(
    "a late standing that is not its product's is found",
    arguments: [
      "UPDATE late_standings SET rank_from = NULL WHERE product_id = 7",
      "UPDATE late_standings SET created_at = created_at + 1 WHERE product_id = 7",
      "UPDATE late_standings SET product_id = 1000 WHERE product_id = 7",
    ])
  func damage(sql: String) throws {
    let writer = try writer(room: 0)
    try makeLate(writer, seed: 54)
    #expect(try reader.integrityFaults() == [])
    try writer.market.execute(sql)
    #expect(
      try reader.integrityFaults()
        .contains("1 products and what is kept of how they stand do not match"))
  }

  @Test("what waits is read by its keys, in the order of the ids")
  func plan() throws {
    #expect(
      try writer().market.plan(of: LateStandings.nextSQL) == [
        "SEARCH l USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
        "SEARCH c USING PRIMARY KEY (created_at=? AND product_id=?) LEFT-JOIN",
      ])
  }
}
