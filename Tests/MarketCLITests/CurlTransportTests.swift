import Foundation
import MarketClient
import TestSupport
import Testing

@testable import MarketCLI

/// libcurl against servers that are right, wrong, slow or away.
@Suite struct CurlTransportTests {
  private func request(
    _ url: String, socket: String? = nil, fields: [HeaderField] = [], timeout: Int64 = 20_000,
    limit: Int = 100_000
  ) -> ClientRequest {
    ClientRequest(
      url: url, socketPath: socket, fields: fields, timeout: timeout, answerLimit: limit)
  }

  private func fault(_ request: ClientRequest) throws -> TransportFault? {
    do throws(TransportFault) {
      let response = try CurlTransport().send(request)
      Issue.record("answered with \(response.status)")
      return nil
    } catch {
      return error
    }
  }

  struct Wrong: CustomTestStringConvertible {
    let testDescription: String
    let answer: String
    var ending = ScriptedServer.Ending.close
    let kind: TransportFault.Kind
  }

  @Test(arguments: [
    Wrong(testDescription: "no status line", answer: "+OK POP3 ready\r\n", kind: .notHTTP),
    Wrong(testDescription: "nothing", answer: "", kind: .interrupted),
    Wrong(
      testDescription: "a body that breaks off",
      answer: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", kind: .interrupted),
    Wrong(
      testDescription: "a body longer than the limit, announced",
      answer: "HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n"
        + String(repeating: "x", count: 100_001), kind: .tooLarge),
    Wrong(
      testDescription: "a body without an end",
      answer: "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 200_000), ending: .hold,
      kind: .tooLarge),
    Wrong(
      testDescription: "a coding that is not what it says",
      answer: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
      kind: .notHTTP),
  ])
  func aWrongAnswerIsAFault(_ wrong: Wrong) throws {
    try ScriptedServer.answering(wrong.answer, then: wrong.ending) { url in
      let fault = try #require(try fault(request(url)))
      #expect(fault.kind == wrong.kind, "\(fault)")
      #expect(!fault.detail.isEmpty && !fault.detail.contains("\n"))
    }
  }

  @Test func aSlowAnswerEndsInTime() throws {
    try ScriptedServer.answering("HTTP/1.1 200 OK\r\n", then: .hold) { url in
      let start = ContinuousClock.now
      let fault = try fault(request(url, timeout: 200))
      #expect(fault?.kind == .timedOut)
      #expect(ContinuousClock.now - start < .seconds(15))
    }
  }

  @Test func aServerThatIsAwayIsRefused() throws {
    let directory = try TemporaryDirectory()
    #expect(try fault(request("http://127.0.0.1:1/"))?.kind == .refused)
    let socket = directory.file("none.sock")
    #expect(
      try fault(request("http://localhost/", socket: socket))
        == TransportFault(.refused, detail: "No such file or directory"))
    let file = try directory.write([], to: "left.sock")
    #expect(
      try fault(request("http://localhost/", socket: file))
        == TransportFault(.refused, detail: "no server listens"))
    #expect(try fault(request("http://\(unknownHost)/"))?.kind == .unknownHost)
  }

  @Test func plainHTTPIsNotTakenForSecure() throws {
    try ScriptedServer.answering("HTTP/1.1 200 OK\r\n\r\n") { url in
      let secure = url.replacingOccurrences(of: "http:", with: "https:")
      let fault = try fault(request(secure))
      #expect(fault?.kind == .insecure)
    }
  }

  @Test func anAnswerIsGivenAsItIs() throws {
    let text =
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
      + "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nX-Two:  a: b \r\n"
      + "Content-Length: 3\r\n\r\nabc"
    try ScriptedServer.answering(text) { url in
      let response = try CurlTransport().send(request(url))
      #expect(response.status == 404)
      #expect(response.field("CONTENT-TYPE") == "text/plain")
      #expect(response.field("x-two") == "a: b")
      #expect(response.field("link") == nil)
      #expect(response.body == Array("abc".utf8))
    }
  }

  @Test func aRedirectIsNotFollowed() throws {
    let text = "HTTP/1.1 301 Moved\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"
    try ScriptedServer.answering(text) { url in
      let response = try CurlTransport().send(request(url))
      #expect(response.status == 301)
      #expect(response.body.isEmpty)
    }
  }

  @Test func oneConnectionServesManyCalls() throws {
    let shop = try Shop(seeded: 5)
    let server = try shop.serve()
    let transport = try CurlTransport()
    let address = try #require(ServerAddress(server.client.address))
    for target in ["/healthz", "/v1/feeds/recent?limit=100", "/v1/pages", "/v1/nowhere"] {
      let response = try transport.send(request(address.baseURL + target))
      let direct = try server.client.get(target)
      #expect(response.status == direct.status)
      if direct.status == 200 { #expect(Data(response.body) == direct.body) }
    }
    #expect(server.stop().status == 0)
    // The connection is gone, and the next call says so instead of hanging.
    #expect(throws: TransportFault.self) {
      try transport.send(request(address.baseURL + "/healthz"))
    }
  }
}
