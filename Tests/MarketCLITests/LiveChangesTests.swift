import Foundation
import TestSupport
import Testing

/// Streams of changes from the real program.
@Suite struct LiveChangesTests {
  @Test func listenersHearOfTicksAndOfOtherProcesses() throws {
    let live = try LiveShop(seeded: 20)
    let server = try live.serve()
    let product = try #require(try live.ids().first)
    let ranking = try EventStreamReader(server.client, "/v1/feeds/popular/changes")
    let products = try EventStreamReader(server.client, "/v1/feeds/recent/changes")
    let first = try ranking.next()
    #expect(first.name == nil)
    _ = try products.next()

    _ = try server.client.record([SentEvent(type: "like", product: product, actor: "a")])
    let told = try ranking.next()
    #expect(told.name == "ranking")
    #expect(told.data == "{\"generation\":\(told.id)}")
    #expect(told.id > first.id)

    // Another process records and applies an event, and a third writes a vendor.
    let other = SentEvent(type: "like", product: product, actor: "b")
    #expect(
      try live.shop.run("events", "record", "-", input: Array(other.json.utf8)).status == 0)
    #expect(try ranking.next().id > told.id)
    #expect(try live.shop.run("vendor", "add", "바다").status == 0)
    #expect(try products.next().name == "products")

    // Who comes back is told what came meanwhile.
    let back = try EventStreamReader(
      server.client, "/v1/feeds/popular/changes", lastEventID: String(told.id))
    #expect(try back.next().name == "ranking")
    let lost = try EventStreamReader(
      server.client, "/v1/feeds/popular/changes", lastEventID: "999999999")
    #expect(try lost.next().name == "reset")

    let start = Date()
    let result = server.stop()
    #expect(result.status == 0)
    #expect(Date().timeIntervalSince(start) < LiveShop.drainSeconds / 2)
    #expect(try ranking.isEnded())
  }

  @Test func thousandsOfListenersAreToldAndHeldUpByNobody() throws {
    let live = try LiveShop(seeded: 20)
    let server = try live.serve()
    let product = try #require(try live.ids().first)
    // As many as this process may have open, with room for everything else.
    let listeners = try (0..<400).map { _ in
      try EventStreamReader(server.client, "/v1/feeds/popular/changes")
    }
    for listener in listeners { _ = try listener.next() }
    _ = try server.client.record([SentEvent(type: "like", product: product, actor: "a")])
    for listener in listeners { #expect(try listener.next().name == "ranking") }
    let start = Date()
    #expect(server.stop().status == 0)
    #expect(Date().timeIntervalSince(start) < LiveShop.drainSeconds / 2)
  }
}

/// Reads server-sent events over a connection of its own.
final class EventStreamReader {
  struct Event {
    var name: String?
    var id: Int
    var data: String
  }

  private let client: HTTPClient
  private let descriptor: Int32
  private var received: [UInt8] = []
  private var isHeadRead = false

  init(_ client: HTTPClient, _ target: String, lastEventID: String? = nil) throws {
    self.client = client
    descriptor = try client.connect()
    let field = lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    try client.send("GET \(target) HTTP/1.1\r\nHost: market\r\n\(field)\r\n", to: descriptor)
  }

  deinit { close(descriptor) }

  /// The next event, also one that only tells an id; comments are read over.
  func next() throws -> Event {
    if !isHeadRead {
      let head = try text(until: "\r\n\r\n")
      guard head.hasPrefix("HTTP/1.1 200") else { throw HTTPClientError(description: head) }
      isHeadRead = true
    }
    while true {
      var event = Event(id: -1, data: "")
      for line in try text(until: "\n\n").split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        guard parts.count == 2 else { continue }
        switch parts[0] {
        case "event": event.name = parts[1]
        case "id": event.id = Int(parts[1]) ?? -1
        case "data": event.data = parts[1]
        case _: break
        }
      }
      if event.id >= 0 { return event }
    }
  }

  /// Waits for the end of the stream, whatever comes before it.
  func isEnded() throws -> Bool {
    while try receive() > 0 {}
    return true
  }

  private func text(until end: String) throws -> String {
    let end = Array(end.utf8)
    while true {
      if let place = received.indices.first(where: { received[$0...].starts(with: end) }) {
        defer { received.removeSubrange(..<(place + end.count)) }
        return String(decoding: received[..<place], as: UTF8.self)
      }
      if try receive() == 0 { throw HTTPClientError(description: "the stream has ended") }
    }
  }

  private func receive() throws -> Int {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = try client.receive(descriptor, into: &chunk)
    received += chunk[..<count]
    return count
  }
}
