import Foundation
import TestSupport
import Testing

@testable import MarketCLI

/// `import` of the real program.
@Suite struct ImportTests {
  @Test func everyFaultyRowIsToldAndNothingIsTaken() throws {
    let shop = try Shop(seeded: 2)
    let good = try Shop(seeded: 1).run("export").standardOutput
    let file = try shop.directory.write(
      (good + "{\"name\": \"no price\"}\n\n{\"a\"\n").utf8, to: "faulty.ndjson")
    let result = try shop.run("import", file)
    #expect(result.status == ExitCode.badData.rawValue)
    let lines = result.standardError.split(separator: "\n")
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("market-cli: \(file): row ") })
    #expect(lines.contains { $0.contains("row 2: price is required") })
    #expect(lines.contains { $0.contains("row 4: ") })
    #expect(lines.last?.hasPrefix("nothing of \(file) was imported") == true)
    #expect(try shop.exported().count == 2)
  }

  @Test func aFaultyFileDoesNotKeepAnotherOut() throws {
    let shop = try Shop()
    let good = try shop.directory.write(
      try Shop(seeded: 3).run("export").standardOutput.utf8, to: "good.ndjson")
    let result = try shop.run("import", "/nowhere.ndjson", good)
    #expect(result.status == ExitCode.noInput.rawValue)
    #expect(result.standardOutput == "\(good): 3 added, 0 changed, 0 unchanged\n")
    #expect(try shop.exported().count == 3)
  }

  @Test func anExportComesBackAsItWas() throws {
    let source = try Shop(seeded: 50)
    let exported = try source.run("export").standardOutput
    let shop = try Shop()
    #expect(try shop.run("import", "-", input: Array(exported.utf8)).status == 0)
    func plain(_ products: [JSONObject]) -> [JSONObject] {
      // Another store counts its own visits.
      products.map { $0.without("view_count", "like_count", "purchase_count") }
    }
    #expect(try plain(shop.exported()) == plain(source.exported()))
    let again = try shop.run("import", "-", input: Array(exported.utf8))
    #expect(again.standardOutput == "standard input: 0 added, 0 changed, 50 unchanged\n")
  }

  @Test func theNextRequestSeesWhatAnotherProcessImported() throws {
    let shop = try Shop(seeded: 30)
    let other = try Shop(seeded: 5)
    let file = try shop.directory.write(try other.run("export").standardOutput.utf8, to: "f.ndjson")
    let server = try shop.serve()
    let before = try server.client.walk("recent", "limit=100")
    let tag = try server.client.get("/v1/feeds/recent").fields["etag"]
    let imported = try shop.run("import", file)
    #expect(imported.status == 0, "\(imported.standardError)")
    #expect(try server.client.get("/v1/feeds/recent").fields["etag"] != tag)
    let after = try server.client.walk("recent", "limit=100")
    #expect(after.count == before.count + 5)
    #expect(try shop.exported().count == 35)
    let again = try shop.run("import", file)
    #expect(again.status == 0)
    #expect(try server.client.walk("recent", "limit=100") == after)
    #expect(server.stop().status == 0)
  }

  @Test func resetRemovesSeededProductsOnlyAndFillsAgainWhenAsked() throws {
    let shop = try Shop(seeded: 7)
    let line = try Shop(seeded: 3).run("export").standardOutput
    #expect(try shop.run("import", "-", input: Array(line.utf8)).status == 0)
    #expect(try shop.exported().count == 10)
    #expect(try shop.run("seed", "--reset").standardOutput == "removed 7 seeded products\n")
    #expect(try shop.exported().count == 3)
    #expect(try shop.run("seed", "--reset", "--count", "4").status == 0)
    #expect(try shop.exported().count == 7)
  }

}

/// `events record` of the real program.
@Suite struct EventTests {
  @Test func faultyLinesAreToldAndTheOthersCount() throws {
    let shop = try Shop(seeded: 1)
    let id = UUID().uuidString
    let lines = """
      {"id":"\(id)","type":"like","product_id":1,"actor":"a"}
      {"id":"x","type":"buy","product_id":1,"actor":"a"}
      {"id":"\(UUID().uuidString)","type":"like","product_id":99,"actor":"a"}
      """
    let result = try shop.run("events", "record", "-", input: Array(lines.utf8))
    #expect(result.status == ExitCode.badData.rawValue)
    #expect(result.standardOutput == "1 accepted, 0 duplicate, 2 rejected\n")
    #expect(result.standardError.contains("row 2: id must be a UUID"))
    #expect(result.standardError.contains("row 3: product_id names no listed product"))
    let again = try shop.run("events", "record", "-", input: Array(lines.utf8))
    #expect(again.standardOutput == "0 accepted, 1 duplicate, 2 rejected\n")
    #expect(try shop.run("product", "unlist", "1").status == 0)
    let unlisted = try shop.run("events", "record", "-", input: Array(lines.utf8))
    #expect(unlisted.standardOutput == "0 accepted, 1 duplicate, 2 rejected\n")
  }

  @Test func actorsAreStoredAsHashesBelowZero() throws {
    let shop = try Shop(seeded: 1)
    let line = """
      {"id":"\(UUID().uuidString)","type":"like","product_id":1,"actor":"secret-device"}
      """
    #expect(try shop.run("events", "record", "-", input: Array(line.utf8)).status == 0)
    let events = SQLiteFile(shop.directory.file("market.db-events"))
    #expect(try events.rows("SELECT count(*) FROM events WHERE actor < 0") == ["1"])
  }

  @Test func recordedEventsMoveTheRunningServersFeed() throws {
    let shop = try Shop(seeded: 20)
    let server = try shop.serve()
    let before = try server.client.walk("popular", "limit=100")
    let last = try #require(before.last)
    let events = (0..<200).map { index in
      """
      {"id":"\(UUID().uuidString)","type":"purchase","product_id":\(last.id),"actor":"기기 \(index)"}\n
      """
    }.joined()
    let recorded = try shop.run("events", "record", "-", input: Array(events.utf8))
    #expect(recorded.status == 0, "\(recorded.standardError)")
    let after = try server.client.walk("popular", "limit=100")
    #expect(after.first?.id == last.id)
    #expect(after.first?["purchase_count"] as? Int == (last["purchase_count"] as? Int ?? 0) + 200)
    #expect(try shop.run("events", "record", "-", input: Array(events.utf8)).status == 0)
    #expect(try server.client.walk("popular", "limit=100") == after)
    #expect(server.stop().status == 0)
  }

}
