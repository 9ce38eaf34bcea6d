import Foundation
import TestSupport
import Testing

/// Keys against the real program: made and taken back by one process, honoured by another.
@Suite struct LiveKeysTests {
  private func key(_ live: LiveShop, _ arguments: String...) throws -> String {
    let result = try RunningProgram(
      ["token", "create", "--quiet"] + arguments, environment: live.shop.environment
    ).result()
    return try #require(result.lines.first, "\(result.standardError)")
  }

  @Test func purchasesOfAVendorCountAndMoveNothingThoseOfAnAdminDo() throws {
    let live = try LiveShop(seeded: 20)
    let server = try live.serve()
    let client = server.client
    let listed = try client.get("/v1/feeds/popular?limit=100").json()
    let items = try #require(listed["items"] as? [[String: Any]])
    // The last product that has a vendor, so that it can rise.
    let item = try #require(items.last { $0["vendor"] != nil })
    let product = try #require(item["id"] as? Int)
    let vendor = try #require((item["vendor"] as? [String: Any])?["id"] as? Int)
    let order = items.compactMap { $0["id"] as? Int }
    let before = try client.counts(product)

    let sold = SentEvent(type: "purchase", product: product, actor: "buyer")
    #expect(try client.record([sold]).rejected == 1)
    let vendorKey = try key(live, "--role", "vendor", "--vendor", "\(vendor)")
    let sales = (0..<50).map { SentEvent(type: "purchase", product: product, actor: "b\($0)") }
    #expect(try client.record(sales, key: vendorKey).accepted == 50)
    #expect(try poll { try client.counts(product)[2] == before[2] + 50 })
    func feed() throws -> [Int] {
      let slice = try client.get("/v1/feeds/popular?limit=100").json()
      return (slice["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
    }
    #expect(try feed() == order)
    let told = try live.shop.run("popularity", "explain", "\(product)")
    #expect(
      told.lines.contains("50 purchases that its own seller told of count like nothing here"),
      "\(told.standardOutput)")

    let adminKey = try key(live, "--role", "admin")
    let more = (0..<50).map { SentEvent(type: "purchase", product: product, actor: "a\($0)") }
    #expect(try client.record(more, key: adminKey).accepted == 50)
    #expect(try poll { try client.counts(product)[2] == before[2] + 100 })
    #expect(try feed().first == product)
    let rebuilt = try live.shop.run("popularity", "rebuild")
    #expect(
      rebuilt.standardOutput.contains("every rank was right already"), "\(rebuilt.standardOutput)")
    #expect(server.stop().status == 0)
  }

  @Test func aVendorUnlistsItsProductsAndTheNextReadOfEveryServerSeesIt() throws {
    let live = try LiveShop(seeded: 20)
    let servers = [try live.serve(), try live.serve()]
    let client = servers[0].client
    let items = try #require(
      try client.get("/v1/feeds/recent?limit=100").json()["items"] as? [[String: Any]])
    let item = try #require(items.first { $0["vendor"] != nil })
    let product = try #require(item["id"] as? Int)
    let vendor = try #require((item["vendor"] as? [String: Any])?["id"] as? Int)
    let own = try key(live, "--role", "vendor", "--vendor", "\(vendor)")
    let foreign = try key(live, "--role", "vendor", "--vendor", "\(vendor == 1 ? 2 : 1)")
    let target = "/v1/products/\(product)"
    func isSeen() throws -> [Bool] {
      try servers.map {
        let slice = try $0.client.get("/v1/feeds/recent?limit=100").json()
        let ids = (slice["items"] as? [[String: Any]] ?? []).map { $0["id"] as? Int }
        let isListed = try $0.client.get(target).status == 200
        #expect(ids.contains(product) == isListed)
        return isListed
      }
    }
    #expect(try client.send("DELETE", target, key: foreign).status == 403)
    #expect(try client.send("DELETE", target).status == 401)
    #expect(try isSeen() == [true, true])
    for _ in 0..<2 {
      #expect(try client.send("DELETE", target, key: own).status == 204)
      #expect(try isSeen() == [false, false])
    }
    let relisted = try client.send("PATCH", target, body: #"{"listed":true}"#, key: own)
    #expect(relisted.status == 200)
    #expect(try relisted.json()["id"] as? Int == product)
    #expect(try isSeen() == [true, true])
    #expect(try client.send("DELETE", "/v1/products/999", key: own).status == 404)
    for server in servers { #expect(server.stop().status == 0) }
  }

  @Test func aRevocationByAnotherProcessIsSeenByTheNextRequestOfEveryServer() throws {
    let live = try LiveShop(seeded: 5)
    let servers = [try live.serve(), try live.serve()]
    for round in 1...3 {
      let key = try key(live, "--role", "admin")
      for server in servers {
        for _ in 0..<8 {
          #expect(try server.client.get("/v1/feeds/recent", key: key).status == 200)
        }
      }
      #expect(try live.shop.run("token", "revoke", "\(round)").status == 0)
      for server in servers {
        // Each connection may be another loop's.
        for _ in 0..<8 {
          let answer = try server.client.get("/v1/feeds/recent", key: key)
          #expect(answer.status == 401)
          #expect(
            answer.fields["www-authenticate"]
              == #"Bearer realm="market", error="invalid_token""#)
        }
        #expect(try server.client.get("/v1/feeds/recent").status == 200)
      }
    }
    for server in servers { #expect(server.stop().status == 0) }
  }
}
