import Foundation
import Migrations
import TestSupport
import Testing

@testable import MarketCLI

/// A command line of the real program, and how it must end.
struct ExitCase: CustomTestStringConvertible, Sendable {
  let words: [String]
  let status: ExitCode
  /// What the first line of standard error must contain.
  let says: String
  /// What the second line must contain.
  let advises: String

  init(_ line: String, _ status: ExitCode, says: String, advises: String) {
    words = line.split(separator: " ").map(String.init)
    self.status = status
    self.says = says
    self.advises = advises
  }

  var testDescription: String { words.joined(separator: " ") }
}

@Suite struct ProgramTests {
  /// A folder with an empty store in `data` and some files that are not what they should be.
  static func workshop() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let made = try market("migrate", environment: ["MARKET_DATA": directory.file("data")])
    #expect(made.status == 0, "\(made.standardError)")
    try directory.write("hello".utf8, to: "text.db")
    try directory.write([], to: "empty")
    try directory.write(#"{"listne": 1}"#.utf8, to: "typo.json")
    try directory.write(#"{"name": "no price"}"#.utf8, to: "faulty.ndjson")
    return directory
  }

  @Test(arguments: [
    ExitCase("blorp", .usage, says: "unknown command", advises: "market-cli help"),
    ExitCase("seed --count 0", .usage, says: "--count must be", advises: "help seed"),
    ExitCase("export --format xml", .usage, says: "ndjson or csv", advises: "help export"),
    ExitCase("vendor add \u{7}", .usage, says: "name must not", advises: "another name"),
    ExitCase("vendor rename 9 x", .badData, says: "no vendor", advises: "vendor list"),
    ExitCase("token create", .usage, says: "--role", advises: "--role vendor --vendor ID"),
    ExitCase("token create --role boss", .usage, says: "admin or vendor", advises: "token create"),
    ExitCase("token create --role vendor", .usage, says: "--vendor", advises: "vendor list"),
    ExitCase(
      "token create --role admin --vendor 1", .usage, says: "--role vendor", advises: "leave"),
    ExitCase(
      "token create --role admin --expires 2020-01-01", .usage, says: "later than now",
      advises: "later date"),
    ExitCase(
      "token create --role admin --name \u{7}", .usage, says: "--name must not",
      advises: "another name"),
    ExitCase(
      "token create --role vendor --vendor 7", .badData, says: "no vendor with the id 7",
      advises: "vendor list"),
    ExitCase("token revoke 7", .badData, says: "no key with the id 7", advises: "token list"),
    ExitCase("token revoke x", .usage, says: "ID must be", advises: "token revoke"),
    ExitCase("product unlist 9", .badData, says: "no product with the id 9", advises: "export"),
    ExitCase("product relist 9 8", .badData, says: "the ids 9, 8", advises: "export"),
    ExitCase("product delete 9 --yes", .badData, says: "the id 9; nothing", advises: "export"),
    ExitCase("product delete 9 8", .usage, says: "needs --yes", advises: "product unlist 9 8"),
    ExitCase("product unlist 0", .usage, says: "ID must be", advises: "help product unlist"),
    ExitCase("vendor list --config missing.json", .noInput, says: "missing.json", advises: "check"),
    ExitCase(
      "vendor list --database sqlite:missing.db", .unavailable, says: "no store",
      advises: "market-cli seed --database sqlite:missing.db"),
    ExitCase("import faulty.ndjson", .badData, says: "faulty.ndjson", advises: "nothing of"),
    ExitCase("seed --as-of 9999-12-31", .usage, says: "--as-of must be", advises: "help seed"),
    ExitCase("seed --as-of 1979-12-31", .usage, says: "--as-of must be", advises: "help seed"),
    ExitCase("events record empty", .badData, says: "empty", advises: "docs/product-files.md"),
    ExitCase("import missing.ndjson", .noInput, says: "missing.ndjson", advises: "check"),
    ExitCase("events record missing.ndjson", .noInput, says: "missing.ndjson", advises: "check"),
    // A file whose first byte is an error of the system's, as of a disk that fails.
    ExitCase("import /proc/self/mem", .inputOutput, says: "/proc/self/mem", advises: "the disk"),
    ExitCase(
      "vendor list --config /proc/self/mem", .inputOutput, says: "/proc/self/mem",
      advises: "the disk"),
    ExitCase(
      "export --database sqlite:missing.db", .unavailable, says: "no store", advises: "migrate"),
    ExitCase(
      "serve --database sqlite:missing.db", .unavailable, says: "no store", advises: "seed"),
    ExitCase(
      "vendor list --database sqlite:text.db", .badData,
      says: "text.db is no SQLite database, or its beginning is damaged",
      advises: "restore a copy, or name another file with --database"),
    ExitCase(
      "vendor list --database sqlite:data", .unavailable, says: "data is a folder",
      advises: "name a file in it: --database sqlite:data/market.db"),
    ExitCase(
      "seed --database sqlite:data", .unavailable, says: "data is a folder",
      advises: "name a file in it"),
    ExitCase(
      "tabs --plain --database sqlite:data/market.db-events", .configuration,
      says: "data/market.db-events is the file of a store's recorded events",
      advises: "name the store beside it: --database sqlite:data/market.db"),
    ExitCase(
      "migrate --database sqlite:data/market.db-events", .configuration,
      says: "data/market.db-events is the file of a store's recorded events",
      advises: "name the store beside it: --database sqlite:data/market.db"),
    ExitCase(
      "migrate --database sqlite:text.db/market.db", .cannotCreate, says: "text.db",
      advises: "another folder"),
    ExitCase(
      "vendor list --config typo.json", .configuration, says: "did you mean listen?",
      advises: "config/README.md"),
    ExitCase(
      "serve --listen 192.0.2.1:80", .unavailable, says: "192.0.2.1:80",
      advises: "--listen 127.0.0.1:8081"),
    ExitCase(
      "serve --listen unix:no/such/socket", .unavailable, says: "No such file or directory",
      advises: "make the folder no/such, or name another path with --listen unix:PATH"),
    ExitCase(
      "serve --listen unix:typo.json", .unavailable, says: "a file that is not a socket",
      advises: "name another path with --listen unix:PATH"),
  ])
  func endsWithItsCodeAndTwoLines(_ expected: ExitCase) throws {
    let directory = try Self.workshop()
    let result = try RunningProgram(
      expected.words, environment: ["MARKET_DATA": directory.file("data")],
      directory: directory.path
    ).result()
    let lines = result.standardError.split(separator: "\n").map(String.init)
    #expect(result.status == expected.status.rawValue)
    #expect(result.standardOutput.isEmpty)
    #expect(lines.first?.hasPrefix("market-cli: ") == true)
    #expect(lines.first?.contains(expected.says) == true, "\(result.standardError)")
    #expect(lines.last?.contains(expected.advises) == true || expected.advises.isEmpty)
    #expect(lines.count >= 2)
  }

  @Test func aFullDiskOnStandardOutputIs74() throws {
    let result = try run(
      "/bin/sh", ["-c", "'\(RunningProgram.marketCLI.path)' help >/dev/full"])
    #expect(result.status == ExitCode.inputOutput.rawValue)
    #expect(result.standardError.contains("No space left on device"))
  }

  @Test func aFileThatReachesItsLimitIsAnErrorAndNoSignal() throws {
    let shop = try Shop()
    let command = "'\(RunningProgram.marketCLI.path)' seed --count 3000"
    let result = try MarketCLITests.run(
      "/bin/bash",
      ["-c", "ulimit -f 500; \(command) --database 'sqlite:\(shop.directory.file("market.db"))'"])
    #expect(result.status == ExitCode.inputOutput.rawValue, "\(result.standardError)")
    let lines = result.standardError.split(separator: "\n")
    #expect(lines.first?.contains("store cannot be read or written: disk I/O error") == true)
    #expect(lines.last?.contains("market-cli doctor") == true)
    // Nothing of it is in the store, which is whole.
    #expect(try shop.exported().isEmpty)
    #expect(try shop.run("doctor").status == 0)
  }

  @Test func aClosedStandardOutputIs74() throws {
    let result = try run("/bin/sh", ["-c", "'\(RunningProgram.marketCLI.path)' help >&-"])
    #expect(result.status == ExitCode.inputOutput.rawValue)
  }

  @Test func aReaderThatLeavesEndsItQuietly() throws {
    let shop = try Shop(seeded: 1_000)
    let result = try MarketCLITests.run(
      "/bin/bash",
      [
        "-c",
        "'\(RunningProgram.marketCLI.path)' export | head -n 1; echo ${PIPESTATUS[0]}",
      ], environment: shop.environment)
    #expect(result.standardError.isEmpty)
    #expect(result.lines.count == 2)
    #expect(result.lines.last == "0")
  }

  @Test func quietLeavesNotesOutAndResultsIn() throws {
    let directory = try TemporaryDirectory()
    let data = ["MARKET_DATA": directory.file("data")]
    let first = try market("migrate", "--quiet", environment: data)
    #expect(first.standardError.isEmpty)
    #expect(first.lines.count == EmbeddedMigrations.market.count + EmbeddedMigrations.events.count)
    let again = try market("migrate", environment: data)
    #expect(again.standardError == "the schema is up to date\n")
    #expect(try market("migrate", "-q", environment: data).standardError.isEmpty)
  }

  @Test func helpWorksInSpiteOfAFaultyConfiguration() throws {
    let directory = try Self.workshop()
    let environment = ["MARKET_CONFIG": directory.file("typo.json"), "MARKET_THREADS": "x"]
    for arguments in [["help"], ["seed", "--help"], ["version"], ["completions", "bash"]] {
      let result = try RunningProgram(arguments, environment: environment).result()
      #expect(result.status == 0)
      #expect(!result.standardOutput.isEmpty)
    }
  }

  @Test func theWorkingDirectorysFileIsRead() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.file("config"), withIntermediateDirectories: false)
    try directory.write(#"{"database": "sqlite:here.db"}"#.utf8, to: "config/market.json")
    let result = try market("migrate", directory: directory.path)
    #expect(result.status == 0, "\(result.standardError)")
    #expect(FileManager.default.fileExists(atPath: directory.file("here.db")))
  }

  @Test func vendorsAreKept() throws {
    let directory = try Self.workshop()
    let data = ["MARKET_DATA": directory.file("data")]
    #expect(try market("vendor", "add", "별빛상점", environment: data).standardOutput == "1\n")
    #expect(try market("vendor", "add", "달빛", environment: data).standardOutput == "2\n")
    let twice = try market("vendor", "add", "달빛", environment: data)
    #expect(twice.status == ExitCode.badData.rawValue)
    #expect(twice.standardError.contains("달빛"))
    #expect(try market("vendor", "rename", "2", "햇빛", environment: data).status == 0)
    #expect(
      try market("vendor", "list", environment: data).standardOutput == "1\t별빛상점\n2\t햇빛\n")
  }

  @Test func migrateTellsStatesAndDifferences() throws {
    let directory = try TemporaryDirectory()
    let data = ["MARKET_DATA": directory.file("data")]
    let before = try market("migrate", "status", environment: data)
    #expect(before.lines.allSatisfy { $0.hasSuffix("pending") })
    #expect(try market("migrate", environment: data).status == 0)
    let after = try market("migrate", "status", environment: data)
    #expect(after.lines.count == before.lines.count)
    #expect(after.lines.allSatisfy { $0.contains("applied at 20") })
    #expect(try market("migrate", "verify", environment: data).status == 0)
    try SQLiteFile(directory.file("data/market.db")).execute(
      "CREATE TABLE stranger (a INTEGER) STRICT")
    let verified = try market("migrate", "verify", environment: data)
    #expect(verified.status == ExitCode.difference.rawValue)
    #expect(verified.standardOutput.contains("stranger"))
    let doctor = try market("doctor", environment: data)
    #expect(doctor.status == ExitCode.difference.rawValue)
    #expect(doctor.lines.contains { $0.hasPrefix("wrong  schema") })
  }

  @Test func doctorTellsOneLineForEachThing() throws {
    let directory = try Self.workshop()
    let well = try market(
      "doctor",
      environment: ["MARKET_DATA": directory.file("data"), "MARKET_LISTN": "x"])
    #expect(well.status == 0, "\(well.standardOutput)")
    #expect(
      well.lines.map { $0.prefix { $0 != ":" } } == [
        "ok     configuration", "ok     store", "ok     schema", "ok     integrity",
        "ok     popularity", "ok     pictures", "ok     disk",
      ])
    #expect(well.standardOutput.contains("MARKET_LISTN (did you mean MARKET_LISTEN?)"))
    let lost = try market("doctor", environment: ["MARKET_DATA": directory.file("nowhere")])
    #expect(lost.status == ExitCode.difference.rawValue)
    #expect(lost.lines.contains { $0.hasPrefix("wrong  store: there is no store") })
    let configured = try market(
      "doctor", "--config", directory.file("typo.json"),
      environment: ["MARKET_DATA": directory.file("data")])
    #expect(configured.status == ExitCode.difference.rawValue)
    #expect(configured.standardOutput.contains("wrong  configuration"))
    let proxied = try market(
      "doctor",
      environment: [
        "MARKET_DATA": directory.file("data"), "MARKET_HTTP_TRUSTED_PROXIES": "1.2.3.4,x",
      ])
    #expect(proxied.status == ExitCode.difference.rawValue)
    #expect(
      proxied.standardOutput.contains("wrong  configuration: MARKET_HTTP_TRUSTED_PROXIES must list")
    )
  }
}
