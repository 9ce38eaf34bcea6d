import Foundation
import MarketCatalog
import MarketSQLite
import Migrations
import TestSupport
import Testing

@testable import MarketCLI

@Suite struct SeedTests {
  @Test func theSameNumbersAndDateGiveTheSameShop() throws {
    let shops = [try Shop(seeded: 40), try Shop(seeded: 40)]
    let exports = try shops.map { try $0.exported().map { $0.without("source") } }
    #expect(exports[0] == exports[1])
    #expect(exports[0].count == 40)
    let other = try Shop()
    let seeded = try other.run(
      "seed", "--count", "40", "--as-of", "2025-11-01", "--random-seed", "2")
    #expect(seeded.status == 0)
    #expect(try other.exported().map { $0.without("source") } != exports[0])
  }

  @Test func aSeededStoreIsLeftAsItIs() throws {
    let shop = try Shop(seeded: 7)
    let again = try shop.run("seed", "--count", "9")
    #expect(again.status == 0)
    #expect(again.standardError.contains("7 seeded products already"))
    #expect(try shop.exported().count == 7)
  }

  @Test func itMakesTheStoreAndItsFolders() throws {
    let directory = try TemporaryDirectory()
    let result = try market(
      "seed", "--count", "2", environment: ["MARKET_DATA": directory.file("a/b")])
    #expect(result.status == 0)
    #expect(result.standardOutput == "seeded 2 products\n")
    #expect(FileManager.default.fileExists(atPath: directory.file("a/b/media")))
    let mode = try FileManager.default.attributesOfItem(atPath: directory.file("a/b"))
    #expect(mode[.posixPermissions] as? Int == 0o700)
  }

  @Test(arguments: 1...3)
  func ofSeveralAtOnceOneFillsTheNewStoreAndTheOthersLeaveItSo(round: Int) throws {
    let directory = try TemporaryDirectory()
    let environment = ["MARKET_DATA": directory.file("new")]
    // One that only makes the store is in the way of nobody.
    let migration = try RunningProgram(["migrate"], environment: environment)
    let seeds = try (0..<5).map { _ in
      try RunningProgram(["seed", "--count", "300"], environment: environment)
    }
    let results = seeds.map { $0.result() }
    #expect(migration.result().status == 0)
    for result in results { #expect(result.status == 0, "\(result.standardError)") }
    #expect(results.count { $0.standardOutput == "seeded 300 products\n" } == 1)
    let others = results.filter { $0.standardOutput.isEmpty }
    #expect(others.count == 4)
    for other in others { #expect(other.standardError.contains("300 seeded products already")) }
    #expect(try market("export", environment: environment).lines.count == 300)
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.file("new"))
    #expect(!files.contains { $0.contains("lock") })
  }

  /// A store as a process that was killed while it made it has left it.
  private func halfMade(_ applied: Int) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write([], to: "market.db")
    let file = SQLiteFile(directory.file("market.db"))
    guard applied > 0 else { return directory }
    try file.execute(
      """
      PRAGMA application_id = 0x4D4B5431;
      CREATE TABLE schema_migrations (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        checksum TEXT NOT NULL,
        applied_at INTEGER NOT NULL
      ) STRICT
      """)
    for (index, migration) in EmbeddedMigrations.market.prefix(applied).enumerated() {
      try file.execute(String(decoding: migration.bytes, as: UTF8.self))
      try file.execute(
        """
        INSERT INTO schema_migrations VALUES (\(index + 1), '\(migration.fileName)',
          '\(Fingerprint(of: migration.bytes).hexadecimal)', 0)
        """)
    }
    return directory
  }

  @Test(arguments: [0, 1, 6, EmbeddedMigrations.market.count])
  func aStoreThatIsStillBeingMadeIsFinished(applied: Int) throws {
    let directory = try halfMade(applied)
    let environment = ["MARKET_DATA": directory.path]
    let seeds = try (0..<3).map { _ in
      try RunningProgram(["seed", "--count", "4"], environment: environment)
    }
    let results = seeds.map { $0.result() }
    for result in results { #expect(result.status == 0, "\(result.standardError)") }
    #expect(results.count { $0.standardOutput == "seeded 4 products\n" } == 1)
    #expect(results.count { $0.standardError.contains("made the store sqlite:") } == 1)
    #expect(try market("doctor", environment: environment).status == 0)
  }

  @Test func aStoreWithSomethingInItIsNotTakenForOneThatIsBeingMade() throws {
    let directory = try halfMade(6)
    try SQLiteFile(directory.file("market.db")).execute(
      "INSERT INTO vendors (origin, name, created_at) VALUES (0, 'someone', 0)")
    let result = try market("seed", environment: ["MARKET_DATA": directory.path])
    #expect(result.status == ExitCode.configuration.rawValue)
    #expect(result.standardError.contains("run: market-cli migrate"), "\(result.standardError)")
  }

  @Test func aServerOnAHalfMadeStoreIsLeftAlone() throws {
    let directory = try halfMade(6)
    let lock = try ServeLock(storeAt: directory.file("market.db"), .serving)
    let result = try market("seed", environment: ["MARKET_DATA": directory.path])
    #expect(result.status == ExitCode.busy.rawValue)
    #expect(result.standardError.contains("a server is running on"))
    withExtendedLifetime(lock) {}
  }

  @Test func pendingMigrationsAre78() throws {
    let shop = try Shop()
    try shop.file.execute("DELETE FROM schema_migrations WHERE number = 1")
    let result = try shop.run("seed")
    #expect(result.status == ExitCode.configuration.rawValue)
    #expect(result.standardError.contains("market-cli migrate"))
  }

  @Test func nothingButTextGoesToAPipe() throws {
    let shop = try Shop(seeded: 3_000)
    #expect(try shop.run("seed", "--reset", "--count", "3000").standardError.isEmpty)
  }
}
