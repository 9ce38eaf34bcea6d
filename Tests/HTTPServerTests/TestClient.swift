import CEpoll
import Glibc

@testable import HTTPServer

/// A blocking client that sends what it is told, however wrong, and gives up after a deadline.
final class TestClient {
  enum Fault: Error {
    case cannotConnect(Int32)
    case sendingFailed(Int32)
    case receivingFailed(Int32)
    case tooLate
    /// The connection ended within, or instead of, an answer.
    case ended
    case malformed(String)
  }

  /// One answer, in parts.
  struct Answer {
    var status: Int
    /// The fields, names in lower case.
    var fields: [(name: String, value: String)]
    var body: [UInt8]

    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
  }

  private let descriptor: Int32
  private var received: [UInt8] = []
  /// Milliseconds after which nothing is waited for any more; generous, for busy machines.
  private static let patience: Int32 = 20_000

  init(_ address: ListenAddress, receiveBuffer: Int32? = nil) throws {
    let target = try SocketAddress(address)
    descriptor = socket(target.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Fault.cannotConnect(errno) }
    if var receiveBuffer {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer,
        socklen_t(MemoryLayout.size(ofValue: receiveBuffer)))
    }
    guard target.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
      throw Fault.cannotConnect(errno)
    }
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends everything; what the server no longer takes is dropped.
  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count >= 0 else { throw Fault.sendingFailed(errno) }
      sent += count
    }
  }

  /// Sends until the server's buffers are full; returns how many bytes it took.
  func sendUntilFull(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes {
      max(
        Glibc.send(
          descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)),
        0)
    }
  }

  /// Says that nothing more will be sent.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Whether bytes or the end arrive within so many milliseconds.
  func hasNews(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Whether the server cuts the connection off within so many milliseconds; reads nothing.
  func isReset(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Reads one answer, with its body unless it answers HEAD.
  func answer(toHead: Bool = false) throws -> Answer {
    let end = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    while headEnd == nil {
      headEnd = received.indices.first { received[$0...].starts(with: end) }
      if headEnd == nil, try receive() == 0 { throw Fault.ended }
    }
    guard let headEnd else { throw Fault.ended }
    let lines = String(decoding: received[..<headEnd], as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    received.removeSubrange(..<(headEnd + 4))
    let parts = lines[0].split(separator: " ", maxSplits: 2)
    guard parts.count >= 2, parts[0] == "HTTP/1.1", let status = Int(parts[1]) else {
      throw Fault.malformed(String(lines[0]))
    }
    var answer = Answer(status: status, fields: [], body: [])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw Fault.malformed(String(line)) }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      answer.fields.append((line[..<colon].lowercased(), String(value)))
    }
    if !toHead, let length = answer.field("content-length").flatMap({ Int($0) }) {
      while received.count < length {
        if try receive() == 0 { throw Fault.ended }
      }
      answer.body = Array(received[..<length])
      received.removeSubrange(..<length)
    }
    return answer
  }

  /// Reads one event of a stream, without the empty line behind it.
  func event() throws -> String {
    let end = Array("\n\n".utf8)
    var searched = 0
    while true {
      let from = max(searched - 1, 0)
      if let place = received.indices.dropFirst(from).first(where: {
        received[$0] == end[0] && received[$0...].starts(with: end)
      }) {
        defer { received.removeSubrange(..<(place + 2)) }
        return String(decoding: received[..<place], as: UTF8.self)
      }
      searched = received.count
      if try receive() == 0 { throw Fault.ended }
    }
  }

  /// Makes closing cut the connection off, as a crash of the client's machine would.
  func resetWhenClosed() throws {
    var option = linger(l_onoff: 1, l_linger: 0)
    guard
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size)) == 0
    else { throw Fault.sendingFailed(errno) }
  }

  /// Waits for the end of the connection; false when bytes came before it, or a reset.
  func isClosedCleanly() throws -> Bool {
    guard received.isEmpty else { return false }
    do { return try receive() == 0 } catch Fault.receivingFailed { return false }
  }

  /// Waits for the end of the connection, clean or not, whatever comes before it.
  func isEnded() throws -> Bool {
    do {
      while try receive() > 0 {}
      return true
    } catch Fault.receivingFailed {
      return true
    }
  }

  /// Receives once; 0 at the end.
  private func receive() throws -> Int {
    guard hasNews(within: Self.patience) else { throw Fault.tooLate }
    var part = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &part, part.count, 0)
    guard count >= 0 else { throw Fault.receivingFailed(errno) }
    received += part[..<count]
    return count
  }
}
