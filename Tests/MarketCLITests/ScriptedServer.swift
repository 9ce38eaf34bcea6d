import Foundation

/// A server that sends what a test says, right or wrong, and closes the connection.
final class ScriptedServer: Sendable {
  /// What becomes of a connection after the bytes were sent.
  enum Ending: Sendable {
    case close
    /// It stays open, with nothing more to come, until the client gives up.
    case hold
  }

  private let url: String
  private let listener: Listener

  /// Calls `body` with the URL of a server that lives as long as the call.
  ///
  /// - Parameters:
  ///   - answer: The text that answers every request.
  ///   - ending: What comes behind it.
  ///   - body: What to do with the server.
  /// - Throws: ``HTTPClientError`` when there is no port, and whatever `body` throws.
  static func answering(
    _ answer: String, then ending: Ending = .close, _ body: (String) throws -> Void
  ) throws {
    let server = try ScriptedServer(Array(answer.utf8), then: ending)
    try withExtendedLifetime(server) { try body(server.url) }
  }

  private init(_ answer: [UInt8], then ending: Ending) throws {
    let listener = try Listener()
    self.listener = listener
    url = "http://127.0.0.1:\(try listener.port())"
    Thread {
      while let connection = listener.nextConnection() {
        Self.serve(connection, answer, then: ending)
        close(connection)
      }
    }.start()
  }

  deinit { listener.end() }

  private static func serve(_ connection: Int32, _ answer: [UInt8], then ending: Ending) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    // The requests of these tests come in one piece.
    guard recv(connection, &chunk, chunk.count, 0) > 0 else { return }
    var rest = answer[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
    switch ending {
    case .close: break
    case .hold: while recv(connection, &chunk, chunk.count, 0) > 0 {}
    }
  }
}

/// A listening socket of loopback.
///
/// It closes when the server and its thread have both let go of it. Until then its number cannot
/// become that of another test's socket, whose connections the thread would take.
private final class Listener: Sendable {
  private let descriptor: Int32

  /// Listens on a port of the system's choice.
  ///
  /// - Throws: ``HTTPClientError`` when there is none.
  init() throws {
    descriptor = socket(AF_INET, streamSocket, 0)
    guard descriptor >= 0 else { throw HTTPClientError(description: "no scripted server") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isListening = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isListening, listen(descriptor, 8) == 0 else {
      throw HTTPClientError(description: "no port for a scripted server")
    }
  }

  deinit { close(descriptor) }

  func port() throws -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isNamed = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isNamed else { throw HTTPClientError(description: "a scripted server has no name") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Waits for a connection, which the caller closes; nil after ``end()``.
  func nextConnection() -> Int32? {
    let connection = accept(descriptor, nil, nil)
    return connection >= 0 ? connection : nil
  }

  /// Takes no more connections.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
