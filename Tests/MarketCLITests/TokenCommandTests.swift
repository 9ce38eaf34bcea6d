import Foundation
import MarketAPI
import TestSupport
import Testing

@testable import MarketCLI

/// Keys as an operator makes and takes them.
@Suite struct TokenCommandTests {
  @Test func aKeyIsShownOnceAloneAndOnlyItsHashIsKept() throws {
    let shop = try Shop()
    #expect(try shop.run("vendor", "add", "바다").status == 0)
    let made = try shop.run(
      "token", "create", "--role", "vendor", "--vendor", "1", "--name", "빌드", "--expires",
      "2100-01-01")
    #expect(made.status == 0)
    #expect(made.lines.count == 1)
    let text = try #require(made.lines.first)
    #expect(
      made.standardError
        == "key 1, for what vendor 1 sells, until 2100-01-01T00:00:00.000Z: shown this once, "
        + "since only its hash is kept\n")
    let key = try #require(AccessKey(text))
    let hash = key.hash.map { String(format: "%02x", $0) }.joined()
    #expect(try shop.file.rows("SELECT lower(hex(secret_hash)) FROM tokens") == [hash])
    for name in ["market.db", "market.db-wal", "market.db-events"] {
      guard let bytes = FileManager.default.contents(atPath: shop.directory.file(name)) else {
        continue
      }
      #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name)")
      #expect(bytes.range(of: Data(text.dropFirst(3).utf8)) == nil, "\(name)")
    }
    let quiet = try shop.run("token", "create", "--role", "admin", "--quiet")
    #expect(quiet.status == 0 && quiet.standardError.isEmpty)
    #expect(quiet.lines.count == 1 && quiet.lines.first != text)
  }

  @Test func aKeyThatNobodyGotIsTakenBack() throws {
    let shop = try Shop()
    let command = "'\(RunningProgram.marketCLI.path)' token create --role admin"
    for output in [">/dev/full", ">&-"] {
      let made = try MarketCLITests.run(
        "/bin/sh",
        ["-c", "\(command) --database 'sqlite:\(shop.directory.file("market.db"))' \(output)"])
      #expect(made.status == ExitCode.inputOutput.rawValue)
    }
    #expect(try shop.run("token", "list").lines.allSatisfy { $0.contains("\trevoked\t") })
  }

  @Test func theListTellsWhichKeysAreTaken() throws {
    let shop = try Shop()
    _ = try shop.run("vendor", "add", "바다")
    for arguments in [
      "--role admin", "--role vendor --vendor 1 --name deploy --expires 2100-01-01",
      "--role admin",
    ] {
      let words = ["token", "create"] + arguments.split(separator: " ").map(String.init)
      #expect(try RunningProgram(words, environment: shop.environment).result().status == 0)
    }
    for _ in 0..<2 { #expect(try shop.run("token", "revoke", "3").status == 0) }
    try shop.file.execute(
      "UPDATE tokens SET created_at = 0, expires_at = 1000 WHERE id = 2")
    let list = try shop.run("token", "list")
    let rows = list.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(
      rows.map { [$0[0], $0[1], $0[2], $0[4], $0[5]] } == [
        ["1", "admin", "valid", "never", ""],
        ["2", "vendor 1", "expired", "1970-01-01T00:00:01.000Z", "deploy"],
        ["3", "admin", "revoked", "never", ""],
      ])
    #expect(list.standardError.isEmpty)
  }
}
