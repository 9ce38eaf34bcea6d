import Glibc
import HTTPServer
import Testing

/// How a server ends.
@Suite struct DrainTests {
  @Test func requestsInFlightAreAnsweredIdleOnesClosedNewOnesRefused() throws {
    let configuration = ServerConfiguration.loopback().setting(\.drainTimeout, 60_000)
    let server = Server(configuration: configuration) { TestHandler() }
    let address = try server.start()
    let hello = "GET /feed HTTP/1.1\r\nHost: x\r\n\r\n"

    let idle = try TestClient(address)
    try idle.send(hello)
    #expect(try idle.answer().status == 200)

    let inHead = try TestClient(address)
    try inHead.send(hello + "GET /feed HT")
    #expect(try inHead.answer().status == 200)

    let inBody = try TestClient(address)
    try inBody.send(hello + "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe")
    #expect(try inBody.answer().status == 200)

    let inAnswer = try TestClient(address, receiveBuffer: 4_096)
    try inAnswer.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(inAnswer.hasNews(within: 20_000))

    server.drain()
    #expect(try idle.isClosedCleanly())
    // Listening ends a moment after the idle connections of the first loop.
    let deadline = milliseconds() + 20_000
    var isRefused = false
    while !isRefused && milliseconds() < deadline {
      do { _ = try TestClient(address) } catch TestClient.Fault.cannotConnect(ECONNREFUSED) {
        isRefused = true
      } catch TestClient.Fault.cannotConnect(ECONNRESET) {
        // It came while listening ended: the kernel resets what nobody has accepted.
      }
    }
    #expect(isRefused)

    try inHead.send("TP/1.1\r\nHost: x\r\n\r\n")
    let headAnswer = try inHead.answer()
    #expect(headAnswer.body == TestHandler.feed)
    #expect(headAnswer.field("connection") == "close")
    #expect(try inHead.isClosedCleanly())

    try inBody.send("llo")
    let bodyAnswer = try inBody.answer()
    #expect(bodyAnswer.body == Array("hello".utf8))
    #expect(bodyAnswer.field("connection") == "close")
    #expect(try inBody.isClosedCleanly())

    #expect(try inAnswer.answer().body == TestHandler.big)
    #expect(try inAnswer.isClosedCleanly())

    inHead.finishSending()
    inBody.finishSending()
    inAnswer.finishSending()
    let start = milliseconds()
    server.wait()
    // Long before the hard stop.
    #expect(milliseconds() - start < 30_000)
    // Any number of times.
    server.drain()
    server.wait()
  }

  @Test func whatHangsIsCutOffAtTheDrainTimeout() throws {
    let configuration = ServerConfiguration.loopback(threads: 1).setting(\.drainTimeout, 200)
    let server = Server(configuration: configuration) { TestHandler() }
    let client = try TestClient(try server.start())
    // The answer to the first request shows that the loop has read the second one, too.
    try client.send(
      "GET /feed HTTP/1.1\r\nHost: x\r\n\r\n"
        + "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe")
    #expect(try client.answer().status == 200)
    let start = milliseconds()
    server.drain()
    server.wait()
    let elapsed = milliseconds() - start
    #expect(elapsed >= 150)
    #expect(elapsed < 9_000)
    #expect(try client.isEnded())
  }

  @Test func connectionsThatWaitToBeAcceptedAreServed() throws {
    for _ in 0..<20 {
      let server = Server(configuration: .loopback()) { TestHandler() }
      let address = try server.start()
      let clients = try (0..<10).map { _ in
        let client = try TestClient(address)
        try client.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
        return client
      }
      server.drain()
      for client in clients {
        #expect(try client.answer().body == TestHandler.feed)
        client.finishSending()
      }
      server.wait()
    }
  }

  @Test func aDrainBeforeTheStartEndsItAtOnce() throws {
    let server = Server(configuration: .loopback()) { TestHandler() }
    server.wait()
    server.drain()
    _ = try server.start()
    server.wait()
  }
}
