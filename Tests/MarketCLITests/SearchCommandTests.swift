import Foundation
import TestSupport
import Testing

@testable import MarketCLI

/// `search` of the real program, and `q` of the real server.
@Suite struct SearchCommandTests {
  /// A shop with products from a file whose texts are as a Mac writes them.
  private func shop() throws -> Shop {
    let shop = try Shop()
    let rows = [
      ("1", "대한민국 지도", "벽에 거는 크기"), ("2", "세계 지도", "한국어판"),
      ("3", "Café Ａｕ Lait 잔", "100% 도자기"), ("4", "양말", ""),
    ]
    var file = ""
    for (id, name, description) in rows {
      file += """
        {"name":"\(name)","description":"\(description)","stock":5,\
        "price":{"amount_minor":1000,"currency":"KRW"},"source":{"name":"mac","id":"\(id)"},\
        "created_at":"2025-01-0\(id)T00:00:00Z"}

        """
    }
    let decomposed = file.decomposedStringWithCanonicalMapping
    #expect(decomposed.utf8.count > file.utf8.count)
    let path = try shop.directory.write(decomposed.utf8, to: "mac.ndjson")
    let result = try shop.run("import", path)
    try #require(result.status == 0, "\(result.standardError)")
    return shop
  }

  @Test func aFileOfAMacIsFoundWhateverFormIsTyped() throws {
    let shop = try shop()
    let server = try shop.serve()
    for (typed, names) in [
      ("민국", ["대한민국 지도"]), ("지도", ["세계 지도", "대한민국 지도"]), ("한국", ["세계 지도"]),
      ("국 지", ["세계 지도", "대한민국 지도"]), ("CAFÉ", ["Café Ａｕ Lait 잔"]),
      ("au", ["Café Ａｕ Lait 잔"]), ("%", ["Café Ａｕ Lait 잔"]), ("지도 양말", []),
    ] {
      for form in [
        typed.precomposedStringWithCanonicalMapping, typed.decomposedStringWithCanonicalMapping,
      ] {
        let result = try shop.run("search", form)
        #expect(result.status == 0 && result.lines.count == names.count)
        for (line, name) in zip(result.lines, names) { #expect(line.contains(name), "\(typed)") }
        let allowed = CharacterSet.alphanumerics
        let query = "q=" + (form.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
        for feed in ["recent", "popular"] {
          let found = try server.client.walk(feed, "limit=1&" + query)
          #expect(Set(found.map { $0["name"] as? String }) == Set(names), "\(feed) \(typed)")
        }
      }
    }
    let address = server.client.address
    let remote = try shop.run("search", "--server", address, "지도", "--limit", "1")
    #expect(remote.status == 0 && remote.lines.count == 1)
    #expect(try shop.run("search", "지도").standardOutput.hasPrefix(remote.standardOutput))
    #expect(server.stop().status == 0)
  }

  @Test func nothingFoundIsToldBesideTheResults() throws {
    let result = try shop().run("search", "없는말")
    #expect(result.status == 0 && result.standardOutput.isEmpty)
    #expect(result.standardError == "no product has all of these words\n")
  }

  @Test func withoutAStoreADemoShopIsSearchedAndCalledOne() throws {
    let directory = try TemporaryDirectory()
    let environment = ["MARKET_DATA": directory.file("none")]
    for (word, matches) in [("면", true), ("없는말", false)] {
      let result = try market("search", word, environment: environment)
      #expect(result.status == 0 && result.standardOutput.isEmpty != matches)
      let notes = result.standardError.split(separator: "\n")
      let demo =
        "a demo shop, as there is no store at sqlite:\(directory.file("none"))/market.db yet"
      #expect(notes.first?.hasPrefix(demo) == true, "\(notes)")
      #expect(notes.count == (matches ? 1 : 2))
    }
    // A store that was asked for by name is not replaced by another shop.
    let named = try market("search", "면", "--database", "sqlite:" + directory.file("none"))
    #expect(named.status == ExitCode.unavailable.rawValue && named.standardOutput.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: directory.file("none")))
  }

  @Test(arguments: [
    ([" "], "WORD must have a visible character"),
    (Array("abcdefghi").map(String.init), "search takes at most 8 words, not 9"),
    ([String(repeating: "면", count: 101)], "at most 100 characters together, not 101"),
    ([], "search needs WORD"),
  ])
  func badWords(words: [String], detail: String) throws {
    let result = try RunningProgram(["search"] + words).result()
    #expect(result.status == ExitCode.usage.rawValue)
    #expect(result.standardError.contains(detail))
  }

  @Test(arguments: [0, 1, 20_000, 60_000])
  func aKillWhileTheIndexIsMadeLosesNothing(bytes: Int) throws {
    let shop = try Shop(seeded: 1_500)
    let expected = try shop.run("search", "면", "--limit", "1000").standardOutput
    #expect(expected.split(separator: "\n").count > 20)
    try shop.file.execute("DELETE FROM search_postings")
    try shop.file.execute("UPDATE search_state SET indexed_through = 0")
    let refused = try shop.run("search", "면")
    #expect(refused.status == ExitCode.configuration.rawValue)
    #expect(refused.standardError.contains("migrate"))
    let program = try shop.start("migrate")
    let start = shop.writtenBytes
    _ = poll { shop.writtenBytes >= start + bytes || !program.process.isRunning }
    program.send(SIGKILL)
    _ = program.result()
    #expect(try shop.run("migrate").status == 0)
    #expect(try shop.run("migrate", "verify").status == 0)
    #expect(try shop.run("search", "면", "--limit", "1000").standardOutput == expected)
  }
}
