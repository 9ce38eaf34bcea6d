import MarketCatalog
import TestSupport
import Testing

@Suite("Pages, feeds and cursors")
struct FeedTests {
  @Test("pages are the tabs, in their order, with their titles")
  func pages() {
    #expect(Page.allCases.map(\.rawValue) == [0, 1])
    #expect(Page.inventory == ["최근 상품", "인기 상품"])
    #expect(Page.allCases.map(\.id) == ["latelyProduct", "popularProduct"])
    #expect(Page.allCases.map(\.feed.name) == ["recent", "popular"])
    #expect(Page.allCases.map(\.feed.sortKey) == [.createdAt, .rankKey])
    for page in Page.allCases {
      #expect(Page(feedName: page.feed.name) == page)
      let titles = Language.allCases.map { page.title(in: $0) }
      #expect(Set(titles).count == Language.allCases.count)
    }
    #expect(Page(feedName: "latelyProduct") == nil)
  }

  @Test(
    "a limit outside becomes the nearest inside", arguments: [(-5, 1), (0, 1), (1, 1), (101, 100)])
  func limits(asked: Int, got: Int) {
    #expect(FeedQuery(page: .latelyProduct, limit: asked).limit == got)
  }

  @Test("a cursor carries everything, and every other length is refused")
  func payloads() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let payload = CursorPayload(
        page: random.pick(Page.allCases), filterFingerprint: random.next(),
        generation: Int64(bitPattern: random.next()),
        keyset: Keyset(
          sortKey: Int64(bitPattern: random.next()), id: Int64(bitPattern: random.next())),
        startedAt: Timestamp(milliseconds: Int64(bitPattern: random.next())))
      let cursor = payload.encoded()
      #expect(try CursorPayload(decoding: cursor) == payload, "seed \(seed)")
      #expect(throws: CursorError.malformed) {
        try CursorPayload(decoding: Cursor(bytes: cursor.bytes + [0]))
      }
    }
  }

  @Test("a cursor lives at least its lifetime and at most a quarter more")
  func lifetimes() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let lifetime = Int64(random.integer(in: 1...10_000_000))
      let policy = CursorPolicy(lifetimeMilliseconds: lifetime)
      let now = Timestamp(
        milliseconds: Int64(random.integer(in: -9_999_999_999...1_800_000_000_000)))
      let start = policy.walkStart(at: now)
      #expect(start <= now && now.milliseconds - start.milliseconds < policy.granularity)
      #expect(policy.isAlive(startedAt: start, at: now.advanced(byMilliseconds: lifetime)))
      let late = now.advanced(byMilliseconds: lifetime + policy.granularity + 1)
      #expect(!policy.isAlive(startedAt: start, at: late), "seed \(seed)")
      #expect(policy.isAlive(startedAt: late, at: now), "a clock that was set back")
    }
  }

  @Test("filters have fingerprints of their own, the same in every release")
  func fingerprints() {
    #expect(FeedFilter.all.fingerprint == 0xcbf2_9ce4_8422_2325)
    #expect(FeedFilter(inStock: true).fingerprint == 0x57d6_04e8_c0da_fdaa)
    let full = FeedFilter(
      inStock: true, category: "outer", vendorID: 7,
      price: PriceRange(currency: .krw, minimum: 1_000, maximum: 20_000))
    #expect(full.fingerprint == 0x8132_6942_a01c_6459)
    // The test vectors of FNV-1a (datatracker.ietf.org/doc/html/draft-eastlake-fnv).
    #expect(Fingerprint(of: "a".utf8).value == 0xaf63_dc4c_8601_ec8c)
    #expect(Fingerprint(of: "foobar".utf8).value == 0x8594_4171_f739_67e8)
  }

  @Test("filters that differ have fingerprints that differ")
  func distinctFingerprints() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let filters = Set((0..<2_000).map { _ in random.filter() })
    #expect(Set(filters.map(\.fingerprint)).count == filters.count, "seed \(seed)")
    // A text that reads like another filter's conditions.
    let forged = FeedFilter(category: "outer&in_stock=true")
    #expect(forged.fingerprint != FeedFilter(inStock: true, category: "outer").fingerprint)
  }

  @Test("every condition of a filter that is set must be met")
  func matches() {
    let moment = Timestamp(milliseconds: 0)
    let card = ProductCard(
      id: 1, name: "coat", price: Money(amountMinor: 500, currency: .krw), stock: 0,
      category: "outer", vendor: Vendor(id: 7, name: "상점"), createdAt: moment, updatedAt: moment)
    func price(_ minimum: Int64?, _ maximum: Int64?, _ currency: Currency = .krw) -> FeedFilter {
      FeedFilter(price: PriceRange(currency: currency, minimum: minimum, maximum: maximum))
    }
    let wanted = [
      FeedFilter.all, FeedFilter(category: "outer"), FeedFilter(vendorID: 7), price(nil, nil),
      price(500, nil), price(nil, 500), price(500, 500),
    ]
    let unwanted = [
      FeedFilter(inStock: true), FeedFilter(category: "oute"), FeedFilter(vendorID: 70),
      price(501, nil), price(nil, 499), price(500, 500, .usd), price(nil, nil, .usd),
    ]
    for filter in wanted { #expect(filter.matches(card), "\(filter)") }
    for filter in unwanted { #expect(!filter.matches(card), "\(filter)") }
    for filter in wanted {
      for other in unwanted {
        var both = filter
        both.inStock = both.inStock || other.inStock
        both.category = other.category ?? both.category
        both.vendorID = other.vendorID ?? both.vendorID
        both.price = other.price ?? both.price
        #expect(!both.matches(card), "\(both)")
      }
    }
  }
}
