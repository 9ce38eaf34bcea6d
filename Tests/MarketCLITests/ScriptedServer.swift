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
  private let listener: Int32

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
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening else { throw HTTPClientError(description: "no port for a scripted server") }
    self.listener = listener
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    let thread = Thread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Self.serve(connection, answer, then: ending)
        close(connection)
      }
    }
    thread.start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

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
