import Foundation
import TestSupport
import Testing

@testable import MarketCLI

/// The real program, a real store and a real socket.
@Suite struct LiveTests {
  @Test func bothFeedsAgreeWithTheExport() throws {
    let shop = try Shop(seeded: 300)
    let exported = try shop.exported()
    #expect(exported.count == 300)
    #expect(exported.map(\.id) == exported.map(\.id).sorted())
    let cards = exported.map { $0.without("description", "images", "source") }
    func created(_ card: JSONObject) -> String { card["created_at"] as? String ?? "" }
    let recent = cards.sorted { (created($0), $0.id) > (created($1), $1.id) }
    let ranked = try shop.file.rows(
      """
      SELECT product_id FROM product_standings WHERE rank_from IS NOT NULL
      ORDER BY rank_key DESC, product_id DESC
      """)
    let byID = Dictionary(uniqueKeysWithValues: cards.map { (String($0.id), $0) })
    let popular = ranked.compactMap { byID[$0] }
    #expect(popular.count == cards.count)
    #expect(popular != recent)

    let server = try shop.serve()
    for limit in [7, 20, 100] {
      #expect(try server.client.walk("recent", "limit=\(limit)") == recent)
      #expect(try server.client.walk("popular", "limit=\(limit)") == popular)
    }
    let inStock = recent.filter { $0["sold_out"] as? Bool == false }
    #expect(inStock.count < recent.count)
    #expect(try server.client.walk("recent", "limit=9&in_stock=true") == inStock)
    for product in exported.prefix(3) {
      let answer = try server.client.get("/v1/products/\(product.id)")
      #expect(try JSONObject(answer.body) == product.without("source"))
    }
    let thumbnail = try #require(
      exported[0].text("thumbnail", "url"))
    let picture = try server.client.get(thumbnail)
    #expect(picture.status == 200)
    #expect(picture.fields["content-type"] == "image/svg+xml")
    #expect(server.stop().status == 0)
  }

  @Test func twoServersOnOneStoreBothSeeAWrite() throws {
    let shop = try Shop(seeded: 10)
    let servers = [try shop.serve(), try shop.serve("--threads", "1")]
    for server in servers { #expect(try server.client.walk("recent", "limit=100").count == 10) }
    let vendor = try #require(try shop.run("vendor", "list").lines.first)
    let id = String(vendor.prefix { $0 != "\t" })
    #expect(try shop.run("vendor", "rename", id, "새 이름 상점").status == 0)
    for server in servers {
      let items = try server.client.walk("popular", "limit=100")
      let names = items.compactMap { $0.text("vendor", "name") }
      #expect(names.contains("새 이름 상점"))
    }
    // The cursor of one is good at the other, since the key lives in the store.
    let cursor = try #require(
      try servers[0].client.get("/v1/feeds/recent?limit=3").json()["next_cursor"] as? String)
    #expect(try servers[1].client.get("/v1/feeds/recent?limit=3&cursor=\(cursor)").status == 200)
    for server in servers { #expect(server.stop().status == 0) }
  }

  @Test func aCursorSurvivesARestart() throws {
    let shop = try Shop(seeded: 10)
    let first = try shop.serve()
    let slice = try first.client.get("/v1/feeds/popular?limit=4").json()
    let cursor = try #require(slice["next_cursor"] as? String)
    let expected = try first.client.get("/v1/feeds/popular?limit=4&cursor=\(cursor)").body
    first.program.send(SIGKILL)
    #expect(first.program.result().status == 128 + SIGKILL)
    let second = try shop.serve()
    #expect(try second.client.get("/v1/feeds/popular?limit=4&cursor=\(cursor)").body == expected)
    #expect(second.stop().status == 0)
  }

  @Test func resettingTheSeedIsRefusedBesideAServer() throws {
    let shop = try Shop(seeded: 5)
    let server = try shop.serve()
    let refused = try shop.run("seed", "--reset")
    #expect(refused.status == ExitCode.busy.rawValue)
    #expect(refused.standardError.contains("server is running"))
    #expect(try shop.exported().count == 5)
    #expect(server.stop().status == 0)
    #expect(try shop.run("seed", "--reset").status == 0)
    #expect(try shop.exported().isEmpty)
    #expect(try shop.run("doctor").status == 0)
  }
}
