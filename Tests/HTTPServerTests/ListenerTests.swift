import Glibc
import TestSupport
import Testing

@testable import HTTPServer

/// Where a server listens, and why it cannot.
@Suite struct ListenerTests {
  struct AddressCase: CustomTestStringConvertible, Sendable {
    var text: String
    var address: ListenAddress?
    var testDescription: String { text.isEmpty ? "(empty)" : text }

    init(_ text: String, _ address: ListenAddress?) {
      self.text = text
      self.address = address
    }

    static let all = [
      Self("127.0.0.1:8080", .ipv4(host: "127.0.0.1", port: 8_080)),
      Self("0.0.0.0:0", .ipv4(host: "0.0.0.0", port: 0)),
      Self("localhost:65535", .ipv4(host: "127.0.0.1", port: 65_535)),
      Self("[::]:8080", .ipv6(host: "::", port: 8_080)),
      Self("[::1]:1", .ipv6(host: "::1", port: 1)),
      Self(":8080", .ipv6(host: "::", port: 8_080)),
      Self("unix:/run/market.sock", .unix(path: "/run/market.sock")),
      Self("unix:market.sock", .unix(path: "market.sock")),
      Self("", nil), Self("8080", nil), Self("127.0.0.1", nil), Self("127.0.0.1:", nil),
      Self("127.0.0.1:65536", nil), Self("127.0.0.1:-1", nil), Self("127.0.0.1:+1", nil),
      Self("127.0.0.1:80a", nil), Self("127.0.0.1:٨", nil), Self("127.1:80", nil),
      Self("256.0.0.1:80", nil), Self("example.com:80", nil), Self("::1:80", nil),
      Self("[::1]", nil), Self("[::1]80", nil), Self("[127.0.0.1]:80", nil),
      Self("[::1:80", nil), Self("unix:", nil), Self("http://127.0.0.1:80", nil),
      Self(" 127.0.0.1:80", nil),
    ]
  }

  @Test(arguments: AddressCase.all)
  func addressesAreRead(_ example: AddressCase) {
    #expect(ListenAddress(parsing: example.text) == example.address)
    if let address = example.address {
      #expect(ListenAddress(parsing: address.description) == address)
    }
  }

  private func makeServer(_ address: ListenAddress, threads: Int = 2) -> Server {
    Server(configuration: ServerConfiguration(address: address, threads: threads)) {
      TestHandler()
    }
  }

  private func startError(_ server: Server) -> ServerError? {
    do throws(ServerError) {
      _ = try server.start()
      server.drain()
      server.wait()
      return nil
    } catch {
      // A server that did not start has nothing to wait for.
      server.drain()
      server.wait()
      return error
    }
  }

  @Test func theChosenPortIsTold() throws {
    try withServer { address, _ in
      guard case .ipv4(_, let port) = address else {
        Issue.record("another kind of address: \(address)")
        return
      }
      #expect(port != 0)
    }
  }

  @Test func aSecondServerOnAPortIsRefused() throws {
    try withServer { address, _ in
      let error = startError(makeServer(address))
      guard case .addressInUse(address)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error?.description.contains("\(address)") == true)
    }
  }

  /// A restart on the same port succeeds although old connections linger in the kernel.
  @Test func aPortIsFreeAgainAfterTheEnd() throws {
    var address = ListenAddress.ipv4(host: "127.0.0.1", port: 0)
    for _ in 0..<3 {
      try withServer(ServerConfiguration(address: address, threads: 2)) { bound, _ in
        address = bound
        let client = try TestClient(bound)
        try client.send("GET /feed HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try client.answer().status == 200)
      }
    }
  }

  @Test func foreignAndMalformedAddressesAreNamed() {
    for address in [
      ListenAddress.ipv4(host: "192.0.2.1", port: 0), .ipv4(host: "nonsense", port: 0),
      .ipv6(host: "nonsense", port: 0), .unix(path: ""),
      .unix(path: "/" + String(repeating: "a", count: 200)), .unix(path: "/nowhere/at/all"),
    ] {
      let error = startError(makeServer(address))
      guard case .addressNotUsable(address, _)? = error else {
        Issue.record("\(address): \(String(describing: error))")
        continue
      }
      #expect(error?.description.contains("\(address)") == true)
    }
  }

  @Test func ipv6TakesIPv4Too() throws {
    try withServer(ServerConfiguration(address: .ipv6(host: "::", port: 0), threads: 2)) {
      address, _ in
      guard case .ipv6(_, let port) = address else { return }
      for host in [
        ListenAddress.ipv4(host: "127.0.0.1", port: port), .ipv6(host: "::1", port: port),
      ] {
        let client = try TestClient(host)
        try client.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().status == 200)
      }
    }
  }

  @Test func unixSocketsServeAndAreRemoved() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("market.sock")
    try withServer(ServerConfiguration(address: .unix(path: path), threads: 2)) { address, _ in
      let clients = try (0..<50).map { _ in try TestClient(address) }
      for client in clients { try client.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n") }
      for client in clients { #expect(try client.answer().body == TestHandler.feed) }
      guard case .addressInUse? = startError(makeServer(address)) else {
        Issue.record("a second server took the socket")
        return
      }
      // The failed one left the socket alone.
      _ = try TestClient(address)
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test func aStaleSocketIsReplacedAndOtherFilesAreNot() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("market.sock")
    // What a killed server leaves: a bound socket that nobody listens on.
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let address = try SocketAddress(.unix(path: path))
    #expect(address.withPointer { bind(descriptor, $0, $1) } == 0)
    close(descriptor)
    try withServer(ServerConfiguration(address: .unix(path: path), threads: 2)) { address, _ in
      let client = try TestClient(address)
      try client.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer().status == 200)
    }

    let file = try folder.write(Array("precious".utf8), to: "file")
    guard case .addressNotUsable? = startError(makeServer(.unix(path: file))) else {
      Issue.record("a file was taken for a socket")
      return
    }
    #expect(access(file, F_OK) == 0)
  }

  @Test func aHandlerThatCannotBeMadeStopsTheStart() throws {
    struct NoStore: Error {}
    let server = Server(configuration: .loopback(threads: 3)) { throw NoStore() }
    guard case .handlerNotMade(let error)? = startError(server) else {
      Issue.record("started without a handler")
      return
    }
    #expect(error is NoStore)
  }

  @Test func noThreadsMeansOne() throws {
    try withServer(.loopback().setting(\.threads, 0)) { address, _ in
      let client = try TestClient(address)
      try client.send("GET /feed HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer().status == 200)
    }
  }

  @Test func aServerStartsOnce() throws {
    let server = makeServer(.ipv4(host: "127.0.0.1", port: 0))
    _ = try server.start()
    do throws(ServerError) {
      _ = try server.start()
      Issue.record("started twice")
    } catch {
      guard case .alreadyStarted = error else {
        Issue.record("\(error)")
        return
      }
    }
    server.drain()
    server.wait()
  }
}
