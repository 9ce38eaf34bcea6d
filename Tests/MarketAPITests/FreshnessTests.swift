import HTTPServer
import MarketCatalog
import MarketJSON
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Rendered slices")
struct FreshnessTests {
  @Test("an unchanged first slice is rendered once and answered with the same bytes")
  func renderedOnce() {
    let reader = CountingReader(smallShop())
    let api = APIFixture(reader)
    let first = api.send(.get, "/v1/feeds/popular")
    for _ in 0..<5 {
      let again = api.send(.get, "/v1/feeds/popular")
      #expect(again.head == first.head && again.body == first.body)
    }
    // Once for each request, and once more for the snapshot that the slice was read from.
    #expect(reader.sliceCount == 1 && reader.versionCount == 7 && reader.snapshotCount == 1)
  }

  @Test("the store is asked once for requests that arrived together")
  func oneVersionForABatch() {
    let reader = CountingReader(smallShop())
    let api = APIFixture(reader)
    for arrival in [7, 7, 7, 8, 8] as [UInt64] {
      _ = api.handler.respond(
        to: Request(method: .get, target: "/v1/feeds/recent", arrival: arrival))
    }
    #expect(reader.versionCount == 3 && reader.sliceCount == 1 && reader.snapshotCount == 1)
  }

  @Test("slices that arrived together are read from one snapshot, which ends before the loop waits")
  func oneSnapshotForABatch() throws {
    let reader = CountingReader(smallShop())
    let api = APIFixture(reader)
    let link = try #require(api.send(.get, "/v1/feeds/recent?limit=1").field("Link"))
    let target = String(link.dropFirst().prefix { $0 != ">" })
    func send(arrival: UInt64) {
      let reply = api.handler.respond(
        to: Request(method: .get, target: target, arrival: arrival))
      #expect(reply.response.status == .ok)
    }
    for arrival in [107, 107, 107, 108, 108] as [UInt64] { send(arrival: arrival) }
    #expect(reader.sliceCount == 6 && reader.snapshotCount == 3)
    #expect(reader.isInSnapshot)
    api.handler.willWait()
    #expect(!reader.isInSnapshot)
    send(arrival: 108)
    #expect(reader.snapshotCount == 4)
  }

  @Test("what needs no query opens no snapshot")
  func noSnapshotWithoutQuery() throws {
    let reader = CountingReader(smallShop())
    let api = APIFixture(reader)
    let tag = try #require(api.send(.get, "/v1/feeds/recent?limit=2").field("ETag"))
    api.handler.willWait()
    let other = APIFixture(reader)
    #expect(
      other.send(.get, "/v1/feeds/recent?limit=2", [("If-None-Match", tag)]).status == .notModified)
    #expect(api.send(.get, "/v1/feeds/recent?limit=2").status == .ok)
    #expect(!reader.isInSnapshot && reader.snapshotCount == 1)
  }

  struct Write: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var apply: @Sendable (InMemoryStore) -> Void
  }

  static let writes: [Write] = [
    Write(testDescription: "an edit") { $0.edit(3) { $0.card.name = "바뀐 이름" } },
    Write(testDescription: "a removal") { $0.remove(3) },
    Write(testDescription: "a new product") { store in
      store.insert(
        ProductCard(
          id: 0, name: "new", price: Money(amountMinor: 1, currency: .krw), stock: 1,
          category: "etc", createdAt: Timestamp(milliseconds: 0),
          updatedAt: Timestamp(milliseconds: 0)))
    },
    Write(testDescription: "a rank") { $0.setRank(1, to: 5_000) },
  ]

  @Test("a write of any other process is seen by the next request", arguments: writes)
  func writeIsSeen(_ write: Write) throws {
    let store = smallShop()
    let reader = CountingReader(store)
    let api = APIFixture(reader)
    let targets = ["/v1/feeds/recent", "/v1/feeds/popular"]
    let before = targets.map { api.send(.get, $0) }
    write.apply(store)
    for (target, old) in zip(targets, before) {
      let tag = try #require(old.field("ETag"))
      let new = api.send(.get, target, [("If-None-Match", tag)])
      #expect(new.status == .ok && new.body == APIFixture(store).send(.get, target).body)
      #expect(new.field("ETag") != tag)
    }
    #expect(reader.sliceCount == 4)
  }

  @Test("a new step of the clock renders anew, so that cursors live long enough")
  func newStep() throws {
    let reader = CountingReader(smallShop())
    let api = APIFixture(reader)
    let target = "/v1/feeds/recent?limit=1"
    let first = api.send(.get, target)
    api.clock.advance(byMilliseconds: 224_999)
    #expect(api.send(.get, target).body == first.body)
    api.clock.advance(byMilliseconds: 1)
    let second = api.send(.get, target)
    #expect(second.body != first.body && second.field("ETag") != first.field("ETag"))
    #expect(reader.sliceCount == 2)
  }

  @Test("no more than 64 slices are kept, the newest of them")
  func bound() {
    let reader = CountingReader(smallShop())
    let api = APIFixture(reader)
    api.handler.renderedSlices.countLimit = 64
    for limit in 1...100 { _ = api.send(.get, "/v1/feeds/recent?limit=\(limit)") }
    #expect(api.handler.renderedSlices.count == 64 && reader.sliceCount == 100)
    for limit in 37...100 { _ = api.send(.get, "/v1/feeds/recent?limit=\(limit)") }
    #expect(reader.sliceCount == 100)
    _ = api.send(.get, "/v1/feeds/recent?limit=1")
    #expect(reader.sliceCount == 101 && api.handler.renderedSlices.count == 64)
  }

  @Test("no more bytes than allowed are kept")
  func byteBound() {
    let slices = RenderedSlices(countLimit: 64, byteLimit: 10_000)
    let present = Freshness(
      version: StoreVersion(generation: 1, catalogVersion: 1), now: Timestamp(milliseconds: 0),
      walkStart: Timestamp(milliseconds: 0))
    func slice(_ count: Int) -> RenderedSlice {
      RenderedSlice(
        Answer(
          contentType: "", cacheControl: "", tag: EntityTag(opaque: []),
          body: [UInt8](repeating: 0, count: count)), of: 0)
    }
    for number in UInt8(1)...5 { slices.insert(slice(1_000), for: [number], at: present) }
    #expect(slices.count == 2 && slices[[4]] != nil && slices[[5]] != nil)
    slices.insert(slice(10_000), for: [6], at: present)
    #expect(slices.count == 2 && slices[[6]] == nil)
  }

  @Test("slices with cursors, and problems, are not kept")
  func onlyFirstSlices() throws {
    let api = APIFixture(smallShop())
    let link = try #require(api.send(.get, "/v1/feeds/recent?limit=1").field("Link"))
    _ = api.send(.get, String(link.dropFirst().prefix { $0 != ">" }))
    _ = api.send(.get, "/v1/feeds/recent?limit=0")
    _ = api.send(.post, "/v1/feeds/recent")
    _ = api.send(.options, "/v1/feeds/recent")
    #expect(api.handler.renderedSlices.count == 1)
  }

  @Test("other methods never get a rendered slice")
  func otherMethods() {
    let api = APIFixture(smallShop())
    _ = api.send(.get, "/v1/feeds/recent")
    #expect(api.send(.post, "/v1/feeds/recent").status == Status(405))
    #expect(api.send(.options, "/v1/feeds/recent").status == .noContent)
  }

  @Test("a rendered slice is not given while the store fails")
  func failingVersion() {
    /// Answers until it is told to fail.
    final class Flaky: MarketScanning {
      let store = smallShop()
      var isDown = false
      func slice(_ query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedSlice {
        try store.slice(query, at: now)
      }
      func product(_ id: Int64) throws(StoreError) -> Product? { try store.product(id) }
      func products(_ ids: [Int64]) throws(StoreError) -> [ProductCard] {
        try store.products(ids)
      }
      func count(_ filter: FeedFilter) throws(StoreError) -> Int64? { try store.count(filter) }
      func categories() throws(StoreError) -> [CategoryCount] { try store.categories() }
      func version() throws(StoreError) -> StoreVersion {
        if isDown { throw .busy(detail: "locked") }
        return try store.version()
      }
      func beginSnapshot() {}
      func endSnapshot() {}
      func token(withHash hash: [UInt8]) throws(StoreError) -> AccessToken? {
        try store.token(withHash: hash)
      }
      func ownership(ofProduct id: Int64) throws(StoreError) -> ProductOwnership? {
        try store.ownership(ofProduct: id)
      }
    }
    let reader = Flaky()
    let api = APIFixture(reader)
    #expect(api.send(.get, "/v1/feeds/recent").status == .ok)
    reader.isDown = true
    #expect(api.send(.get, "/v1/feeds/recent").status == Status(503))
    reader.isDown = false
    #expect(api.send(.get, "/v1/feeds/recent").status == .ok)
  }
}
