import HTTPServer
import TestSupport
import Testing

/// Whole exchanges over loopback sockets.
@Suite struct ExchangeTests {
  @Test func hostileRequestsAreRefusedAndClosed() throws {
    try withServer { address, _ in
      for request in HostileRequest.all {
        let client = try TestClient(address)
        // The server may end the connection before it has read all of it, but not before the
        // client has its answer.
        do { try client.send(request.bytes) } catch TestClient.Fault.sendingFailed {}
        let answer = try client.answer()
        #expect(answer.status == request.status, "\(request)")
        #expect(answer.field("x-refused") == "yes", "\(request): not in the handler's shape")
        #expect(answer.field("connection") == "close", "\(request)")
        #expect(answer.field("date") != nil, "\(request)")
        #expect(try client.isClosedCleanly(), "\(request)")
      }
      // Nothing of it has hurt the server.
      let client = try TestClient(address)
      try client.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer().body == TestHandler.feed)
    }
  }

  @Test func validRequestsLeaveTheConnectionAsTheyAsk() throws {
    try withServer { address, _ in
      for request in ValidRequest.all {
        let client = try TestClient(address)
        try client.send(request.bytes)
        let answer = try client.answer(toHead: request.method == .head)
        #expect(answer.status == 404, "\(request.name)")
        if request.keepsAlive {
          #expect(answer.field("connection") != "close", "\(request.name)")
          try client.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
          #expect(try client.answer().body == TestHandler.feed, "\(request.name)")
        } else {
          #expect(answer.field("connection") == "close", "\(request.name)")
          #expect(try client.isClosedCleanly(), "\(request.name)")
        }
      }
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    try withServer { address, _ in
      let client = try TestClient(address)
      try client.send(
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nfirst"
          + "GET /feed HTTP/1.1\r\nHost: x\r\n\r\n"
          + "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "5\r\nthird\r\n0\r\n\r\n" + "HEAD /feed HTTP/1.1\r\nHost: x\r\n\r\n"
          + "GET /not-modified HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
          + "GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer().body == Array("first".utf8))
      #expect(try client.answer().body == TestHandler.feed)
      #expect(try client.answer().body == Array("third".utf8))
      let head = try client.answer(toHead: true)
      #expect(head.field("content-length") == "6144")
      let last = try client.answer()
      #expect(last.status == 304)
      #expect(last.field("connection") == "close")
      // What follows a request that asked to close is not answered.
      #expect(try client.isClosedCleanly())
    }
  }

  /// Of what arrives at once the loop is told once, however many reads it takes.
  @Test func requestsAsLongAsWhatIsReadAtOnceAreAnswered() throws {
    let roomToRead = 65_536
    try withServer(.loopback(threads: 1)) { address, _ in
      let client = try TestClient(address)
      for reads in 1...3 {
        for surplus in -2...2 {
          let head = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: "
          let count = reads * roomToRead + surplus - head.utf8.count - "123456\r\n\r\n".utf8.count
          let body = [UInt8](repeating: UInt8(ascii: "b"), count: count)
          let length = String(repeating: "0", count: 6 - "\(count)".count) + "\(count)"
          try client.send(Array((head + length + "\r\n\r\n").utf8) + body)
          #expect(try client.answer().body == body, "\(reads) reads, \(surplus) bytes more")
        }
      }
    }
  }

  /// Answers that are sent together go each to its own client.
  @Test func clientsThatAskAtOnceGetTheirOwnAnswers() throws {
    try withServer(.loopback(threads: 1)) { address, _ in
      let clients = try (0..<50).map { _ in try TestClient(address) }
      for round in 0..<20 {
        for (number, client) in clients.enumerated() {
          let body = "client \(number) in round \(round)"
          try client.send(
            "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
        }
        for (number, client) in clients.enumerated() {
          #expect(try client.answer().body == Array("client \(number) in round \(round)".utf8))
        }
      }
    }
  }

  /// A stream of pipelined requests, cut anywhere, gets each answer once and in order.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func pipelinesCutAnywhere(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try withServer(.loopback().setting(\.pendingOutputLimit, 20_000)) { address, _ in
      let client = try TestClient(address)
      var stream: [UInt8] = []
      var bodies: [[UInt8]] = []
      for number in 0..<200 {
        let body = Array(
          String(repeating: "\(number) ", count: random.integer(in: 0...300)).utf8)
        bodies.append(body)
        stream +=
          "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n".utf8
        stream += body
      }
      var rest = stream[...]
      var answered = 0
      while !rest.isEmpty {
        let part = rest.prefix(random.integer(in: 1...5_000))
        try client.send(Array(part))
        rest = rest.dropFirst(part.count)
        while answered < bodies.count && client.hasNews(within: 0) {
          #expect(try client.answer().body == bodies[answered], "seed \(seed), \(answered)")
          answered += 1
        }
      }
      while answered < bodies.count {
        #expect(try client.answer().body == bodies[answered], "seed \(seed), \(answered)")
        answered += 1
      }
    }
  }

  /// Answers that a client is slow to read are held back at the limit, and none is lost.
  @Test func aSlowReaderGetsEveryAnswer() throws {
    try withServer(.loopback().setting(\.pendingOutputLimit, 10_000)) { address, _ in
      let client = try TestClient(address, receiveBuffer: 4_096)
      let request = "GET /feed HTTP/1.1\r\nHost: x\r\n\r\n"
      let count = 2_000
      try client.send(String(repeating: request, count: count))
      for _ in 0..<count { #expect(try client.answer().body == TestHandler.feed) }
      try client.send("GET /big HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(try client.answer().body == TestHandler.big)
      #expect(try client.isClosedCleanly())
    }
  }

  @Test func headAndBodilessStatusesHaveNoBody() throws {
    try withServer { address, _ in
      let client = try TestClient(address)
      try client.send("HEAD /feed HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer(toHead: true).field("content-length") == "6144")
      try client.send("GET /not-modified HTTP/1.1\r\nHost: x\r\n\r\n")
      let notModified = try client.answer()
      #expect(notModified.status == 304)
      #expect(notModified.field("etag") == "\"a\"")
      #expect(notModified.field("content-length") == nil)
      try client.send("GET /no-content HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer().status == 204)
      // The next answer begins where it must.
      try client.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer().body == TestHandler.feed)
      // A refused HEAD has no body either.
      try client.send("HEAD feed HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer(toHead: true).status == 400)
    }
  }

  @Test func aClientThatExpectsItIsToldToContinue() throws {
    try withServer { address, _ in
      let client = try TestClient(address)
      let head =
        "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
      try client.send(head)
      #expect(try client.answer().status == 100)
      try client.send("hello")
      #expect(try client.answer().body == Array("hello".utf8))
      // Not when the body has come already.
      try client.send(head + "world")
      let answer = try client.answer()
      #expect(answer.status == 200)
      #expect(answer.body == Array("world".utf8))
      // Not when the body would be refused.
      try client.send(
        "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9999999\r\n\r\n")
      #expect(try client.answer().status == 413)
      #expect(try client.isClosedCleanly())
      // Not to HTTP/1.0.
      let old = try TestClient(address)
      try old.send("POST /echo HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      #expect(!old.hasNews(within: 50))
      try old.send("ok")
      #expect(try old.answer().body == Array("ok".utf8))
    }
  }

  @Test func http10IsKeptAliveOnlyOnRequest() throws {
    try withServer { address, _ in
      let client = try TestClient(address)
      try client.send("GET /feed HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(try client.answer().field("connection") == "keep-alive")
      try client.send("GET /feed HTTP/1.0\r\n\r\n")
      #expect(try client.answer().field("connection") == "close")
      #expect(try client.isClosedCleanly())
    }
  }

  @Test func aClientThatIsDoneSendingStillGetsItsAnswer() throws {
    try withServer { address, _ in
      let client = try TestClient(address)
      try client.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
      client.finishSending()
      #expect(try client.answer().body == TestHandler.feed)
      #expect(try client.isClosedCleanly())
    }
  }

  @Test func theHostOfAnAbsoluteTargetReplacesTheField() throws {
    try withServer { address, _ in
      let client = try TestClient(address)
      try client.send("GET http://shop.example/host HTTP/1.1\r\nHost: other\r\n\r\n")
      #expect(try client.answer().body == Array("shop.example".utf8))
    }
  }

  @Test func laterRequestsOfOneConnectionHaveGreaterArrivals() throws {
    try withServer { address, _ in
      let client = try TestClient(address)
      let request = "GET /arrival HTTP/1.1\r\nHost: x\r\n\r\n"
      var last: UInt64 = 0
      for _ in 0..<5 {
        try client.send(request + request + request)
        for _ in 0..<3 {
          let text = String(decoding: try client.answer().body, as: UTF8.self)
          let arrival = try #require(UInt64(text))
          #expect(arrival > last)
          last = arrival
        }
      }
    }
  }

  @Test func theHandlerIsToldBeforeEachWait() throws {
    try withServer(.loopback(threads: 1)) { address, _ in
      let client = try TestClient(address)
      var counts: [Int] = []
      for _ in 0..<3 {
        try client.send("GET /waits HTTP/1.1\r\nHost: x\r\n\r\n")
        let text = String(decoding: try client.answer().body, as: UTF8.self)
        counts.append(try #require(Int(text)))
      }
      #expect(counts[0] < counts[1] && counts[1] < counts[2])
    }
  }

  /// A refused client that is still sending gets its answer, and no reset before it.
  @Test func anAnswerIsNotLostToAReset() throws {
    try withServer { address, _ in
      for _ in 0..<20 {
        let client = try TestClient(address)
        try client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n")
        try client.send([UInt8](repeating: 0, count: 3_000_000))
        #expect(try client.answer().status == 413)
        client.finishSending()
        #expect(try client.isClosedCleanly())
      }
    }
  }
}
