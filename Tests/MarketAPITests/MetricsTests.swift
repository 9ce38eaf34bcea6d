import Foundation
import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Metrics")
struct MetricsTests {
  /// The samples of an answer by name and labels.
  private func samples(_ response: Response) -> [String: Double] {
    var samples: [String: Double] = [:]
    for line in response.text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      if let value = Double(parts[parts.count - 1]) { samples[String(parts[0])] = value }
    }
    return samples
  }

  @Test("requests are counted by route and class of status, whoever answers them")
  func requests() {
    let api = APIFixture(smallShop())
    for _ in 0..<3 { _ = api.send(.get, "/v1/feeds/popular") }
    let tag = api.send(.get, "/v1/feeds/popular").field("ETag") ?? ""
    _ = api.send(.get, "/v1/feeds/popular", [("if-none-match", tag)])
    _ = api.send(.get, "/v1/feeds/recent?limit=1&in_stock=true")
    _ = api.send(.head, "/v1/products/1")
    _ = api.send(.get, "/v1/products/999")
    _ = api.send(.get, "/v1/feeds/popular?cursor=x")
    _ = api.send(.post, "/v1/feeds/popular")
    _ = api.send(.get, "/nowhere")
    _ = api.send(.options, "*")
    _ = api.handler.refuse(.requestTimeout)
    _ = api.send(.get, "/v1/feeds/popular/changes")
    _ = api.send(.get, "/metrics")
    let found = samples(api.send(.get, "/metrics")).filter { $0.key.contains("requests_total") }
    func name(_ route: String, _ status: String) -> String {
      "market_http_requests_total{route=\"\(route)\",status=\"\(status)\"}"
    }
    #expect(
      found == [
        name("/v1/feeds/popular", "2xx"): 4, name("/v1/feeds/popular", "3xx"): 1,
        name("/v1/feeds/popular", "4xx"): 2, name("/v1/feeds/recent", "2xx"): 1,
        name("/v1/products/{id}", "2xx"): 1, name("/v1/products/{id}", "4xx"): 1,
        name("/v1/feeds/popular/changes", "2xx"): 1, name("/metrics", "2xx"): 1,
        name("other", "2xx"): 1, name("other", "4xx"): 2,
      ])
  }

  @Test("one in sixteen requests is timed, and a histogram adds up")
  func durations() {
    let api = APIFixture(smallShop())
    for _ in 0..<160 { _ = api.send(.get, "/v1/pages") }
    let found = samples(api.send(.get, "/metrics"))
    let name = "market_http_request_duration_seconds"
    let label = "route=\"/v1/pages\""
    #expect(found["\(name)_count{\(label)}"] == 10)
    #expect((found["\(name)_sum{\(label)}"] ?? 0) > 0)
    let buckets = (RequestCounters.bounds.map { "\(Double($0) / 1e9)" } + ["+Inf"]).map {
      found["\(name)_bucket{\(label),le=\"\($0)\"}"] ?? -1
    }
    #expect(buckets == buckets.sorted() && buckets.first != -1 && buckets.last == 10)
  }

  @Test("an answer from another thread is counted and timed when it comes")
  func later() {
    let metrics = Metrics()
    let loop = metrics.addLoop()
    let meter = RequestMeter(metrics, loop)
    for status in [200, 503] {
      let reply = meter.counting(
        .later { $0.answer(Response(status: Status(status))) }, of: 2, since: nil)
      #expect(reply.response.status.code == status)
    }
    // Let go of without an answer: the engine answers with 500.
    #expect(meter.counting(.later { _ in }, of: 2, since: nil).response.status.code == 599)
    #expect(metrics.answeredLater.answers(of: 2, class: 2) == 1)
    #expect(metrics.answeredLater.answers(of: 2, class: 5) == 2)
    #expect(metrics.answeredLater.durations(of: 2).counts.reduce(0, +) == 3)
  }

  @Test("rendered slices are told with their bound, and those of every category stay")
  func rendered() throws {
    let reader = CountingReader(smallShop())
    let api = APIFixture(reader)
    let targets = (0..<40).flatMap { category in
      Page.allCases.flatMap { page in
        ["", "&in_stock=true"].map {
          "/v1/feeds/\(page.feed.name)?category=c\(category)\($0)"
        }
      }
    }
    for _ in 0..<3 { for target in targets { #expect(api.send(.get, target).status == .ok) } }
    #expect(reader.sliceCount == targets.count)
    let found = samples(api.send(.get, "/metrics"))
    #expect(found["market_rendered_slices"] == Double(targets.count))
    let bytes = try #require(found["market_rendered_bytes"])
    let limit = try #require(found["market_rendered_bytes_limit"])
    #expect(bytes > Double(targets.count * 2_048) && bytes <= limit)
    #expect(limit == 4_194_304)
  }

  /// Who asks, and what they get.
  struct Client: CustomTestStringConvertible, Sendable {
    var peer: String?
    var fields: [(name: String, value: String)] = []
    var access = MetricsAccess.loopback
    var role: TokenRole?
    var status: Int
    var testDescription: String {
      "\(peer ?? "a Unix socket") \(fields) \(access) \(role.map { "\($0)" } ?? "no key")"
    }
  }

  @Test(
    "the figures are for this machine, unless configured otherwise",
    arguments: [
      Client(peer: "127.0.0.1", status: 200), Client(peer: "::1", status: 200),
      Client(peer: nil, status: 200), Client(peer: "192.0.2.1", status: 401),
      Client(peer: "2001:db8::1", status: 401),
      Client(peer: "127.0.0.1", fields: [("x-forwarded-for", "192.0.2.1")], status: 401),
      Client(peer: "127.0.0.1", fields: [("x-forwarded-for", "127.0.0.1")], status: 401),
      Client(peer: nil, fields: [("forwarded", "for=192.0.2.1")], status: 401),
      Client(peer: "192.0.2.1", access: .everyone, status: 200),
      Client(peer: "192.0.2.1", role: .admin, status: 200),
      Client(
        peer: "127.0.0.1", fields: [("x-forwarded-for", "192.0.2.1")], role: .admin, status: 200),
      Client(peer: "192.0.2.1", role: .vendor(2), status: 403),
      Client(peer: "127.0.0.1", role: .vendor(2), status: 200),
      Client(peer: "192.0.2.1", access: .everyone, role: .vendor(2), status: 200),
    ])
  func access(_ client: Client) {
    let shop = smallShop()
    var fields = client.fields
    if let role = client.role { fields.append(shop.authorization(role)) }
    let api = APIFixture(shop) { $0.metricsAccess = client.access }
    let response = api.send(
      .get, "/metrics", fields, peer: client.peer.flatMap { PeerAddress($0) })
    #expect(response.status.code == client.status)
    #expect(response.text.contains("market_") == (client.status == 200))
  }

  @Test("every figure is told with what it is, and stands in the reference for people")
  func documentation() throws {
    let api = APIFixture(smallShop()) { configuration in
      configuration.figures = {
        Dictionary(uniqueKeysWithValues: MetricName.allCases.map { ($0, 1.5) })
      }
    }
    let response = api.send(.get, "/metrics")
    #expect(response.field("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    let lines = response.text.split(separator: "\n").map(String.init)
    let rows = try HTTPAPIReference.text().split(separator: "\n").map(String.init)
    for name in MetricName.allCases {
      #expect(lines.contains("# HELP \(name.rawValue) \(name.help)"))
      #expect(lines.contains("# TYPE \(name.rawValue) \(name.type)"))
      #expect(rows.contains("| `\(name.rawValue)` | \(name.type) | \(name.help) |"))
    }
    let documented = rows.filter { $0.hasPrefix("| `market_") || $0.hasPrefix("| `process_") }
    #expect(documented.count == MetricName.allCases.count)
    #expect(samples(response)["market_ticks_total"] == 1.5)
    #expect(samples(response)["market_generation"] == 1)
  }
}
