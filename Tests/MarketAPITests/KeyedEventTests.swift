import Foundation
import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

/// Which events who may send: every kind of event × whose key × whose product.
@Suite("Events with keys")
struct KeyedEventTests {
  /// Who sends.
  enum Sender: CaseIterable, CustomTestStringConvertible {
    case anyone
    case admin
    case vendor
    var testDescription: String { "\(self)" }
  }

  /// Whose the product is, seen from the vendor with id 2.
  enum Owner: CaseIterable {
    case own
    case foreign
    case market
    case nobody
    case unlisted

    /// An id of ``smallShop()``; the coat of vendor 2 is 1, the tee the market's own.
    var productID: Int {
      switch self {
      case .own: 1
      case .foreign: 4
      case .market: 2
      case .nobody: 99
      case .unlisted: 3
      }
    }
  }

  /// What becomes of an event before a store sees it.
  enum Outcome: Equatable {
    case weighed
    case unweighed
    case rejected(String)
  }

  /// The rules, written down once more.
  private func expected(_ kind: EventKind, _ sender: Sender, _ owner: Owner) -> Outcome {
    if owner == .nobody || owner == .unlisted {
      if sender == .anyone, kind == .purchase { return .rejected("a purchase needs a key") }
      return .rejected("product_id names no listed product")
    }
    switch sender {
    case .anyone:
      return kind == .purchase ? .rejected("a purchase needs a key") : .weighed
    case .admin: return .weighed
    case .vendor:
      if owner == .own {
        return kind == .purchase
          ? .unweighed
          : .rejected("a vendor's key takes only purchases of the vendor's own products")
      }
      return kind == .purchase
        ? .rejected("a purchase needs a key of the product's own vendor, or an admin's")
        : .weighed
    }
  }

  private func fields(_ sender: Sender, _ shop: InMemoryStore) -> [(name: String, value: String)] {
    switch sender {
    case .anyone: EventEndpointTests.json
    case .admin: EventEndpointTests.json + [shop.authorization(.admin)]
    case .vendor: EventEndpointTests.json + [shop.authorization(.vendor(2))]
    }
  }

  @Test("every kind, sender and owner, in a plain body and in another", arguments: Sender.allCases)
  func table(_ sender: Sender) throws {
    for isPlain in [true, false] {
      let shop = smallShop()
      shop.remove(3)
      let ledger = EventLedger()
      ledger.lose(99)
      ledger.lose(3)
      let api = try EventEndpointTests.makeAPI(ledger, shop: shop)
      var number = 0
      for owner in Owner.allCases {
        for kind in EventKind.allCases {
          number += 1
          let event = EventEndpointTests.event(
            number, kind.name, product: owner.productID, actor: isPlain ? "a" : "가")
          let response = api.send(
            .post, "/v1/events", fields(sender, shop),
            body: Array(EventEndpointTests.call([event]).utf8))
          let body = try #require(
            try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
          let rejected = try #require(body["rejected"] as? [[String: Any]])
          let outcome: Outcome
          if let detail = rejected.first?["detail"] as? String {
            outcome = .rejected(detail)
          } else {
            #expect(body["accepted"] as? Int == 1)
            outcome = ledger.events.last?.isWeighed == true ? .weighed : .unweighed
          }
          #expect(
            outcome == expected(kind, sender, owner), "\(kind) of \(owner), plain: \(isPlain)")
        }
      }
    }
  }

  @Test(
    "what a key recorded of a product that was unlisted since is a duplicate, and nothing new is")
  func unlistedSince() throws {
    for role in [TokenRole.admin, .vendor(2)] {
      let (shop, ledger) = (smallShop(), EventLedger())
      let api = try EventEndpointTests.makeAPI(ledger, shop: shop)
      let fields = EventEndpointTests.json + [shop.authorization(role)]
      func send(_ numbers: ClosedRange<Int>) -> String {
        let events = numbers.map { number in
          EventEndpointTests.event(
            number, number % 2 == 0 ? "view" : "purchase", product: number % 2 == 0 ? 4 : 1)
        }
        return api.send(
          .post, "/v1/events", fields, body: Array(EventEndpointTests.call(events).utf8)
        ).text
      }
      #expect(send(1...2) == #"{"accepted":2,"duplicate":0,"rejected":[]}"#)
      _ = try shop.setListed(false, of: [1, 4], at: api.clock.now)
      let missing = "product_id names no listed product"
      let rejected =
        #"[{"index":2,"detail":"\#(missing)"},{"index":3,"detail":"\#(missing)"}]"#
      // The ledger lists them still, as a store that lists them again between the two looks does.
      if case .vendor = role {
        #expect(send(1...4) == #"{"accepted":0,"duplicate":2,"rejected":\#(rejected)}"#)
      }
      ledger.lose(1)
      ledger.lose(4)
      #expect(send(1...4) == #"{"accepted":0,"duplicate":2,"rejected":\#(rejected)}"#)
    }
  }

  @Test("what a vendor recorded is a duplicate also when the product has another vendor since")
  func soldSince() throws {
    let (shop, ledger) = (smallShop(), EventLedger())
    let api = try EventEndpointTests.makeAPI(ledger, shop: shop)
    let fields = fields(.vendor, shop)
    func send(_ events: [String]) -> String {
      api.send(.post, "/v1/events", fields, body: Array(EventEndpointTests.call(events).utf8)).text
    }
    let events = [
      EventEndpointTests.event(1, "purchase", product: 1),
      EventEndpointTests.event(2, "like", product: 4),
    ]
    #expect(send(events) == #"{"accepted":2,"duplicate":0,"rejected":[]}"#)
    shop.edit(1) { $0.card.vendor = Vendor(id: 1, name: "바다") }
    shop.edit(4) { $0.card.vendor = Vendor(id: 2, name: "서울 상점") }
    let new = [
      EventEndpointTests.event(3, "purchase", product: 1),
      EventEndpointTests.event(4, "like", product: 4),
    ]
    let details = [
      "a purchase needs a key of the product's own vendor, or an admin's",
      "a vendor's key takes only purchases of the vendor's own products",
    ]
    #expect(
      send(events + new) == #"{"accepted":0,"duplicate":2,"rejected":["#
        + #"{"index":2,"detail":"\#(details[0])"},{"index":3,"detail":"\#(details[1])"}]}"#)
  }

  @Test("events with a key are not capped by address, those without still are")
  func cap() throws {
    let (shop, ledger) = (smallShop(), EventLedger())
    let api = try EventEndpointTests.makeAPI(ledger, limit: 3, shop: shop)
    let events = (1...50).map { EventEndpointTests.event($0, product: 4, actor: "a\($0)") }
    let body = Array(EventEndpointTests.call(events).utf8)
    let keyed = api.send(.post, "/v1/events", fields(.vendor, shop), body: body)
    #expect(keyed.text == #"{"accepted":50,"duplicate":0,"rejected":[]}"#)
    let others = (51...100).map { EventEndpointTests.event($0, product: 4, actor: "a\($0)") }
    let anyone = api.send(
      .post, "/v1/events", fields(.anyone, shop),
      body: Array(EventEndpointTests.call(others).utf8))
    #expect(anyone.text.hasPrefix(#"{"accepted":3,"duplicate":0,"rejected":[{"index":3,"#))
  }

  @Test("a call with a wrong key records nothing")
  func wrongKey() throws {
    let (shop, ledger) = (smallShop(), EventLedger())
    let api = try EventEndpointTests.makeAPI(ledger, shop: shop)
    let body = Array(EventEndpointTests.call([EventEndpointTests.event(1)]).utf8)
    let response = api.send(
      .post, "/v1/events",
      EventEndpointTests.json + [("authorization", "Bearer " + AccessKey.fixed(9).text)],
      body: body)
    #expect(response.status.code == 401)
    #expect(ledger.calls.isEmpty)
  }
}
