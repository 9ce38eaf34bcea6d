import Foundation
import MarketCatalog
import MarketSQLite
import TestSupport
import Testing

@testable import MarketCLI

/// `popularity rebuild` and `popularity explain`, and what is said of other values in the
/// configuration, by the real program.
@Suite struct PopularityCommandTests {
  /// Half-life and weights that differ from the defaults.
  private static let other = """
    {"popularity": {"half_life_hours": 24, "like_weight": 2.5}}
    """

  private func ranks(_ shop: Shop) throws -> [String] {
    try shop.file.rows(
      """
      SELECT format('%d %.17g %d %d', product_id, z, rank_key, view_count) FROM product_standings
      ORDER BY product_id
      """)
  }

  @Test func rebuildFindsASeededShopRightAndMakesASpoiltOneRight() throws {
    let shop = try Shop(seeded: 300)
    let ranks = try ranks(shop)
    let right = try shop.run("popularity", "rebuild")
    #expect(right.status == 0 && right.standardError == "", "\(right.standardError)")
    #expect(right.standardOutput.hasPrefix("300 products, "))
    #expect(right.standardOutput.hasSuffix("every rank was right already\n"))
    try shop.file.execute("UPDATE product_standings SET z = 1 WHERE product_id % 2 = 0")
    #expect(try self.ranks(shop) != ranks)
    #expect(try shop.run("popularity", "rebuild").status == 0)
    #expect(try self.ranks(shop) == ranks)
    #expect(try shop.run("doctor").status == 0)
  }

  @Test func rebuildTellsOfTheEventsThatCount() throws {
    let shop = try Shop(seeded: 3)
    let count = try SQLiteFile(shop.directory.file("market.db-events"))
      .rows("SELECT count(*) FROM events WHERE counted = 1 AND product_id = 3")
    #expect(try shop.run("product", "delete", "1", "2", "--yes").status == 0)
    #expect(
      try shop.run("popularity", "rebuild").standardOutput
        == "1 product, \(count[0]) recorded events that count: every rank was right already\n")
    let empty = try Shop()
    #expect(
      try empty.run("popularity", "rebuild").standardOutput
        == "0 products, 0 recorded events that count: every rank was right already\n")
    let one = try Shop()
    let product = try Shop(seeded: 1).run("export").standardOutput
    let file = try one.directory.write(product.utf8, to: "one.ndjson")
    #expect(try one.run("import", file).status == 0)
    let view = try one.directory.write(
      SentEvent(type: "view", product: 1, actor: "someone").json.utf8, to: "view.ndjson")
    #expect(try one.run("events", "record", view).status == 0)
    #expect(
      try one.run("popularity", "rebuild").standardOutput
        == "1 product, 1 recorded event that counts: every rank was right already\n")
  }

  @Test func otherValuesAreSaidWhereverTheyMatterUntilTheRanksAreRebuilt() throws {
    let shop = try Shop(seeded: 50)
    let file = try shop.directory.write(Self.other.utf8, to: "other.json")
    let view = SentEvent(type: "view", product: 1, actor: "someone").json
    let events = try shop.directory.write(view.utf8, to: "view.ndjson")
    let said = """
      configured: popularity.half_life_hours 24, not 72, popularity.like_weight 2.5, not 8; ranks \
      stay as the store makes them, also for new events, until: market-cli popularity rebuild
      """
    let recorded = try shop.run("events", "record", events, "--config", file)
    #expect(recorded.status == 0 && recorded.standardError == said + "\n")
    let before = try ranks(shop)
    #expect(try shop.run("events", "record", events, "--config", file, "-q").standardError == "")
    let doctor = try shop.run("doctor", "--config", file)
    #expect(doctor.status == ExitCode.difference.rawValue)
    #expect(doctor.lines.contains("wrong  popularity: " + said))
    let server = try shop.serve("--config", file)
    let stopped = server.stop()
    #expect(stopped.status == 0)
    #expect(stopped.standardError.split(separator: "\n").count { $0 == said } == 1)
    #expect(try ranks(shop) == before)

    let rebuilt = try shop.run("popularity", "rebuild", "--config", file)
    #expect(rebuilt.status == 0, "\(rebuilt.standardError)")
    #expect(
      rebuilt.standardError == """
        ranks were made with half_life_hours 72, view_weight 1, like_weight 8, purchase_weight 40
        they are made with half_life_hours 24, view_weight 1, like_weight 2.5, purchase_weight 40 \
        from now on

        """)
    #expect(rebuilt.standardOutput.contains(" 50 changed, generation "))
    #expect(try ranks(shop) != before)
    #expect(try shop.run("events", "record", events, "--config", file).standardError == "")
    #expect(try shop.run("doctor", "--config", file).status == 0)
    #expect(try shop.run("doctor").status == ExitCode.difference.rawValue)
    #expect(try shop.run("popularity", "rebuild").status == 0)
    #expect(try shop.run("doctor").status == 0)
  }

  @Test func explainSpeaksPlainly() throws {
    let shop = try Shop(seeded: 30)
    waitForADayThatLasts()
    let events =
      (0..<12).map { SentEvent(type: "view", product: 9, actor: "someone-\($0)") }
      + [SentEvent(type: "like", product: 9, actor: "someone")]
    let file = try shop.directory.write(
      events.map(\.json).joined(separator: "\n").utf8, to: "events.ndjson")
    #expect(try shop.run("events", "record", file).status == 0)
    let told = try shop.run("popularity", "explain", "9")
    #expect(told.status == 0 && told.standardError == "", "\(told.standardError)")
    let lines = told.lines
    #expect(lines[0].hasPrefix("#9 ") && lines[1] == "place 1 of 30 in 인기 상품")
    let views = try #require(lines.first { $0.contains(" views, ") })
    #expect(views.contains(", 12 in the last 7 days, count like 12"), "\(views)")
    #expect(views.contains(" views today (60 %)"), "\(views)")
    #expect(told.standardOutput.contains("its creation on 20"))
    #expect(told.standardOutput.contains("\ntogether 20"))
    #expect(
      lines.contains(
        "a like counts like 8 views, a purchase like 40 views, and all of it half after 72 hours"))
    #expect(lines.contains("nothing is before it"))
    #expect(lines.last?.contains(", place 2, passes it with ") == true)

    #expect(try shop.run("product", "unlist", "10").status == 0)
    for (id, message) in [
      ("31", "there is no product with the id 31"), ("10", "is not listed, so it has no place"),
    ] {
      let refused = try shop.run("popularity", "explain", id)
      #expect(refused.status == ExitCode.badData.rawValue && refused.standardOutput == "")
      #expect(refused.standardError.contains(message))
    }
    #expect(try shop.run("popularity", "explain", "x").status == ExitCode.usage.rawValue)
    #expect(try shop.run("popularity", "explain").status == ExitCode.usage.rawValue)
  }

  @Test(arguments: [
    (0.0, "0"), (0.004, "less than 0.01"), (0.02, "0.02"), (1, "1"), (7.5, "7.50"),
    (99.994, "99.99"), (830.4, "830"), (1_234_567.8, "1,234,568"),
    (2e15, "more than 1,000,000,000,000,000"), (.infinity, "more than 1,000,000,000,000,000"),
  ])
  func numbersHaveAsManyDigitsAsSomeoneReads(value: Double, text: String) {
    #expect(RankStory.number(value) == text)
  }

  @Test func lostEventsAreNotForgottenWithoutAWord() throws {
    let shop = try Shop(seeded: 50)
    try SQLiteFile(shop.directory.file("market.db-events")).execute(
      "DELETE FROM events WHERE seq % 2 = 0")
    let ranks = try ranks(shop)
    let refused = try shop.run("popularity", "rebuild")
    #expect(refused.status == ExitCode.unavailable.rawValue)
    #expect(refused.standardError.contains("the counts contain more than was recorded"))
    #expect(
      refused.standardError.hasSuffix("market-cli popularity rebuild --accept-lost-events\n"))
    #expect(try self.ranks(shop) == ranks)
    #expect(try shop.run("popularity", "rebuild", "--accept-lost-events").status == 0)
    #expect(try self.ranks(shop) != ranks)
    #expect(try shop.run("doctor").status == 0)
  }

  @Test(arguments: [0, 200_000, 600_000, 1_200_000])
  func killedInTheMiddleTheStoreIsAsBeforeOrAfterAndASecondRunFinishes(bytes: Int) throws {
    let shop = try Shop(seeded: 3_000)
    let file = try shop.directory.write(Self.other.utf8, to: "other.json")
    let before = try ranks(shop)
    let program = try shop.start("popularity", "rebuild", "--config", file)
    let start = shop.writtenBytes
    _ = poll { shop.writtenBytes >= start + bytes || !program.process.isRunning }
    program.send(SIGKILL)
    _ = program.result()
    let isDone = try ranks(shop) != before
    #expect(try shop.run("doctor", "--config", file).status == (isDone ? 0 : 1))
    #expect(try shop.run("doctor").status == (isDone ? 1 : 0))
    let again = try shop.run("popularity", "rebuild", "--config", file)
    #expect(again.status == 0, "\(again.standardError)")
    #expect(again.standardOutput.contains("every rank was right already") == isDone)
    #expect(try shop.run("doctor", "--config", file).status == 0)
    let after = try ranks(shop)
    #expect(try shop.run("popularity", "rebuild", "--config", file).status == 0)
    #expect(try ranks(shop) == after)
  }

  @Test func aServerGoesOnBesideARebuildAndItsWalksStayStable() throws {
    let live = try LiveShop(seeded: 1_500)
    let server = try live.serve()
    let client = server.client
    let product = try #require(try live.ids().last)
    let other = try live.shop.directory.write(Self.other.utf8, to: "other.json")
    let first = try client.get("/v1/feeds/popular?limit=50").json()
    let order = try client.walk("popular", "limit=100").map(\.id)
    let rebuild = try live.shop.start("popularity", "rebuild", "--config", other)
    // Events go on; each is durable when answered, whatever the rebuild does.
    var sent = 0
    while rebuild.process.isRunning {
      let answer = try client.record([
        SentEvent(type: "view", product: product, actor: "meanwhile-\(sent)")
      ])
      #expect(answer.accepted == 1)
      sent += 1
    }
    #expect(rebuild.result().status == 0)
    var walked = (first["items"] as? [NSDictionary] ?? []).map { JSONObject($0).id }
    var cursor = first["next_cursor"] as? String
    while let next = cursor {
      let slice = try client.get("/v1/feeds/popular?limit=50&cursor=\(next)").json()
      walked += (slice["items"] as? [NSDictionary] ?? []).map { JSONObject($0).id }
      cursor = slice["next_cursor"] as? String
    }
    #expect(walked == order)
    #expect(try poll { try client.walk("popular", "limit=100").map(\.id) != order })
    let (views, count) = (try client.counts(product)[0], sent)
    _ = try client.record([SentEvent(type: "view", product: product, actor: "last")])
    #expect(try poll { try client.counts(product)[0] > views })
    #expect(server.stop().status == 0)
    let right = try live.shop.run("popularity", "rebuild", "--config", other)
    #expect(right.standardOutput.contains("every rank was right already"), "after \(count) events")
  }
}
