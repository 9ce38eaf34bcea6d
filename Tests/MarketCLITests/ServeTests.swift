import Foundation
import TestSupport
import Testing

@testable import MarketCLI

@Suite struct ServeTests {
  /// A data folder with an empty store.
  static func emptyStore() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let made = try market("migrate", environment: ["MARKET_DATA": directory.path])
    #expect(made.status == 0, "\(made.standardError)")
    return directory
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func aSignalEndsItWithZero(_ signal: Int32) throws {
    let directory = try Self.emptyStore()
    let server = try RunningServer(data: directory.path)
    #expect(try server.client.get("/healthz").status == 200)
    server.program.send(signal)
    let result = server.program.result()
    #expect(result.status == 0)
    #expect(result.lines.count == 1)
    #expect(throws: HTTPClientError.self) { try server.client.get("/healthz") }
  }

  @Test(arguments: [[SIGTERM], [SIGHUP], [SIGHUP, SIGHUP]])
  func aRequestInFlightIsAnswered(after signals: [Int32]) throws {
    let directory = try Self.emptyStore()
    let server = try RunningServer(data: directory.path)
    let descriptor = try server.client.connect()
    defer { close(descriptor) }
    try server.client.send("GET /v1/pages HTTP/1.1\r\nHost: market\r\n", to: descriptor)
    // Once a later connection is answered, the loops have seen the first bytes of this one.
    _ = try server.client.get("/healthz")
    _ = try server.client.get("/healthz")
    for signal in signals {
      server.program.send(signal)
      #expect(poll { server.program.standardError.contains("ending") })
    }
    try server.client.send("\r\n", to: descriptor)
    let answer = try server.client.parse(server.client.readAll(descriptor))
    #expect(answer.status == 200)
    #expect(answer.fields["connection"] == "close")
    #expect(server.program.result().status == 0)
  }

  @Test func aServerThatWasStartedToOutliveItsTerminalDoes() throws {
    let directory = try Self.emptyStore()
    let server = try RunningServer(data: directory.path, ignoresHangup: true)
    server.program.send(SIGHUP)
    // The server waits for signals: one that it takes shows at once.
    let deadline = Date(timeIntervalSinceNow: 0.3)
    while Date() < deadline { #expect(try server.client.get("/readyz").status == 200) }
    #expect(!server.program.standardError.contains("ending"))
    #expect(server.stop().status == 0)
  }

  @Test func aPortInUseIs69() throws {
    let directory = try Self.emptyStore()
    let server = try RunningServer(data: directory.path)
    let address = server.client.address.replacingOccurrences(of: "http://", with: "")
    let second = try market(
      "serve", "--listen", address, environment: ["MARKET_DATA": directory.path])
    #expect(second.status == ExitCode.unavailable.rawValue)
    #expect(second.standardError.contains(address))
    #expect(second.standardError.contains("MARKET_LISTEN=127.0.0.1:8081"))
    #expect(server.stop().status == 0)
  }

  @Test func pendingMigrationsAre78() throws {
    let directory = try Self.emptyStore()
    let store = SQLiteFile(directory.file("market.db"))
    try store.execute("DELETE FROM schema_migrations WHERE number = 1")
    let result = try market("serve", environment: ["MARKET_DATA": directory.path])
    #expect(result.status == ExitCode.configuration.rawValue)
    #expect(result.standardError.contains("market-cli migrate"))
  }

  @Test func theTablesOfAServerThatRunsAreNotChanged() throws {
    let directory = try Self.emptyStore()
    let store = SQLiteFile(directory.file("market.db"))
    let server = try RunningServer(data: directory.path)
    let migrate = { try market("migrate", environment: ["MARKET_DATA": directory.path]) }
    #expect(try migrate().status == 0, "nothing is pending")
    try store.execute("CREATE TABLE kept AS SELECT * FROM schema_migrations")
    try store.execute(
      "DELETE FROM schema_migrations WHERE number = (SELECT max(number) FROM schema_migrations)")
    let refused = try migrate()
    #expect(refused.status == ExitCode.busy.rawValue)
    #expect(refused.standardError.contains("a server is running on"))
    try store.execute("INSERT OR IGNORE INTO schema_migrations SELECT * FROM kept")
    #expect(server.stop().status == 0)
  }

  @Test func aUnixSocketServesToo() throws {
    let directory = try Self.emptyStore()
    let address = "unix:" + directory.file("m.sock")
    let server = try RunningServer(data: directory.path, listen: address)
    #expect(server.client.address == address)
    #expect(try server.client.get("/readyz").status == 200)
    #expect(server.stop().status == 0)
    let again = try RunningServer(data: directory.path, listen: address)
    #expect(try again.client.get("/readyz").status == 200)
    #expect(again.stop().status == 0)
  }

  @Test func theLimitsOfTheConfigurationHold() throws {
    let directory = try Self.emptyStore()
    let configuration = try directory.write(
      #"{"http": {"target_limit_bytes": 1024}, "cors": {"origins": ["https://a.example"]}}"#.utf8,
      to: "market.json")
    let server = try RunningServer(data: directory.path, ["--config", configuration])
    #expect(try server.client.get("/" + String(repeating: "a", count: 1_100)).status == 414)
    #expect(server.stop().status == 0)
  }
}
