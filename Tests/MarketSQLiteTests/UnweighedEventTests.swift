import Foundation
import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

/// Purchases that a product's own vendor tells of: they count, and move no rank.
@Suite("Events that weigh nothing")
struct UnweighedEventTests {
  let fixture: StoreFixture
  let writer: SQLiteWriter
  let now = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    writer = try fixture.store.makeWriter()
  }

  private func order() throws -> [Int64] {
    try FeedConformance.walk(fixture.store.makeReader(), .popularProduct, limit: 7).map(\.id)
  }

  private func scores() throws -> [UInt64] {
    let rows = try fixture.store.makeReader().connection.prepare(
      "SELECT z FROM product_standings ORDER BY product_id")
    var scores: [UInt64] = []
    while try rows.step() { scores.append(rows.double(0).bitPattern) }
    return scores
  }

  @Test(
    "they count exactly and leave every score and place as it is, to the last bit", arguments: 0..<4
  )
  func counting(_ number: Int) throws {
    let seed = UInt64(number)
    var random = SplitMix64(seed: seed)
    try fixture.fill(random.products(25), writer: writer)
    let weighed = (0..<200).map { _ in
      random.event(
        random.pick([.view, .like, .purchase]), product: Int64(random.integer(in: 1...25)),
        actor: Int64(random.integer(in: 0...40)), at: now)
    }
    _ = try writer.record(weighed, at: now)
    _ = try writer.applyRecordedEvents(at: now)
    let (order, scores) = (try order(), try scores())
    let reader = try fixture.store.makeReader()
    var purchases = try (1...25).map { try #require(try reader.product($0)).card.counts.purchases }
    let generation = try reader.version().generation

    var unweighed = (0..<300).map { _ in
      random.event(
        .purchase, product: Int64(random.integer(in: 1...25)),
        actor: Int64(random.integer(in: 0...3)),
        at: now.advanced(byMilliseconds: -Int64(random.integer(in: 0...30_000_000)) * 1_000))
    }
    for index in unweighed.indices {
      unweighed[index].isWeighed = false
      purchases[Int(unweighed[index].productID) - 1] += 1
    }
    // Sent twice: an id counts once, weighed or not.
    for accepted in [300, 0] {
      let report = try writer.record(unweighed, at: now)
      #expect(report.accepted == accepted && report.duplicate == 300 - accepted)
    }
    _ = try writer.applyRecordedEvents(at: now)
    #expect(try self.order() == order && self.scores() == scores, "seed \(seed)")
    #expect(
      try (1...25).map { try reader.product($0)?.card.counts.purchases } == purchases,
      "seed \(seed)")
    #expect(try reader.version().generation == generation + 1, "counts on cards are news")

    let report = try writer.rebuildRanks(
      acceptingLostEvents: false, clock: { now }, progress: { _, _, _ in })
    #expect(report.changed == 0, "a rebuild gives what the ticks gave, seed \(seed)")
    #expect(try self.scores() == scores)
  }

  @Test("an explanation tells them apart and adds up without them")
  func explanation() throws {
    var random = SplitMix64(seed: 1)
    try fixture.fill(random.products(3), writer: writer)
    var events = (0..<5).map { random.event(.purchase, product: 2, actor: $0, at: now) }
    for index in 2..<5 { events[index].isWeighed = false }
    _ = try writer.record(events, at: now)
    _ = try writer.applyRecordedEvents(at: now)
    guard case .explained(let rank) = try fixture.store.makeReader().explainRank(of: 2, at: now)
    else {
      Issue.record("not explained")
      return
    }
    #expect(rank.card.counts.purchases == 5)
    #expect(rank.purchases.count == 2 && abs(rank.purchases.worth - 80) < 1e-9)
    #expect(rank.unweighedPurchases == 3)
    #expect(abs(rank.worth - rank.purchases.worth - rank.birthWorth) < 1e-6)
  }
}
