import HTTPServer
import Testing

/// Clients that take their time are ended in time, while others are served.
@Suite struct SlowClientTests {
  private static let feedRequest = "GET /feed HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

  /// A client that sends its request byte by byte.
  struct Dripping: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var start: String
    var drop: String

    static let all = [
      Dripping(testDescription: "a head", start: "GET /feed HTTP/1.1\r\nHost: x\r\nX: ", drop: "a"),
      Dripping(testDescription: "empty fields", start: "GET / HTTP/1.1\r\n", drop: "X: y\r\n"),
      Dripping(
        testDescription: "a body",
        start: "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", drop: "a"),
      Dripping(
        testDescription: "chunks",
        start: "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        drop: "1\r\na\r\n"),
    ]
  }

  @Test(arguments: Dripping.all)
  func drippingIsEndedWhileOthersAreServed(_ dripping: Dripping) throws {
    try withServer(
      .loopback(threads: 1).setting(\.headTimeout, 150).setting(\.requestTimeout, 200)
    ) { address, _ in
      // Before the server can see the client, which may be long before this thread goes on.
      let start = milliseconds()
      let slow = try TestClient(address)
      try slow.send(dripping.start)
      // The drops come far more often than any timeout; each wait is for the server's answer.
      while !slow.hasNews(within: 5) {
        try slow.send(dripping.drop)
        let other = try TestClient(address)
        try other.send(Self.feedRequest)
        #expect(try other.answer().body == TestHandler.feed)
        guard milliseconds() - start < 20_000 else {
          Issue.record("still dripping")
          return
        }
      }
      // The loop's clock is exact to a few milliseconds.
      #expect(milliseconds() - start >= 140)
      let answer = try slow.answer()
      #expect(answer.status == 408)
      #expect(answer.field("x-refused") == "yes")
      #expect(answer.field("connection") == "close")
      #expect(try slow.isEnded())
    }
  }

  @Test func aHalfHeadThatIsLeftIsAnswered() throws {
    try withServer(.loopback().setting(\.headTimeout, 100)) { address, _ in
      let client = try TestClient(address)
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /feed HT")
      #expect(try client.answer().status == 404)
      #expect(try client.answer().status == 408)
      #expect(try client.isClosedCleanly())
    }
  }

  @Test func idleConnectionsAreClosedWithoutAWord() throws {
    try withServer(.loopback().setting(\.idleTimeout, 150)) { address, _ in
      let start = milliseconds()
      let silent = try TestClient(address)
      #expect(try silent.isClosedCleanly())
      #expect(milliseconds() - start >= 140)

      let served = try TestClient(address)
      try served.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try served.answer().body == TestHandler.feed)
      #expect(try served.isClosedCleanly())
    }
  }

  @Test func aClientThatNeverReadsIsCutOffWhileOthersAreServed() throws {
    try withServer(
      .loopback(threads: 1).setting(\.writeTimeout, 150).setting(\.pendingOutputLimit, 20_000)
    ) { address, server in
      let deaf = try TestClient(address, receiveBuffer: 4_096)
      try deaf.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
      let requests = Array(
        String(repeating: "GET /feed HTTP/1.1\r\nHost: x\r\n\r\n", count: 500).utf8)
      // The server stops reading, so sooner or later its buffers are full; cut off, it answers
      // with a reset. Either way it does not read for ever.
      let deadline = milliseconds() + 20_000
      var isCut = false
      while !isCut && milliseconds() < deadline {
        isCut = deaf.sendUntilFull(requests) == 0 && deaf.isReset(within: 20)
        let other = try TestClient(address)
        try other.send(Self.feedRequest)
        #expect(try other.answer().body == TestHandler.feed)
      }
      #expect(isCut)
    }
  }

  /// However many requests a client sends ahead, only what the limit allows is answered unread.
  @Test func answersAreNotMadeFarAheadOfTheirReader() throws {
    try withServer(.loopback(threads: 1).setting(\.pendingOutputLimit, 20_000)) { address, _ in
      let deaf = try TestClient(address, receiveBuffer: 4_096)
      try deaf.send(String(repeating: "GET /big HTTP/1.1\r\nHost: x\r\n\r\n", count: 200))
      #expect(deaf.hasNews(within: 20_000))
      let other = try TestClient(address)
      try other.send("GET /answered HTTP/1.1\r\nHost: x\r\n\r\n")
      let answered = Int(String(decoding: try other.answer().body, as: UTF8.self))
      #expect(answered == 2, "the first of the big ones, and this")
    }
  }
}
