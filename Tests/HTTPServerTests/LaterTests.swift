import Glibc
import HTTPServer
import Synchronization
import Testing

/// Answers that other threads give.
@Suite struct LaterTests {
  private static func ask(_ path: String, close: Bool = false) -> String {
    "GET \(path) HTTP/1.1\r\nHost: x\r\n\(close ? "Connection: close\r\n" : "")\r\n"
  }

  private static func answer(_ text: String) -> Response {
    Response(status: .ok, body: Array(text.utf8))
  }

  @Test func pipelinedRequestsKeepTheirOrderAndOtherConnectionsGoOn() throws {
    let desk = Desk()
    try withServer(.loopback(threads: 1), desk: desk) { address, _ in
      let client = try TestClient(address)
      try client.send(
        Self.ask("/feed") + Self.ask("/later/1") + Self.ask("/answered") + Self.ask("/later/2")
          + Self.ask("/host"))
      #expect(try client.answer().body == TestHandler.feed)
      let first = try #require(desk.take(1).first)
      #expect(first.path == "/later/1")
      // The loop is free meanwhile, and the second request for later has not been read.
      let other = try TestClient(address)
      try other.send(Self.ask("/feed"))
      #expect(try other.answer().body == TestHandler.feed)
      #expect(desk.count == 0)
      #expect(!client.hasNews(within: 50))
      first.responder.answer(Self.answer("one"))
      first.responder.answer(Self.answer("only the first counts"))
      #expect(String(decoding: try client.answer().body, as: UTF8.self) == "one")
      #expect(String(decoding: try client.answer().body, as: UTF8.self) == "3")
      try #require(desk.take(1).first).responder.answer(Self.answer("two"))
      #expect(String(decoding: try client.answer().body, as: UTF8.self) == "two")
      #expect(String(decoding: try client.answer().body, as: UTF8.self) == "x")
    }
  }

  @Test func anAnswerWaitsBehindOneThatTheClientHasNotRead() throws {
    let desk = Desk()
    try withServer(.loopback(threads: 1), desk: desk) { address, _ in
      let client = try TestClient(address, receiveBuffer: 4_096)
      try client.send(Self.ask("/big"))
      #expect(client.hasNews(within: 20_000))
      try client.send(Self.ask("/later"))
      // Not asked yet: nothing is read while an answer waits for room.
      #expect(try client.answer().body == TestHandler.big)
      try #require(desk.take(1).first).responder.answer(Self.answer("behind"))
      #expect(String(decoding: try client.answer().body, as: UTF8.self) == "behind")
    }
  }

  @Test(arguments: [false, true])
  func aClientMayBeGoneBeforeItsAnswer(reset: Bool) throws {
    let desk = Desk()
    try withServer(.loopback(threads: 1), desk: desk) { address, _ in
      for round in 0..<20 {
        var gone: TestClient? = try TestClient(address)
        if reset { try gone?.resetWhenClosed() }
        try gone?.send(Self.ask("/later/\(round)"))
        let late = desk.take(1)
        #expect(late.map(\.path) == ["/later/\(round)"])
        gone = nil
        // Whoever has the descriptor now must not get what was meant for another.
        let next = try TestClient(address)
        try next.send(Self.ask("/later/next"))
        let waiting = desk.take(1)
        for (path, responder) in late + waiting { responder.answer(Self.answer(path)) }
        #expect(String(decoding: try next.answer().body, as: UTF8.self) == "/later/next")
      }
    }
  }

  @Test func manyAtOnceEachGetTheirOwn() throws {
    let desk = Desk()
    try withServer(desk: desk) { address, _ in
      let clients = try (0..<200).map { number in
        let client = try TestClient(address)
        try client.send(Self.ask("/later/\(number)", close: number.isMultiple(of: 3)))
        return client
      }
      for (path, responder) in desk.take(200).reversed() { responder.answer(Self.answer(path)) }
      for (number, client) in clients.enumerated() {
        let answer = try client.answer()
        #expect(String(decoding: answer.body, as: UTF8.self) == "/later/\(number)")
        #expect(answer.field("connection") == (number.isMultiple(of: 3) ? "close" : nil))
        if number.isMultiple(of: 3) { #expect(try client.isClosedCleanly()) }
      }
    }
  }

  @Test func aDrainWaitsForThem() throws {
    let desk = Desk()
    let server = Server(configuration: .loopback()) { TestHandler(desk: desk) }
    let client = try TestClient(try server.start())
    try client.send(Self.ask("/later"))
    let waiting = desk.take(1)
    server.drain()
    #expect(!client.hasNews(within: 100))
    for (_, responder) in waiting { responder.answer(Self.answer("late")) }
    let answer = try client.answer()
    #expect(String(decoding: answer.body, as: UTF8.self) == "late")
    #expect(answer.field("connection") == "close")
    #expect(try client.isClosedCleanly())
    client.finishSending()
    server.wait()
  }

  @Test func whatNobodyAnswersIsARefusal() throws {
    let desk = Desk()
    let configuration = ServerConfiguration.loopback().setting(\.answerTimeout, 50)
    try withServer(configuration, desk: desk) { address, _ in
      let client = try TestClient(address)
      try client.send(Self.ask("/later"))
      let kept = desk.take(1)
      #expect(try client.answer().status == 503)
      for (_, responder) in kept { responder.answer(Self.answer("too late")) }
      try client.send(Self.ask("/feed"))
      #expect(try client.answer().body == TestHandler.feed)
    }
    try withServer(desk: desk) { address, _ in
      let client = try TestClient(address)
      try client.send(Self.ask("/later"))
      _ = desk.take(1)
      let answer = try client.answer()
      #expect(answer.status == 500)
      #expect(answer.field("x-refused") == "yes")
    }
  }

  @Test func anAnswerAfterTheEndIsThrownAway() throws {
    let desk = Desk()
    let configuration = ServerConfiguration.loopback().setting(\.drainTimeout, 50)
    let server = Server(configuration: configuration) { TestHandler(desk: desk) }
    let client = try TestClient(try server.start())
    try client.send(Self.ask("/later"))
    let waiting = desk.take(1)
    server.drain()
    server.wait()
    for (_, responder) in waiting { responder.answer(Self.answer("nobody")) }
    #expect(try client.isEnded())
  }
}
