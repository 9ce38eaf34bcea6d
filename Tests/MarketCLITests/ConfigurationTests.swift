import Foundation
import HTTPServer
import MarketAPI
import MarketCatalog
import TestSupport
import Testing

@testable import MarketCLI

/// The repository's top folder, found from this file.
let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

@Suite struct ConfigurationTests {
  // MARK: - The file

  /// A file's content and what is said about it.
  struct FaultyCase: CustomTestStringConvertible, Sendable {
    let json: String
    let message: String
    var testDescription: String { json }
  }

  @Test(arguments: [
    FaultyCase(
      json: #"{"listne": "127.0.0.1:80"}"#, message: "unknown key listne (did you mean listen?)"),
    FaultyCase(
      json: #"{"http": {"idle_timout_ms": 5}}"#,
      message: "unknown key http.idle_timout_ms (did you mean http.idle_timeout_ms?)"),
    FaultyCase(json: #"{"zebra": {"a": 1}}"#, message: "unknown key zebra"),
    FaultyCase(
      json: #"{"threads": "4"}"#, message: "threads must be a whole number, not a string"),
    FaultyCase(json: #"{"threads": 0}"#, message: "threads must be from 1 to 256"),
    FaultyCase(
      json: #"{"popularity": {"half_life_hours": 0}}"#,
      message: "popularity.half_life_hours must be a number from 0.01 to 87600, not \"0\""),
    FaultyCase(json: #"{"http": 5}"#, message: "http must be an object, not a number"),
    FaultyCase(
      json: #"{"listen": "8080"}"#,
      message: "listen must be an address such as 127.0.0.1:8080, [::]:8080 or "
        + "unix:/run/market.sock, not \"8080\""),
    FaultyCase(
      json: #"{"listen": "unix:/\#(String(repeating: "s", count: 107))"}"#,
      message: "listen must name a socket by a path of at most 107 bytes, not 108"),
    FaultyCase(json: #"{"cors": {"origins": "x"}}"#, message: "cors.origins must be an array"),
    FaultyCase(
      json: #"{"cors": {"origins": ["https://b", "http://a/"]}}"#,
      message: "cors.origins must list origins as browsers send them, such as "
        + "https://shop.example or http://localhost:3000 without a slash at the end, "
        + "not \"http://a/\""),
    FaultyCase(
      json: #"{"cors": {"origins": ["https://Shop.example"]}}"#, message: "not \"https://Shop"),
    FaultyCase(json: #"{"cors": {"origins": ["shop.example"]}}"#, message: "not \"shop"),
    FaultyCase(json: #"{"cors": {"origins": ["https://a:x"]}}"#, message: "not \"https://a:x"),
    FaultyCase(json: #"{"cors": {"origins": ["https://a:080"]}}"#, message: "not \"https://a:0"),
    FaultyCase(json: #"{"cors": {"origins": ["null"]}}"#, message: "not \"null"),
    FaultyCase(json: #"{"cors": {"origins": ["https://"]}}"#, message: "not \"https://"),
    FaultyCase(
      json: #"{"http": {"trusted_proxies": ["192.0.2.1", "x"]}}"#,
      message: "http.trusted_proxies must list numeric addresses such as 192.0.2.1 or "
        + "2001:db8::1, not \"x\""),
    FaultyCase(
      json: #"{"http": {"trusted_proxies": ["192.0.2.0/24"]}}"#, message: "not \"192.0.2.0/24"),
    FaultyCase(
      json: #"{"http": {"trusted_proxies": "192.0.2.1"}}"#,
      message: "http.trusted_proxies must be an array"),
    FaultyCase(
      json: #"{"http.idle_timeout_ms": 1}"#,
      message: #"unknown key http.idle_timeout_ms: write {"http": {"idle_timeout_ms": …}}"#),
    FaultyCase(
      json: #"{"http.idle_timout_ms": 1}"#,
      message: "unknown key http.idle_timout_ms (did you mean http.idle_timeout_ms?)"),
    FaultyCase(
      json: #"{"tabs": {"theme": "pinkish"}}"#,
      message: "tabs.theme must be a colour such as ffc4da: red, green and blue in hexadecimal, "
        + "not \"pinkish\""),
    FaultyCase(json: #"[]"#, message: "must be an object"),
    FaultyCase(json: #"{"threads": 1,}"#, message: "line 1"),
    FaultyCase(json: #"{"threads": 1, "threads": 2}"#, message: "line 1"),
  ])
  func refuses(_ expected: FaultyCase) {
    let failure = #expect(throws: Failure.self) {
      try ConfigurationFile(path: "market.json", bytes: Array(expected.json.utf8))
    }
    #expect(failure?.status == .configuration)
    #expect(failure?.message.contains("market.json") == true)
    #expect(failure?.message.contains(expected.message) == true, "\(failure?.message ?? "")")
  }

  @Test(arguments: [
    "*", "https://shop.example", "http://localhost:3000", "http://127.0.0.1:8080",
    "http://[::1]:8080", "https://[::1]", "capacitor://localhost",
  ])
  func takesOrigins(_ origin: String) throws {
    let file = try ConfigurationFile(
      path: "market.json", bytes: Array(#"{"cors": {"origins": ["\#(origin)"]}}"#.utf8))
    #expect(file.values[.corsOrigins] == .list([origin]))
  }

  @Test func everyFaultIsToldAtOnce() {
    let failure = #expect(throws: Failure.self) {
      try ConfigurationFile(
        path: "market.json", bytes: Array(#"{"threads": 0, "colour": 1, "listen": 3}"#.utf8))
    }
    for word in ["threads", "colour", "listen"] {
      #expect(failure?.message.contains(word) == true)
    }
  }

  @Test func readsEveryKindOfValue() throws {
    let json = """
      {"database": "sqlite:/srv/market.db", "threads": 3,
       "popularity": {"half_life_hours": 0.5, "view_weight": 2},
       "cors": {"origins": ["https://a.example", "https://b.example"]},
       "http": {"idle_timeout_ms": 5}}
      """
    let file = try ConfigurationFile(path: "market.json", bytes: Array(json.utf8))
    #expect(
      file.values == [
        .database: .storeAddress(.sqlite(path: "/srv/market.db")), .threads: .integer(3),
        .popularityHalfLife: .number(0.5), .popularityViewWeight: .number(2),
        .corsOrigins: .list(["https://a.example", "https://b.example"]),
        .idleTimeout: .integer(5),
      ])
  }

  // MARK: - Precedence

  private func settings(
    _ words: [String], _ environment: [String: String], file: String
  ) throws -> Settings {
    let directory = try TemporaryDirectory()
    let path = try directory.write(file.utf8, to: "market.json")
    return try Settings(
      arguments: ArgumentParser.parse(words + ["--config", path]),
      environment: Environment(environment))
  }

  @Test func aFlagBeatsAVariableBeatsTheFileBeatsTheDefault() throws {
    let file = #"{"threads": 3}"#
    let variable = ["MARKET_THREADS": "4"]
    #expect(try settings(["serve", "--threads", "5"], variable, file: file).server.threads == 5)
    #expect(try settings(["serve"], variable, file: file).server.threads == 4)
    #expect(try settings(["serve"], ["MARKET_THREADS": ""], file: file).server.threads == 3)
    #expect(
      try settings(["serve"], [:], file: "{}").server.threads == Settings.processorCount)
  }

  @Test func defaultsAreThoseOfTheParts() throws {
    let settings = try settings(["serve"], ["HOME": "/home/me"], file: "{}")
    #expect(
      settings.server
        == ServerConfiguration(
          address: .ipv4(host: "127.0.0.1", port: 8_080), threads: Settings.processorCount))
    #expect(settings.popularity == Popularity())
    #expect(settings.cursorPolicy == CursorPolicy())
    #expect(settings.corsOrigins.isEmpty)
    #expect(try settings.store == .sqlite(path: "/home/me/.local/share/market/market.db"))
  }

  @Test func everySettingIsObeyed() throws {
    let file = """
      {"cursor": {"lifetime_seconds": 60}, "popularity": {"half_life_hours": 1.5, "like_weight": 3,
       "purchase_weight": 9, "view_weight": 2, "tick_ms": 250}, "events": {"address_limit": 7},
       "keys": {"writes_per_second": 8}, "metrics": {"access": "everyone"}, "http": {"answer_timeout_ms": 16, "trusted_proxies": ["192.0.2.1", "2001:db8::1"],
       "head_limit_bytes": 2048,
       "target_limit_bytes": 1025, "field_limit": 7, "body_limit_bytes": 4096,
       "pending_output_limit_bytes": 5000, "connection_limit": 8, "head_timeout_ms": 11,
       "request_timeout_ms": 12, "idle_timeout_ms": 13, "write_timeout_ms": 14,
       "drain_timeout_ms": 15}, "listen": "unix:/tmp/m.sock", "threads": 1}
      """
    let settings = try settings(
      ["serve"], ["MARKET_CORS_ORIGINS": "https://a, https://b"], file: file)
    #expect(settings.cursorPolicy.lifetime == 60_000)
    #expect(
      settings.popularity
        == Popularity(
          halfLifeMilliseconds: 5_400_000,
          weights: Popularity.Weights(view: 2, like: 3, purchase: 9)))
    #expect(settings.corsOrigins == ["https://a", "https://b"])
    #expect(settings.tickInterval == 250)
    #expect(settings.eventAddressLimit == 7)
    #expect(settings.keyWriteLimit == 8)
    #expect(settings.metricsAccess == .everyone)
    #expect(
      settings.trustedProxies.map(\.isIPv4).sorted { $0 && !$1 } == [true, false])
    var server = ServerConfiguration(address: .unix(path: "/tmp/m.sock"), threads: 1)
    server.headLimit = 2_048
    server.targetLimit = 1_025
    server.fieldLimit = 7
    server.bodyLimit = 4_096
    server.pendingOutputLimit = 5_000
    server.connectionLimit = 8
    server.headTimeout = 11
    server.requestTimeout = 12
    server.idleTimeout = 13
    server.writeTimeout = 14
    server.drainTimeout = 15
    server.answerTimeout = 16
    #expect(settings.server == server)
  }

  @Test(arguments: [
    ("MARKET_HTTP_FIELD_LIMIT", "many", "must be a whole number from 1 to 10000"),
    ("MARKET_HTTP_FIELD_LIMIT", "0x10", "must be a whole number from 1 to 10000"),
    ("MARKET_POPULARITY_VIEW_WEIGHT", "0x10", "must be a number from 0.001 to 1000000"),
    ("MARKET_POPULARITY_VIEW_WEIGHT", "0x1p4", "must be a number from 0.001 to 1000000"),
    ("MARKET_POPULARITY_VIEW_WEIGHT", "nan", "must be a number from 0.001 to 1000000"),
    (
      "MARKET_HTTP_TRUSTED_PROXIES", "1.2.3.4,x",
      "must list numeric addresses such as 192.0.2.1 or 2001:db8::1"
    ),
  ])
  func aFaultyVariableIsNamed(_ name: String, _ value: String, _ message: String) {
    let failure = #expect(throws: Failure.self) {
      try settings(["serve"], [name: value], file: "{}")
    }
    #expect(failure?.status == .configuration)
    let faulty = value.split(separator: ",").last ?? ""
    #expect(failure?.message == "\(name) \(message), not \"\(faulty)\"")
  }

  @Test(arguments: [("2", 2.0), ("0.5", 0.5), ("1e3", 1_000)])
  func aNumberIsReadAsItIsWritten(_ text: String, _ weight: Double) throws {
    let settings = try settings(["serve"], ["MARKET_POPULARITY_VIEW_WEIGHT": text], file: "{}")
    #expect(settings.popularity.weights.view == weight)
  }

  /// What the environment says of folders, and where the store is then.
  struct FolderCase: CustomTestStringConvertible, Sendable {
    let environment: [String: String]
    let store: String
    var testDescription: String { store }
  }

  @Test(arguments: [
    FolderCase(
      environment: ["MARKET_DATA": "./.data", "XDG_DATA_HOME": "/x", "HOME": "/h"],
      store: "./.data/market.db"),
    FolderCase(
      environment: ["XDG_DATA_HOME": "/x", "HOME": "/h"], store: "/x/market/market.db"),
    FolderCase(
      environment: ["XDG_DATA_HOME": "x", "HOME": "/h"], store: "/h/.local/share/market/market.db"),
    FolderCase(environment: ["MARKET_DATABASE": "sqlite:b.db", "HOME": "/h"], store: "b.db"),
  ])
  func dataFolder(_ expected: FolderCase) throws {
    let settings = try settings(["export"], expected.environment, file: "{}")
    #expect(try settings.store == .sqlite(path: expected.store))
  }

  @Test func noFolderAtAllIsAConfigurationError() throws {
    let settings = try settings(["export"], [:], file: "{}")
    let failure = #expect(throws: Failure.self) { try settings.store }
    #expect(failure?.status == .configuration)
  }

  // MARK: - The manual

  @Test func theManualListsEveryKeyAsItIs() throws {
    let manual = try String(
      contentsOf: repository.appendingPathComponent("config/README.md"), encoding: .utf8)
    let rows = manual.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("| `") && !$0.hasPrefix("| `MARKET_") }
    let expected = ConfigurationKey.allCases.map { key in
      let entry = key.entry
      return "| `\(key.rawValue)` | \(entry.kind.nameInManual) | \(entry.unit) | "
        + "\(entry.defaultText) | `\(key.variable)` | \(entry.summary) |"
    }
    for row in expected where !rows.contains(row) {
      Issue.record("config/README.md lacks this row, or has it otherwise:\n\(row)")
    }
    for row in rows where !expected.contains(row) {
      Issue.record("config/README.md has a row that no key has:\n\(row)")
    }
  }

  @Test func theExampleFileIsAccepted() throws {
    let path = repository.appendingPathComponent("config/market.example.json").path
    let file = try ConfigurationFile.find(named: path)
    #expect(file?.values.isEmpty == false)
  }
}

@Suite struct AddressTests {
  @Test(arguments: ["", "market.db", "sqlite:", "sqlite:/a/", "sqlite://a", "postgresql://x/y"])
  func refusesStore(text: String) {
    #expect(StoreAddress(text: text) == nil)
  }

  @Test func picturesLieBesideTheStore() {
    #expect(StoreAddress.sqlite(path: "/srv/m/market.db").mediaFolder == "/srv/m/media")
    #expect(StoreAddress.sqlite(path: "market.db").mediaFolder == "./media")
    #expect(StoreAddress.sqlite(path: "/market.db").mediaFolder == "//media")
  }
}
