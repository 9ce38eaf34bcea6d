import Glibc
import HTTPServer
import Testing

/// Streams of events.
@Suite struct StreamTests {
  private static func listen(_ address: ListenAddress, from position: Int) throws -> TestClient {
    let client = try TestClient(address)
    try client.send("GET /events/\(position) HTTP/1.1\r\nHost: x\r\n\r\n")
    let answer = try client.answer()
    #expect(answer.status == 200)
    #expect(answer.field("content-length") == nil)
    #expect(answer.field("connection") == "close")
    #expect(try client.event() == "id: \(position)")
    return client
  }

  private static func publish(_ server: Server, _ position: Int64, topic: Int = 7) {
    server.publish(Array("id: \(position)\n\n".utf8), at: position, to: topic)
  }

  @Test func everyListenerIsToldWhatItDoesNotKnow() throws {
    try withServer { address, server in
      let clients = try (0..<50).map { _ in try Self.listen(address, from: 1) }
      Self.publish(server, 2)
      for client in clients { #expect(try client.event() == "id: 2") }
      // Told on subscribing, though it was published before.
      let late = try Self.listen(address, from: 1)
      #expect(try late.event() == "id: 2")
      let ahead = try Self.listen(address, from: 3)
      Self.publish(server, 3)
      Self.publish(server, 2)
      Self.publish(server, 9, topic: 8)
      Self.publish(server, 4)
      #expect(try ahead.event() == "id: 4")
      for client in clients {
        var told = try client.event()
        if told == "id: 3" { told = try client.event() }
        #expect(told == "id: 4")
      }
    }
  }

  @Test func aSlowListenerGetsTheNewestAndNothingPilesUp() throws {
    try withServer(.loopback(threads: 1)) { address, server in
      let client = try TestClient(address, receiveBuffer: 4_096)
      try client.send("GET /events/0 HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer().status == 200)
      #expect(try client.event() == "id: 0")
      let filling = String(repeating: "x", count: 100_000)
      for position in 1...200 {
        server.publish(
          Array(": \(filling)\nid: \(position)\n\n".utf8), at: Int64(position), to: 7)
        // Each is taken before the next: the loop answers another client in between.
        let other = try TestClient(address)
        try other.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try other.answer().status == 200)
      }
      var told: [String] = []
      repeat {
        told.append(String(try client.event().split(separator: "\n").last ?? ""))
      } while told.last != "id: 200"
      #expect(told.count < 150, "some were skipped")
      #expect(told == told.sorted { Int($0.dropFirst(4)) ?? 0 < Int($1.dropFirst(4)) ?? 0 })
    }
  }

  @Test func aSignOfLifeComesWhenNothingElseDoes() throws {
    let configuration = ServerConfiguration.loopback().setting(\.heartbeatInterval, 30)
    try withServer(configuration.setting(\.idleTimeout, 20)) { address, _ in
      let client = try Self.listen(address, from: 1)
      for _ in 0..<3 { #expect(try client.event() == ":") }
    }
  }

  @Test func aDrainTellsThemAndDoesNotWait() throws {
    let configuration = ServerConfiguration.loopback().setting(\.drainTimeout, 60_000)
    let server = Server(configuration: configuration) { TestHandler() }
    let address = try server.start()
    let clients = try (0..<20).map { _ in try Self.listen(address, from: 1) }
    let stuck = try TestClient(address, receiveBuffer: 4_096)
    try stuck.send("GET /events/0 HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try stuck.answer().status == 200)
    server.publish([UInt8](repeating: 120, count: 8_000_000), at: 1, to: 7)
    #expect(stuck.hasNews(within: 20_000))
    let start = milliseconds()
    server.drain()
    for client in clients {
      #expect(try client.event() == ": the server is ending")
      #expect(try client.isClosedCleanly())
    }
    server.wait()
    // Long before the hard stop.
    #expect(milliseconds() - start < 30_000)
  }

  @Test func aListenerThatLeavesIsForgotten() throws {
    let configuration = ServerConfiguration.loopback(threads: 1).setting(\.connectionLimit, 10)
    try withServer(configuration) { address, server in
      for _ in 0..<10 {
        for _ in 0..<8 { _ = try Self.listen(address, from: 1) }
        Self.publish(server, 2)
      }
      let deadline = milliseconds() + 20_000
      var isServed = false
      while !isServed && milliseconds() < deadline {
        let client = try TestClient(address)
        try client.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
        isServed = try client.answer().status == 200
      }
      #expect(isServed)
    }
  }

  @Test func thePeerIsKnown() throws {
    try withServer { address, _ in
      let client = try TestClient(address)
      try client.send("GET /peer HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(String(decoding: try client.answer().body, as: UTF8.self) == "true true")
    }
    #expect(PeerAddress("192.0.2.1") == PeerAddress("::ffff:192.0.2.1"))
    #expect(PeerAddress("2001:db8::1")?.isIPv4 == false)
    #expect(PeerAddress("2001:db8::1")?.high == 0x2001_0db8_0000_0000)
    #expect(PeerAddress("::1")?.isLoopback == true)
    #expect(PeerAddress("128.0.0.1")?.isLoopback == false)
    for text in ["", "192.0.2", "192.0.2.1:80", "[::1]", "host", "unknown", "1.2.3.4, 5.6.7.8"] {
      #expect(PeerAddress(text) == nil, "\(text)")
    }
  }
}
