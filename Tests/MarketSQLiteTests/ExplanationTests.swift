import Foundation
import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Explained ranks")
struct ExplanationTests {
  let fixture: StoreFixture
  let writer: SQLiteWriter
  let now = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    writer = try fixture.store.makeWriter()
  }

  private func explain(
    _ id: Int64, _ limits: SQLiteReader.ExplanationLimits = .init()
  ) throws -> RankExplanation {
    let answer = try fixture.store.makeReader().explainRank(of: id, at: now, limits)
    guard case .explained(let rank) = answer else {
      throw StoreError.unexpected(detail: "\(answer)")
    }
    return rank
  }

  private func fill(_ count: Int, _ random: inout SplitMix64) throws {
    try fixture.fill(random.products(count), writer: writer)
  }

  private func record(_ events: [Event]) throws {
    for start in stride(from: 0, to: events.count, by: 1_000) {
      let end = min(start + 1_000, events.count)
      _ = try writer.record(Array(events[start..<end]), at: now)
    }
    _ = try writer.applyRecordedEvents(at: now)
  }

  @Test("each part is the sum of its events' weights, halved for each half-life")
  func parts() throws {
    var random = SplitMix64(seed: 1)
    try fill(3, &random)
    let hour: Int64 = 3_600_000
    func ago(_ hours: Int64) -> Timestamp { now.advanced(byMilliseconds: -hours * hour) }
    try record([
      random.event(.view, product: 2, actor: 1, at: now),
      random.event(.view, product: 2, actor: 1, at: now),
      random.event(.view, product: 2, actor: 1, at: ago(72)),
      random.event(.view, product: 2, actor: 2, at: ago(72 * 4)),
      random.event(.like, product: 2, actor: 1, at: ago(72)),
      random.event(.like, product: 2, actor: 2, at: ago(144)),
      random.event(.unlike, product: 2, actor: 2, at: now),
      random.event(.purchase, product: 2, actor: 1, at: ago(216)),
      random.event(.purchase, product: 3, actor: 1, at: now),
    ])
    let rank = try explain(2)
    #expect(rank.views.count == 3 && rank.views.recentCount == 2)
    #expect(abs(rank.views.worth - (1 + 0.5 + 1.0 / 16)) < 1e-9)
    #expect(rank.likes.count == 1 && rank.likes.recentCount == 1)
    #expect(abs(rank.likes.worth - 4) < 1e-9)
    #expect(rank.purchases.count == 1 && rank.purchases.recentCount == 0)
    #expect(abs(rank.purchases.worth - 5) < 1e-9)
    let parts =
      rank.views.worth + rank.likes.worth + rank.purchases.worth + rank.birthWorth
    #expect(abs(rank.worth - parts) < 1e-6)
    #expect(rank.earlierWorth == nil)
    #expect(rank.card.counts == ProductCounts(views: 3, likes: 1, purchases: 1))
    #expect(rank.listed == 3 && rank.waitingEvents == 0)
  }

  @Test("places and neighbours are those of the feed", arguments: 0..<3)
  func neighbours(_ number: Int) throws {
    var random = SplitMix64(seed: UInt64(number))
    try fill(40, &random)
    for _ in 0..<3 {
      try record(
        (0..<60).map { _ in
          random.event(
            random.pick([.view, .like, .purchase]), product: Int64(random.integer(in: 1...40)),
            actor: Int64(random.integer(in: 0...9)), at: now)
        })
    }
    let feed = try FeedConformance.walk(
      fixture.store.makeReader(), .popularProduct, limit: 100)
    for (index, card) in feed.enumerated() {
      let rank = try explain(card.id)
      #expect(rank.place == Int64(index + 1), "seed \(number)")
      #expect(rank.above?.id == (index > 0 ? feed[index - 1].id : nil), "seed \(number)")
      #expect(rank.above?.name == (index > 0 ? feed[index - 1].name : nil))
      #expect(
        rank.below?.id == (index + 1 < feed.count ? feed[index + 1].id : nil), "seed \(number)")
    }
  }

  @Test("as many views as it needs lift a product past the next one, and one less does not")
  func distance() throws {
    var random = SplitMix64(seed: 4)
    try fill(6, &random)
    try record(
      (1...6).flatMap { product in
        (0..<(100 * product)).map { actor in
          random.event(.view, product: Int64(product), actor: Int64(actor), at: now)
        }
      })
    for product in Int64(1)...5 {
      let before = try explain(product)
      let (above, needed) = try (
        #require(before.above), Int(#require(before.above?.distance))
      )
      try record(
        (1..<needed).map {
          random.event(.view, product: product, actor: Int64(10_000 + $0), at: now)
        })
      #expect(try explain(product).above?.id == above.id)
      let last = try #require(try explain(product).above)
      #expect(last.distance == 1)
      try record([random.event(.view, product: product, actor: 9_999, at: now)])
      #expect(try explain(above.id).above?.id == product)
    }
  }

  @Test("what was not looked at is told as one part, and places past the bound as behind it")
  func bounds() throws {
    var random = SplitMix64(seed: 5)
    try fill(20, &random)
    try record(
      (1...20).flatMap { product in
        (0..<30).map { random.event(.view, product: product, actor: Int64($0), at: now) }
      })
    let whole = try explain(1)
    let rank = try explain(1, .init(events: 580, places: 5))
    #expect(rank.views.count == 10 && whole.views.count == 30)
    let earlier = try #require(rank.earlierWorth)
    #expect(abs(earlier - 20) < 1e-6)
    #expect(abs(rank.worth - whole.worth) < 1e-9)
    #expect(rank.place == nil && rank.placesCounted == 5 && whole.place == 20)
  }

  @Test("after a rebuild with other values the explanation is by those")
  func rebuilt() throws {
    var random = SplitMix64(seed: 6)
    try fill(5, &random)
    try record((0..<10).map { random.event(.like, product: 3, actor: Int64($0), at: now) })
    let popularity = Popularity(halfLifeMilliseconds: 36_000_000, weights: .init(view: 2, like: 5))
    let writer = try SQLiteStore(
      path: fixture.store.path, options: StoreOptions(popularity: popularity)
    ).makeWriter()
    _ = try writer.rebuildRanks(
      acceptingLostEvents: false, clock: { now }, progress: { _, _, _ in })
    let rank = try explain(3)
    #expect(rank.popularity == popularity && rank.place == 1 && rank.above == nil)
    #expect(abs(rank.likes.worth - 25) < 1e-9)
    #expect(abs(rank.worth - 25 - rank.birthWorth) < 1e-6)
    let second = try explain(try #require(rank.below).id)
    #expect((24...27).contains(try #require(second.above).distance))
  }

  @Test("an unknown and an unlisted product have no rank; events that wait are told")
  func without() throws {
    var random = SplitMix64(seed: 7)
    try fill(2, &random)
    _ = try writer.record([random.event(.view, product: 1, actor: 1, at: now)], at: now)
    #expect(try explain(1).waitingEvents == 1)
    #expect(try explain(1).views.count == 0)
    let reader = try fixture.store.makeReader()
    let name = try #require(try reader.product(2)?.card.name)
    _ = try writer.setListed(false, of: [2], at: now)
    #expect(try reader.explainRank(of: 2, at: now) == .unlisted(name: name))
    #expect(try reader.explainRank(of: 3, at: now) == .unknown)
  }
}
