import Glibc
import HTTPServer
import Testing

/// Many connections, and more than there may be.
///
/// What changes the limits of the process runs in a process of its own, where a requirement that is
/// not met ends the process.
@Suite struct ConnectionLimitTests {
  @Test func connectionsPastTheLimitAreToldSo() throws {
    try withServer(.loopback().setting(\.connectionLimit, 4)) { address, _ in
      var clients = try (0..<4).map { _ in try TestClient(address) }
      for client in clients {
        try client.send(feedRequest)
        #expect(try client.answer().status == 200)
      }
      for _ in 0..<10 {
        let surplus = try TestClient(address)
        let answer = try surplus.answer()
        #expect(answer.status == 503)
        #expect(answer.field("x-refused") == "yes")
        #expect(answer.field("connection") == "close")
        surplus.finishSending()
        #expect(try surplus.isClosedCleanly())
      }
      // The four are served as before, and when one goes there is room again.
      try clients[0].send(feedRequest)
      #expect(try clients[0].answer().status == 200)
      clients.removeLast()
      let deadline = milliseconds() + 20_000
      var isServed = false
      while !isServed && milliseconds() < deadline {
        let next = try TestClient(address)
        try next.send(feedRequest)
        isServed = try next.answer().status == 200
      }
      #expect(isServed)
    }
  }

  @Test func acceptingGoesOnAfterDescriptorsRanOut() async {
    await #expect(processExitsWith: .success) {
      try withServer(.loopback(threads: 1)) { address, _ in
        var limit = rlimit(rlim_cur: 256, rlim_max: 256)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        var clients: [TestClient] = []
        for _ in 0..<4 {
          let client = try TestClient(address)
          try client.send(feedRequest)
          try #require(try client.answer().status == 200)
          clients.append(client)
        }
        // Only now, as what begins opens and closes files of its own, which would leave one more.
        var fillers: [Int32] = []
        while case let filler = open("/dev/null", O_RDONLY), filler >= 0 {
          fillers.append(filler)
        }
        try #require(errno == EMFILE)
        // Room for one more client, and not for the server's end of it.
        for filler in fillers.suffix(1) { close(filler) }
        let waiting = try TestClient(address)
        try waiting.send(feedRequest)
        let before = try arrival(on: clients[1])
        try #require(!waiting.hasNews(within: 400), "there was a descriptor left")
        // It counts the rounds of the loop, which would be thousands if it did not pause.
        try #require(try arrival(on: clients[1]) - before < 100, "the loop spins")
        // Meanwhile those that it has are served.
        try clients[0].send(feedRequest)
        try #require(try clients[0].answer().status == 200)
        clients.removeLast()
        try #require(try waiting.answer().status == 200)
      }
    }
  }

  @Test func thousandsOfIdleConnectionsLeaveOthersAnswered() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      limit.rlim_cur = limit.rlim_max
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      // Both ends are in this process.
      let count = min(10_000, Int(limit.rlim_cur / 2) - 100)
      try withServer { address, _ in
        var idle: [TestClient] = []
        let before = try residentBytes()
        for _ in 0..<count {
          let client = try TestClient(address)
          try client.send("GET /no-content HTTP/1.1\r\nHost: x\r\n\r\n")
          try #require(try client.answer().status == 204)
          idle.append(client)
        }
        let growth = (try residentBytes() - before) / count
        try #require(growth <= 4_096, "\(growth) bytes for each connection, with its client")
        for _ in 0..<100 {
          let other = try TestClient(address)
          try other.send(feedRequest)
          try #require(try other.answer().body == TestHandler.feed)
        }
        // Every one of them is still served.
        for client in idle {
          try client.send("GET /no-content HTTP/1.1\r\nHost: x\r\n\r\n")
          try #require(try client.answer().status == 204)
        }
      }
    }
  }
}

private let feedRequest = "GET /feed HTTP/1.1\r\nHost: x\r\n\r\n"

private func arrival(on client: TestClient) throws -> UInt64 {
  try client.send("GET /arrival HTTP/1.1\r\nHost: x\r\n\r\n")
  return try #require(UInt64(String(decoding: try client.answer().body, as: UTF8.self)))
}

/// The memory that the process holds.
private func residentBytes() throws -> Int {
  let descriptor = open("/proc/self/statm", O_RDONLY)
  defer { close(descriptor) }
  var text = [UInt8](repeating: 0, count: 256)
  let count = read(descriptor, &text, text.count)
  let parts = String(decoding: text.prefix(max(count, 0)), as: UTF8.self).split(separator: " ")
  let pages = try #require(parts.count > 1 ? Int(parts[1]) : nil)
  return pages * sysconf(Int32(_SC_PAGESIZE))
}
