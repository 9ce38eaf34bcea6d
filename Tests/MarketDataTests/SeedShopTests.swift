import MarketCatalog
import MarketData
import MarketText
import Testing

@Suite struct SeedShopTests {
  private static let asOf = Timestamp(milliseconds: 1_796_000_000_000)

  private static func products(_ count: Int, seed: UInt64 = 1) -> [SeedProduct] {
    let shop = SeedShop(count: count, randomSeed: seed, asOf: asOf)
    return (0..<count).map { shop.product(at: $0) }
  }

  @Test("the same count, seed and date give the same shop, in any order")
  func determinism() {
    let forward = Self.products(400)
    let shop = SeedShop(count: 400, randomSeed: 1, asOf: Self.asOf)
    for index in (0..<400).reversed() {
      #expect(shop.product(at: index) == forward[index])
    }
    #expect(Self.products(400, seed: 2) != forward)
  }

  @Test("a known product stays what it is, on every machine and in every process")
  func knownProduct() {
    let product = SeedShop(count: 500, randomSeed: 1, asOf: Self.asOf).product(at: 361)
    #expect(product.draft.name == "포근한 모달 홈 원피스 (차콜/L)")
    #expect(product.draft.price == Money(amountMinor: 23_900, currency: .krw))
    #expect(product.createdAt.rfc3339 == "2026-07-26T08:37:20.000Z")
    #expect(product.events.count == 1_290)
  }

  @Test("everything can be stored", arguments: [UInt64(1), 7, .max])
  func faultless(seed: UInt64) {
    for product in Self.products(3_000, seed: seed) {
      #expect(product.draft.faults().isEmpty, "\(product.draft)")
      #expect(!product.draft.description.isEmpty)
      #expect(product.draft.name == product.draft.name.normalizedNFC)
      #expect(product.draft.thumbnail == product.draft.images.first)
    }
  }

  @Test("a shop of any size can be made", arguments: [0, 1, 2, 11, 12, 13, 100])
  func sizes(count: Int) {
    #expect(Self.products(count).count == count)
  }

  @Test("dates are oldest first, within two years, and many are equal")
  func dates() {
    let dates = Self.products(2_000).map(\.createdAt)
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(dates.allSatisfy { $0 < Self.asOf })
    let twoYearsBefore = Self.asOf.advanced(byMilliseconds: -730 * Timestamp.millisecondsPerDay)
    #expect(dates.allSatisfy { $0 >= twoYearsBefore })
    let repeated = zip(dates, dates.dropFirst()).count { $0 == $1 }
    #expect((600...1_400).contains(repeated))
  }

  @Test("visits keep the rules of events")
  func visits() {
    for product in Self.products(800) {
      var viewed: Set<[Int64]> = []
      var viewers: Set<Int64> = []
      var liked: Set<Int64> = []
      for event in product.events {
        #expect(event.occurredAt > product.createdAt && event.occurredAt < Self.asOf)
        #expect(event.actor >= 0)
        switch event.kind {
        case .view:
          viewers.insert(event.actor)
          #expect(viewed.insert([event.actor, event.occurredAt.day]).inserted)
        case .like:
          #expect(viewers.contains(event.actor))
          #expect(liked.insert(event.actor).inserted)
        case .purchase: #expect(viewers.contains(event.actor))
        case .unlike: Issue.record("a seeded product is never unliked")
        }
      }
    }
  }

  @Test("visits have a long tail that does not follow the dates", arguments: [500, 5_000])
  func longTail(count: Int) {
    let products = Self.products(count)
    let events = products.flatMap(\.events)
    let expected = 20_000 + count
    #expect((expected * 97 / 100...expected * 103 / 100).contains(events.count))
    let views = events.count { $0.kind == .view }
    let likes = events.count { $0.kind == .like }
    let purchases = events.count { $0.kind == .purchase }
    #expect(views > 4 * likes && likes > 2 * purchases && purchases > count / 10)

    let byVisits = products.indices.sorted {
      products[$0].events.count > products[$1].events.count
    }
    let hottest = byVisits.prefix(count / 10)
    #expect(hottest.reduce(0) { $0 + products[$1].events.count } > events.count * 2 / 5)
    let meanPlace = hottest.reduce(0, +) / hottest.count
    #expect((count * 3 / 10...count * 7 / 10).contains(meanPlace))
  }

  @Test("the two tabs differ")
  func tabsDiffer() {
    let products = Self.products(500)
    let popularity = Popularity()
    let scores = products.map { product in
      product.events.reduce(popularity.birthScore(createdAt: product.createdAt)) { score, event in
        popularity.score(score, after: event.kind, at: event.occurredAt, floor: -.infinity)
      }
    }
    let popular = products.indices.sorted { scores[$0] > scores[$1] }.prefix(20)
    let recent = products.indices.suffix(20)
    #expect(Set(popular).intersection(recent).count < 10)
  }

  @Test("prices, stock and sellers look like a shop's")
  func shares() {
    let drafts = Self.products(20_000).map(\.draft)
    func perMille(_ matches: (ProductDraft) -> Bool) -> Int {
      drafts.count(where: matches) * 1_000 / drafts.count
    }
    #expect((50...70).contains(perMille { $0.stock == 0 }))
    #expect((230...270).contains(perMille { $0.originalPrice != nil }))
    #expect((6...14).contains(perMille { $0.price.currency == .usd }))
    #expect((1...6).contains(perMille { $0.price.currency == .kwd }))
    #expect((970...995).contains(perMille { $0.price.currency == .krw }))
    #expect((100...150).contains(perMille { $0.vendorName == nil }))
    #expect(Set(drafts.map(\.category)) == Set(ProductCategory.all.map(\.slug)))
    let vendors = Set(drafts.compactMap(\.vendorName))
    #expect((60...80).contains(vendors.count))
    #expect(
      drafts.allSatisfy { $0.price.currency != .krw || $0.price.amountMinor % 100 == 0 })
  }

  @Test("sellers are distinct up to their number")
  func vendorNames() {
    // Enough products for the most sellers, a sample of which must meet many of them.
    let shop = SeedShop(count: 1_000_000, randomSeed: 3, asOf: Self.asOf)
    let names = stride(from: 0, to: 1_000_000, by: 25).compactMap {
      shop.product(at: $0).draft.vendorName
    }
    #expect((1_700...2_000).contains(Set(names).count))
  }
}
