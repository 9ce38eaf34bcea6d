import Glibc
import HTTPServer
import Testing

/// Answers what the tests ask for, and marks what it was asked to refuse.
final class TestHandler: Handler {
  static let feed = [UInt8](repeating: UInt8(ascii: "f"), count: 6_144)
  static let big = [UInt8](repeating: UInt8(ascii: "b"), count: 8_000_000)

  /// How many requests this loop has answered.
  private var answered = 0
  /// How often this loop had answered everything.
  private var waits = 0

  func respond(to request: Request) -> Response {
    answered += 1
    return switch request.path {
    case "/feed": Response(status: .ok, body: Self.feed)
    case "/big": Response(status: .ok, body: Self.big)
    case "/echo": Response(status: .ok, body: request.body)
    case "/answered": Response(status: .ok, body: Array(String(answered).utf8))
    case "/waits": Response(status: .ok, body: Array(String(waits).utf8))
    case "/arrival": Response(status: .ok, body: Array(String(request.arrival).utf8))
    case "/host": Response(status: .ok, body: Array((request.field("host") ?? "none").utf8))
    case "/not-modified":
      Response(status: .notModified, fields: ["ETag": "\"a\""], body: Self.feed)
    case "/no-content": Response(status: .noContent)
    default: Response(status: Status(404))
    }
  }

  func refuse(_ refusal: Refusal) -> Response {
    Response(
      status: refusal.status, fields: ["X-Refused": "yes"],
      body: Array("\(refusal)".utf8))
  }

  func willWait() { waits += 1 }
}

extension ServerConfiguration {
  /// On a loopback port of the system's choice, with the engine's own limits.
  static func loopback(threads: Int = 2) -> ServerConfiguration {
    ServerConfiguration(address: .ipv4(host: "127.0.0.1", port: 0), threads: threads)
  }

  /// A copy with one setting changed.
  func setting<Value>(
    _ path: WritableKeyPath<ServerConfiguration, Value>, _ value: Value
  ) -> ServerConfiguration {
    var copy = self
    copy[keyPath: path] = value
    return copy
  }
}

/// Runs a server while `body` talks to it, and ends it afterwards.
func withServer(
  _ configuration: ServerConfiguration = .loopback(),
  _ body: (ListenAddress, Server) throws -> Void
) throws {
  let server = Server(configuration: configuration) { TestHandler() }
  let address = try server.start()
  defer {
    server.drain()
    server.wait()
  }
  try body(address, server)
}

/// Milliseconds on a clock that never goes back.
func milliseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}
