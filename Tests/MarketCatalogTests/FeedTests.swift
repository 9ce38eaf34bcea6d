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
    #expect(FeedFilter(inStock: true).fingerprint != FeedFilter.all.fingerprint)
    // The test vectors of FNV-1a (datatracker.ietf.org/doc/html/draft-eastlake-fnv).
    #expect(Fingerprint(of: "a".utf8).value == 0xaf63_dc4c_8601_ec8c)
    #expect(Fingerprint(of: "foobar".utf8).value == 0x8594_4171_f739_67e8)
  }
}
