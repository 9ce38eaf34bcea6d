import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Writes of one key")
struct WriteLimitTests {
  private let start = Timestamp(milliseconds: 1_772_366_400_000)

  @Test("a key may write its rate over any time, and a second's worth at once", arguments: 0..<6)
  func rate(_ number: Int) {
    let seed = UInt64(number)
    var random = SplitMix64(seed: seed)
    let perSecond = random.pick([1, 7, 100, 1_000])
    let limit = WriteLimit(perSecond: perSecond)
    var now = start
    var admitted: [Int64] = []
    for _ in 0..<4_000 {
      now = now.advanced(byMilliseconds: Int64(random.integer(in: 0...3)))
      if random.integer(in: 0...499) == 0 { now = now.advanced(byMilliseconds: 1_500) }
      if limit.secondsUntilAdmitted(tokenID: 1, at: now) == nil {
        admitted.append(now.milliseconds)
      }
    }
    // From each admitted write on: never more than the rate and one burst.
    for (index, first) in admitted.enumerated() {
      for later in stride(from: index, to: admitted.count, by: 37) {
        let seconds = Double(admitted[later] - first) / 1_000
        #expect(
          Double(later - index + 1) <= (seconds + 1) * Double(perSecond) + 1, "seed \(seed)")
      }
    }
    // Who asks all the time gets what the rate gives.
    let seconds = Double(now.milliseconds - start.milliseconds) / 1_000
    #expect(Double(admitted.count) >= min(seconds * Double(perSecond), 4_000) * 0.5)
  }

  @Test(
    "the wait that is told is enough, keys do not share, and a clock that is set back does no harm")
  func waits() {
    let limit = WriteLimit(perSecond: 2)
    #expect(limit.secondsUntilAdmitted(tokenID: 1, at: start) == nil)
    #expect(limit.secondsUntilAdmitted(tokenID: 1, at: start) == nil)
    #expect(limit.secondsUntilAdmitted(tokenID: 1, at: start) == 1)
    #expect(limit.secondsUntilAdmitted(tokenID: 2, at: start) == nil)
    let later = start.advanced(byMilliseconds: 1_000)
    #expect(limit.secondsUntilAdmitted(tokenID: 1, at: later) == nil)
    let back = start.advanced(byMilliseconds: -86_400_000)
    #expect(limit.secondsUntilAdmitted(tokenID: 1, at: back) == 1)
    #expect(
      limit.secondsUntilAdmitted(tokenID: 1, at: back.advanced(byMilliseconds: 1_000)) == nil)
  }

  @Test("too many writes over HTTP are 429 with the time to wait; reads, and others, go on")
  func http() throws {
    let (shop, ledger) = (smallShop(), EventLedger())
    let api = try EventEndpointTests.makeAPI(ledger, shop: shop) {
      $0.writeLimit = WriteLimit(perSecond: 3)
    }
    let key = shop.authorization(.admin)
    let other = shop.authorization(.vendor(2))
    func send(_ key: (name: String, value: String)?) -> Response {
      let fields = EventEndpointTests.json + [key].compactMap { $0 }
      return api.send(.post, "/v1/events", fields, body: Array(EventEndpointTests.call([]).utf8))
    }
    for _ in 0..<3 { #expect(send(key).status == .ok) }
    let refused = send(key)
    #expect(refused.status.code == 429)
    #expect(refused.field("Retry-After") == "1")
    #expect(refused.text.contains("\"detail\":\"one key may write 3 times a second\""))
    for _ in 0..<9 { #expect(api.send(.get, "/v1/feeds/recent", [key]).status == .ok) }
    #expect(send(other).status == .ok)
    for _ in 0..<9 { #expect(send(nil).status == .ok) }
    api.clock.advance(byMilliseconds: 1_000)
    for _ in 0..<3 { #expect(send(key).status == .ok) }
    #expect(send(key).status.code == 429)
  }
}
