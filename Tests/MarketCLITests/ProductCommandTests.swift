import Foundation
import TestSupport
import Testing

@Suite struct ProductCommandTests {
  @Test func takesProductsOutOfTheFeedsAndPutsThemBack() throws {
    let shop = try Shop(seeded: 30)
    let before = try shop.exported().map(\.id)
    let unlisted = try shop.run("product", "unlist", "7", "9", "7")
    #expect(unlisted.status == 0 && unlisted.standardError == "")
    #expect(unlisted.standardOutput == "unlisted 2 products\n")
    #expect(try shop.exported().map(\.id) == before.filter { $0 != 7 && $0 != 9 })
    #expect(
      try shop.run("product", "unlist", "9").standardOutput
        == "unlisted 0 products; 1 was not listed before\n")
    let names = try shop.file.rows("SELECT id || ' ' || name FROM products WHERE id IN (7, 9)")
    let shown = try shop.run("product", "unlisted").lines.map { $0.split(separator: "\t") }
    #expect(shown.map { $0[0] + " " + $0[2] } == names)
    #expect(
      try shop.run("product", "relist", "9", "7", "3").standardOutput
        == "listed 2 products again; 1 was listed before\n")
    #expect(try shop.exported().map(\.id) == before)
    #expect(try shop.run("product", "unlisted").lines == [])
  }

  @Test func namesCannotTurnOrBreakALine() throws {
    let shop = try Shop(seeded: 3)
    let spoilt = "'a' || char(0x202E) || 'b' || char(0x2028) || 'c' || char(0x200B)"
    try shop.file.execute(
      "UPDATE products SET name = \(spoilt) WHERE id = 2; UPDATE vendors SET name = \(spoilt) || id"
    )
    #expect(try shop.run("product", "unlist", "2").status == 0)
    let unlisted = try shop.run("product", "unlisted").standardOutput
    #expect(unlisted.hasPrefix("2\t") && unlisted.hasSuffix("\tab c\n"), "\(unlisted)")
    let vendors = try shop.run("vendor", "list").standardOutput
    #expect(vendors.split(separator: "\n").allSatisfy { $0.contains("\tab c") }, "\(vendors)")
    let explained = try shop.run("popularity", "explain", "2")
    #expect(explained.standardError.contains("product 2, ab c, is not listed"))
    let command = try shop.run("export", "a\u{202E}b\u{2028}")
    #expect(command.standardError.contains(#"takes no "a\u{202e}b\u{2028}""#))
  }

  @Test func writesAllOfTheProductsOrNone() throws {
    let shop = try Shop(seeded: 30)
    let before = try shop.exported()
    let commands = [
      ["product", "unlist", "7", "99"], ["product", "relist", "99", "7"],
      ["product", "delete", "7", "99", "--yes"], ["product", "delete", "7"],
    ]
    for words in commands {
      let refused = try RunningProgram(words, environment: shop.environment).result()
      #expect(refused.status != 0 && refused.standardOutput == "", "\(words)")
      #expect(try shop.exported() == before, "\(words)")
    }
  }

  @Test func deletesForGood() throws {
    let shop = try Shop(seeded: 30)
    let deleted = try shop.run("product", "delete", "30", "4", "--yes")
    #expect(deleted.status == 0 && deleted.standardOutput == "deleted 2 products\n")
    #expect(try shop.exported().map(\.id) == Array(1...29).filter { $0 != 4 })
    #expect(try shop.run("product", "relist", "4").standardError.contains("no product"))
    #expect(try shop.run("popularity", "explain", "4").standardError.contains("no product"))
    #expect(try shop.run("popularity", "rebuild").standardOutput.contains("every rank was right"))
    let doctor = try shop.run("doctor")
    #expect(doctor.status == 0, "\(doctor.standardOutput)")
  }

  @Test func aRunningServerFollowsAtItsNextAnswer() throws {
    let shop = try Shop(seeded: 30)
    let server = try shop.serve()
    let targets = [
      "recent?limit=100", "popular?limit=100", "popular?limit=50&q=7",
      "recent?limit=50&in_stock=true",
    ]
    func ids() throws -> [[Int]] {
      try targets.map { target in
        let items = try server.client.get("/v1/feeds/" + target).json()["items"]
        return (items as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
      }
    }
    func listed() throws -> Int {
      let categories = try server.client.get("/v1/categories").json()["categories"]
      return (categories as? [[String: Any]] ?? []).reduce(0) {
        $0 + ($1["product_count"] as? Int ?? 0)
      }
    }
    let before = try ids()
    let gone = Array(before[1].prefix(3))
    let words = gone.map(String.init)
    for command in ["unlist", "relist", "delete"] {
      let flags = command == "delete" ? ["--yes"] : []
      let result = try RunningProgram(
        ["product", command] + words + flags, environment: shop.environment
      ).result()
      #expect(result.status == 0, "\(result.standardError)")
      let isListed = command == "relist"
      #expect(
        try ids() == (isListed ? before : before.map { $0.filter { !gone.contains($0) } }),
        "\(command)")
      #expect(try listed() == (isListed ? 30 : 27), "\(command)")
      for id in gone {
        #expect(try server.client.get("/v1/products/\(id)").status == (isListed ? 200 : 404))
      }
    }
    #expect(server.stop().status == 0)
  }
}
