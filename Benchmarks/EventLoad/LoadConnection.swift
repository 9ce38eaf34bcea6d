import Glibc

/// A connection to a server on this machine that sends a request and waits for the answer.
struct LoadConnection: ~Copyable {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(port: UInt16) throws(LoadFault) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw LoadFault("nothing answers on port \(port)") }
    var one: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(descriptor) }

  /// Sends a request; returns its answer's status and body.
  mutating func exchange(_ request: [UInt8]) throws(LoadFault) -> (status: Int, body: String) {
    var sent = 0
    while sent < request.count {
      let count = request.withUnsafeBytes {
        send(
          descriptor, $0.baseAddress.map { $0 + sent }, request.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw LoadFault("the connection broke while sending") }
      sent += count
    }
    received.removeAll(keepingCapacity: true)
    while true {
      if let answer = answer() { return answer }
      let start = received.count
      received.append(contentsOf: repeatElement(0, count: 4_096))
      let count = received.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress.map { $0 + start }, 4_096, 0)
      }
      guard count > 0 else { throw LoadFault("the connection broke while waiting") }
      received.removeLast(4_096 - count)
    }
  }

  /// The answer, when all of it is there.
  ///
  /// Looked for among bytes: this runs beside what it measures, and to search in characters took a third
  /// of its time.
  private func answer() -> (status: Int, body: String)? {
    let end = received.indices.dropLast(3).first { received[$0...].starts(with: "\r\n\r\n".utf8) }
    guard let end else { return nil }
    let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n")
    let length =
      lines.compactMap { line in
        line.lowercased().hasPrefix("content-length: ") ? Int(line.dropFirst(16)) : nil
      }.first ?? 0
    let body = received[(end + 4)...]
    guard body.count >= length else { return nil }
    return (
      lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0,
      String(decoding: body, as: UTF8.self)
    )
  }
}

/// Why a load could not be made.
struct LoadFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
