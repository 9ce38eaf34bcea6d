import Foundation

/// An answer as it came over the socket.
struct HTTPAnswer {
  let status: Int
  /// Fields by their names in lower case.
  let fields: [String: String]
  let body: Data

  /// The body as a JSON object.
  func json() throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
  }
}

/// What can go wrong between the test and the server.
struct HTTPClientError: Error, CustomStringConvertible {
  let description: String
}

/// A stream socket that no program inherits which another test starts at that moment.
let streamSocket = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

/// A host that no resolver asks anybody about: a label has at most 63 bytes (RFC 1035, 2.3.4).
let unknownHost = String(repeating: "a", count: 64) + ".invalid"

/// Asks one question over a connection of its own: no cache, no retry, nothing between the test and
/// the server.
struct HTTPClient {
  /// Where the server listens, as it printed it: `http://HOST:PORT` with an IPv4 address, or
  /// `unix:PATH`.
  let address: String

  /// Asks, with a key or without.
  func get(_ target: String, key: String? = nil) throws -> HTTPAnswer {
    try ask(
      "GET \(target) HTTP/1.1\r\nHost: market\r\nConnection: close\r\n\(authorization(key))\r\n")
  }

  private func authorization(_ key: String?) -> String {
    key.map { "Authorization: Bearer \($0)\r\n" } ?? ""
  }

  /// Sends a JSON body, with a key or without.
  func post(_ target: String, _ body: String, key: String? = nil) throws -> HTTPAnswer {
    try send("POST", target, body: body, key: key)
  }

  /// Sends a request that writes, with a JSON body or none.
  func send(
    _ method: String, _ target: String, body: String = "", key: String? = nil
  ) throws -> HTTPAnswer {
    try ask(
      "\(method) \(target) HTTP/1.1\r\nHost: market\r\nConnection: close\r\n\(authorization(key))"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
  }

  private func ask(_ request: String) throws -> HTTPAnswer {
    let descriptor = try connect()
    defer { close(descriptor) }
    try send(request, to: descriptor)
    return try parse(readAll(descriptor))
  }

  /// A connection that is open and has sent nothing.
  func connect() throws -> Int32 {
    if address.hasPrefix("unix:") { return try connectUnix(String(address.dropFirst(5))) }
    let parts = address.split(separator: ":")
    guard parts.count == 3, let port = UInt16(parts[2]) else {
      throw HTTPClientError(description: "no port in \(address)")
    }
    var socketAddress = sockaddr_in()
    socketAddress.sin_family = sa_family_t(AF_INET)
    socketAddress.sin_port = port.bigEndian
    guard inet_pton(AF_INET, String(parts[1].drop { $0 == "/" }), &socketAddress.sin_addr) == 1
    else { throw HTTPClientError(description: "no IPv4 address in \(address)") }
    return try withUnsafePointer(to: socketAddress) {
      try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try open(AF_INET, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private func connectUnix(_ path: String) throws -> Int32 {
    var socketAddress = sockaddr_un()
    socketAddress.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &socketAddress.sun_path) { $0.copyBytes(from: path.utf8) }
    return try withUnsafePointer(to: socketAddress) {
      try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try open(AF_UNIX, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private func open(
    _ family: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
  ) throws -> Int32 {
    let descriptor = socket(family, streamSocket, 0)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    guard descriptor >= 0, Glibc.connect(descriptor, address, size) == 0 else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw HTTPClientError(description: "cannot connect to \(self.address): \(reason)")
    }
    return descriptor
  }

  /// Sends all bytes of a text.
  func send(_ text: String, to descriptor: Int32) throws {
    let bytes = Array(text.utf8)
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw HTTPClientError(description: "cannot send: \(String(cString: strerror(errno)))")
    }
  }

  /// Everything until the server closes.
  func readAll(_ descriptor: Int32) throws -> Data {
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try receive(descriptor, into: &chunk)
      if count == 0 { return data }
      data.append(contentsOf: chunk[..<count])
    }
  }

  /// Receives once; 0 at the end.
  func receive(_ descriptor: Int32, into chunk: inout [UInt8]) throws -> Int {
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count >= 0 { return count }
      // A process that was stopped goes on so, as the socket has a timeout (signal(7)).
      guard errno == EINTR else {
        throw HTTPClientError(description: "cannot receive: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Takes an answer apart.
  func parse(_ data: Data) throws -> HTTPAnswer {
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else {
      throw HTTPClientError(description: "no head in \(data.count) bytes")
    }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    let body = data[end.upperBound...]
    // 204 has neither a body nor a length of one.
    let length = status == 204 ? 0 : fields["content-length"].flatMap { Int($0) }
    guard let status, length == body.count else {
      throw HTTPClientError(description: "a torn answer: \(lines)")
    }
    return HTTPAnswer(status: status, fields: fields, body: Data(body))
  }
}
