import Foundation
import TestSupport
import Testing

@testable import MarketCLI

/// `tabs --server`: the same market from another process.
@Suite struct TabsServerTests {
  @Test func aServerShowsWhatItsStoreShows() throws {
    let shop = try Shop(seeded: 230)
    let server = try shop.serve()
    for arguments in [[], ["--limit", "230"], ["--page", "popular", "--limit", "3", "--ascii"]] {
      let local = try RunningProgram(
        ["tabs", "--plain"] + arguments, environment: shop.environment
      )
      .result()
      let remote = try RunningProgram(
        ["tabs", "--plain", "--server", server.client.address] + arguments
      ).result()
      #expect(remote.status == 0)
      #expect(remote.standardError.isEmpty)
      #expect(remote.standardOutput == local.standardOutput)
      #expect(local.lines.count > 3)
    }
    #expect(server.stop().status == 0)
  }

  @Test func aServerMayListenOnASocket() throws {
    let shop = try Shop(seeded: 4)
    let address = "unix:" + shop.directory.file("market.sock")
    let server = try RunningServer(data: shop.directory.path, listen: address)
    let remote = try market("tabs", "--server", address)
    #expect(remote.standardOutput == (try shop.run("tabs")).standardOutput)
    #expect(server.stop().status == 0)
  }

  struct Failing: CustomTestStringConvertible {
    let arguments: [String]
    let status: ExitCode
    let says: String
    let advises: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Failing(
      arguments: ["--server", "http://127.0.0.1:1"], status: .unavailable,
      says: "cannot read from http://127.0.0.1:1: nothing answers there", advises: "serve"),
    Failing(
      arguments: ["--server", "http://\(unknownHost)"], status: .unavailable,
      says: "the host is not known", advises: "check the address"),
    Failing(
      arguments: ["--server", "unix:/nowhere/market.sock"], status: .unavailable,
      says: "cannot read from unix:/nowhere/market.sock", advises: "serve"),
    Failing(
      arguments: ["--server", "127.0.0.1:8080"], status: .usage,
      says: "--server must be a server's address", advises: "help tabs"),
    Failing(
      arguments: ["--server", "http://127.0.0.1:8080", "--database", "sqlite:market.db"],
      status: .usage, says: "--server and --database", advises: "one of them"),
  ])
  func whatCannotBeReadIsToldInTwoLines(_ failing: Failing) throws {
    let result = try RunningProgram(["tabs"] + failing.arguments).result()
    #expect(result.status == failing.status.rawValue)
    #expect(result.standardOutput.isEmpty)
    let lines = result.standardError.split(separator: "\n")
    try #require(lines.count == 2, "\(result.standardError)")
    #expect(lines[0].hasPrefix("market-cli: "))
    #expect(lines[0].contains(failing.says))
    #expect(lines[1].contains(failing.advises))
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
    "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 302 Found\r\nLocation: /\u{1B}[31mlogin\r\nContent-Length: 0\r\n\r\n",
  ])
  func whatIsNoMarketServerIsCalledSo(_ answer: String) throws {
    try ScriptedServer.answering(answer) { url in
      let result = try market("tabs", "--server", url)
      #expect(result.status == ExitCode.unavailable.rawValue)
      #expect(result.standardError.contains("\(url) is no Market server"))
      #expect(!result.standardError.contains("\u{1B}"))
      #expect(result.standardError.split(separator: "\n").count == 2)
    }
  }

  @Test func aServerThatIsBusyIsWorthAnotherTry() throws {
    let body = #"{"type":"/problems/busy","title":"Busy","status":503,"detail":"try again"}"#
    let answer =
      "HTTP/1.1 503 Busy\r\nContent-Type: application/problem+json\r\nRetry-After: 1\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
    try ScriptedServer.answering(answer) { url in
      let result = try market("tabs", "--server", url)
      #expect(result.status == ExitCode.busy.rawValue)
      #expect(result.standardError.contains("try again in a moment"))
    }
  }
}
