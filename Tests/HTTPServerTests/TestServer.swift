import Glibc
import HTTPServer
import Synchronization
import Testing

/// Requests that handlers have put aside, for a test to answer.
final class Desk: Sendable {
  private let waiting = Mutex<[(path: String, responder: Responder)]>([])

  var count: Int { waiting.withLock { $0.count } }

  func add(_ path: String, _ responder: Responder) {
    waiting.withLock { $0.append((path, responder)) }
  }

  /// Takes all, once so many are there; fewer when that takes too long.
  func take(_ count: Int) -> [(path: String, responder: Responder)] {
    let deadline = milliseconds() + 20_000
    while self.count < count && milliseconds() < deadline { usleep(1_000) }
    return waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}

/// Answers what the tests ask for, and marks what it was asked to refuse.
final class TestHandler: Handler {
  static let feed = [UInt8](repeating: UInt8(ascii: "f"), count: 6_144)
  static let big = [UInt8](repeating: UInt8(ascii: "b"), count: 8_000_000)

  /// How many requests this loop has answered.
  private var answered = 0
  /// How often this loop had answered everything.
  private var waits = 0
  private let desk: Desk?

  init(desk: Desk? = nil) {
    self.desk = desk
  }

  func respond(to request: Request) -> Reply {
    let path = request.path
    if let desk, path.hasPrefix("/later") {
      return .later { desk.add(path, $0) }
    }
    if path.hasPrefix("/events/"), let position = Int64(path.dropFirst(8)) {
      return .stream(
        EventStream(
          head: Response(unboundedWith: ["Content-Type": "text/event-stream"]),
          opening: Array("id: \(position)\n\n".utf8), topic: 7, position: position))
    }
    return .now(response(to: request))
  }

  private func response(to request: Request) -> Response {
    answered += 1
    return switch request.path {
    case "/feed": Response(status: .ok, body: Self.feed)
    case "/big": Response(status: .ok, body: Self.big)
    case "/echo": Response(status: .ok, body: request.body)
    case "/answered": Response(status: .ok, body: Array(String(answered).utf8))
    case "/waits": Response(status: .ok, body: Array(String(waits).utf8))
    case "/arrival": Response(status: .ok, body: Array(String(request.arrival).utf8))
    case "/peer":
      Response(
        status: .ok,
        body: Array(request.peer.map { "\($0.isLoopback) \($0.isIPv4)" }?.utf8 ?? "none".utf8))
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
  _ configuration: ServerConfiguration = .loopback(), desk: Desk? = nil,
  _ body: (ListenAddress, Server) throws -> Void
) throws {
  let server = Server(configuration: configuration) { TestHandler(desk: desk) }
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
