import Foundation
import MarketCatalog
import TestSupport
import Testing

@testable import MarketCLI

/// Stores that lack a file, a right or room, and words that are no text.
@Suite struct LostStoreTests {
  /// Runs a line of the shell in which `$market` is the program.
  private func shell(_ line: String, _ shop: Shop) throws -> RunResult {
    try MarketCLITests.run(
      "/bin/bash", ["-c", line],
      environment: shop.environment.merging(["market": RunningProgram.marketCLI.path]) { $1 })
  }

  // MARK: Rights

  /// Runs the program without the superuser's way around permissions.
  private func asReader(_ command: String, _ shop: Shop) throws -> RunResult {
    let drop =
      getuid() == 0
      ? "setpriv --bounding-set=-dac_override,-dac_read_search,-fowner " : ""
    return try shell(drop + "\"$market\" " + command, shop)
  }

  @Test(arguments: [
    "export", "tabs --plain", "serve --listen 127.0.0.1:0", "vendor list", "seed", "migrate",
    "import /dev/null", "doctor",
  ])
  func aStoreThatIsNotWritableSaysSo(_ command: String) throws {
    let shop = try Shop(seeded: 3)
    let folder = shop.directory.path
    let locked = try shell("chmod -R a-w '\(folder)'", shop)
    try #require(locked.status == 0)
    defer { _ = chmod(folder, 0o755) }
    let result = try asReader(command, shop)
    let said = result.standardOutput + result.standardError
    #expect(said.contains("market.db is not writable for you"), "\(said)")
    #expect(said.contains("copy the store into a folder of yours"))
    #expect(!said.contains("SELECT") && !said.contains("market-cli doctor"))
    #expect(
      result.status == (command == "doctor" ? ExitCode.difference : .notAllowed).rawValue)
  }

  @Test func aStoreThatIsNotReadableSaysSo() throws {
    let shop = try Shop()
    try #require(chmod(shop.directory.file("market.db"), 0) == 0)
    let result = try asReader("export", shop)
    #expect(result.status == ExitCode.notAllowed.rawValue)
    #expect(result.standardError.contains("market.db is not readable for you"))
  }

  /// Commands that look for the store each in its own way, some without a word of it on the line.
  @Test(arguments: [
    "export", "tabs --plain", "search a", "serve --listen 127.0.0.1:0", "vendor list",
    "migrate verify", "migrate status", "import /dev/null", "popularity rebuild", "seed", "migrate",
    "doctor",
  ])
  func aStoreInAFolderThatIsClosedSaysSo(_ command: String) throws {
    let shop = try Shop(seeded: 3)
    try #require(chmod(shop.directory.path, 0) == 0)
    defer { _ = chmod(shop.directory.path, 0o755) }
    let result = try asReader(command, shop)
    let said = result.standardOutput + result.standardError
    #expect(said.contains("Permission denied"), "\(said)")
    #expect(!said.contains("there is no store at") && !said.contains("demo"))
    guard command == "doctor" else {
      #expect(result.status == ExitCode.notAllowed.rawValue)
      #expect(result.standardOutput.isEmpty)
      #expect(result.standardError.split(separator: "\n").last?.contains("--database") == true)
      return
    }
    #expect(result.status == ExitCode.difference.rawValue)
    #expect(said.contains("wrong  store: cannot look at \(shop.directory.file("market.db")): "))
  }

  @Test func aStoreThatANewerProgramMigratedMeanwhileIsToldSo() throws {
    let shop = try Shop()
    let address = try #require(StoreAddress(text: "sqlite:" + shop.directory.file("market.db")))
    let fault = StoreError.unexpected(detail: "no such column: z (SQLite 1) in: SELECT z")
    #expect(Failure(explaining: fault, at: address).status == .internalFault)
    try shop.file.execute("INSERT INTO schema_migrations VALUES (99, '0099_add_z.sql', 'x', 0)")
    let failure = Failure(explaining: fault, at: address)
    #expect(failure.status == .configuration)
    #expect(failure.message.contains("is newer than this program: it has sqlite/0099_add_z.sql"))
    #expect(failure.advice == "use the newer market-cli")
  }

  @Test func aFullDiskIs74AndSaysWhatToDo() {
    let failure = Failure(.full(detail: "no room for /x/market.db"), at: nil)
    #expect(failure.status == .inputOutput)
    #expect(failure.message == "the disk is full: no room for /x/market.db")
    #expect(failure.advice.contains("make room"))
  }

  // MARK: Files that are gone

  private func remove(_ shop: Shop, _ names: String...) throws {
    for name in names where FileManager.default.fileExists(atPath: shop.directory.file(name)) {
      try FileManager.default.removeItem(atPath: shop.directory.file(name))
    }
  }

  @Test(arguments: ["serve --listen 127.0.0.1:0", "tabs --plain", "migrate", "export", "seed"])
  func lostEventsAreNamedAndNotMadeAnew(_ command: String) throws {
    let shop = try Shop(seeded: 3)
    try remove(shop, "market.db-events", "market.db-events-wal", "market.db-events-shm")
    let result = try shell("\"$market\" " + command, shop)
    #expect(result.status == ExitCode.unavailable.rawValue)
    let lines = result.standardError.split(separator: "\n")
    #expect(lines.first?.contains("market.db-events is missing, which held") == true)
    #expect(lines.last?.contains("restore it from a backup") == true)
    #expect(lines.last?.contains("market-cli migrate --accept-lost-events") == true)
    #expect(!FileManager.default.fileExists(atPath: shop.directory.file("market.db-events")))
  }

  @Test func doctorNamesLostEventsUntilTheyAreAccepted() throws {
    let shop = try Shop(seeded: 3)
    try remove(shop, "market.db-events", "market.db-events-wal", "market.db-events-shm")
    let lost = try shop.run("doctor")
    #expect(lost.status == ExitCode.difference.rawValue)
    #expect(lost.standardOutput.contains("market.db-events is missing"))
    #expect(try shop.run("migrate", "verify").status == ExitCode.difference.rawValue)
    let before = try shop.file.rows("SELECT sum(view_count) FROM product_standings")
    #expect(try shop.run("migrate", "--accept-lost-events").status == 0)
    #expect(try shop.run("doctor").status == 0)
    #expect(try shop.file.rows("SELECT sum(view_count) FROM product_standings") == before)
  }

  @Test func lostPicturesAreToldAndDrawnAgain() throws {
    let shop = try Shop(seeded: 3)
    try remove(shop, "media")
    let lost = try shop.run("doctor")
    #expect(lost.status == ExitCode.difference.rawValue)
    let line = lost.lines.first { $0.hasPrefix("wrong  pictures: ") }
    #expect(line?.contains("\(shop.directory.path)/media, such as ") == true, "\(lost)")
    #expect(try shop.run("seed").status == 0)
    #expect(try shop.run("doctor").status == 0)
  }

  @Test func aServerWhoseStoreIsRemovedIsNotReady() throws {
    let shop = try Shop(seeded: 3)
    let server = try shop.serve()
    #expect(try server.client.get("/readyz").status == 200)
    try remove(shop, "market.db", "market.db-wal", "market.db-shm")
    #expect(try poll { try server.client.get("/readyz").status == 503 })
    #expect(try server.client.get("/healthz").status == 200)
    #expect(server.program.standardError.contains("market.db was removed or replaced"))
    #expect(
      server.program.standardError.split(separator: "\n").count { $0.contains("removed") } == 1)
    #expect(server.stop().status == 0)
  }

  // MARK: Words that are no text

  @Test(arguments: [
    #"vendor add "$(printf '\xff\xfe')""#, #"vendor list --database "sqlite:$(printf 'a\xe2')""#,
    #""$(printf '\xc0\x80')""#, #"vendor add -- "$(printf 'a\xed\xa0\x80')""#,
  ])
  func anArgumentThatIsNotUTF8IsRefused(_ line: String) throws {
    let shop = try Shop()
    let result = try shell("\"$market\" " + line, shop)
    #expect(result.status == ExitCode.usage.rawValue)
    #expect(result.standardError.contains("is not UTF-8: \""), "\(result.standardError)")
    #expect(result.standardOutput.isEmpty)
    #expect(try shop.run("vendor", "list").standardOutput.isEmpty)
  }

  @Test(arguments: ["MARKET_DATA", "MARKET_DATABASE", "MARKET_CONFIG"])
  func aVariableThatIsNotUTF8IsRefused(_ name: String) throws {
    let shop = try Shop()
    let result = try shell("\(name)=\"$(printf '/tmp/\\xff')\" \"$market\" vendor list", shop)
    #expect(result.status == ExitCode.configuration.rawValue)
    #expect(result.standardError.contains("\(name) is not UTF-8"), "\(result.standardError)")
  }
}
