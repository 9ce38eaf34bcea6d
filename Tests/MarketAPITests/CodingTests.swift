import CZlib
import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

/// The bytes in a gzip stream, by zlib's own reader; nil when it is not one whole stream.
private func gunzip(_ bytes: [UInt8]) -> [UInt8]? {
  var stream = z_stream()
  guard
    inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { return nil }
  defer { inflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: 1_000_000)
  let status = input.withUnsafeMutableBufferPointer { source in
    output.withUnsafeMutableBufferPointer { target in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      stream.next_out = target.baseAddress
      stream.avail_out = UInt32(target.count)
      return inflate(&stream, Z_FINISH)
    }
  }
  guard status == Z_STREAM_END, stream.avail_in == 0 else { return nil }
  return Array(output.prefix(Int(stream.total_out)))
}

@Suite("Content codings")
struct CodingTests {
  struct Preference: CustomTestStringConvertible, Sendable {
    var value: String
    var coding: ContentCoding
    var testDescription: String { value.isEmpty ? "(empty)" : value }
  }

  static let preferences: [Preference] =
    [
      "gzip", "gzip, deflate, br, zstd", "GZip", "x-gzip", "br;q=1.0, gzip;q=0.8, *;q=0.1", "*",
      "identity;q=0.5, gzip", "gzip ; q=0.001", "deflate,gzip;q=1.000", "identity;q=0, *;q=0.5",
      "gzip;q=0.5, identity;q=0.5", "gzip;Q=0.5",
    ].map { Preference(value: $0, coding: .gzip) }
    + [
      "", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *", "gzipped",
      "gzip;q=0.4, identity;q=0.5", "gzip;q=2", "gzip;q=abc", "gzip;q=", "gzip;q=0.1234", ",,",
      "gzip;q=-1",
    ].map { Preference(value: $0, coding: .identity) }

  @Test("Accept-Encoding is weighed", arguments: preferences)
  func preference(_ test: Preference) {
    #expect(ContentCoding(accepting: test.value) == test.coding)
  }

  private static func api() -> APIFixture {
    var generator = SplitMix64(seed: 3)
    return APIFixture(InMemoryStore.random(count: 60, using: &generator))
  }

  @Test(
    "gzip holds the same bytes under another tag",
    arguments: ["/v1/feeds/recent", "/v1/feeds/popular?limit=50", "/openapi.json"])
  func roundTrip(target: String) throws {
    let api = Self.api()
    let plain = api.send(.get, target)
    for _ in 0..<2 {
      let coded = api.send(.get, target, [("Accept-Encoding", "gzip")])
      #expect(coded.field("Content-Encoding") == "gzip")
      #expect(coded.field("Content-Length") == String(coded.body.count))
      #expect(coded.body.count < plain.body.count / 2)
      #expect(gunzip(coded.body) == plain.body)
      #expect(coded.field("ETag") != plain.field("ETag"))
      #expect(plain.field("Vary") == "Accept-Encoding" && coded.field("Vary") == "Accept-Encoding")
      #expect(coded.field("Link") == plain.field("Link"))
    }
  }

  @Test("a later slice is compressed, too")
  func laterSlice() throws {
    let api = Self.api()
    let link = try #require(api.send(.get, "/v1/feeds/recent").field("Link"))
    let target = String(link.dropFirst().prefix { $0 != ">" })
    let plain = api.send(.get, target)
    let coded = api.send(.get, target, [("Accept-Encoding", "gzip")])
    #expect(gunzip(coded.body) == plain.body)
  }

  @Test("a small body is left as it is", arguments: ["/v1/pages", "/v1/products/2", "/healthz"])
  func smallBodies(target: String) {
    let api = APIFixture(smallShop())
    let response = api.send(.get, target, [("Accept-Encoding", "gzip")])
    #expect(response.field("Content-Encoding") == nil)
    #expect(response.field("ETag") == api.send(.get, target).field("ETag"))
  }

  @Test("either tag gives 304 where gzip is accepted; the coded one alone does not without it")
  func conditions() throws {
    let api = Self.api()
    let target = "/v1/feeds/recent"
    let plain = try #require(api.send(.get, target).field("ETag"))
    let coded = try #require(
      api.send(.get, target, [("Accept-Encoding", "gzip")]).field("ETag"))
    func status(_ tag: String, accepting coding: String) -> Status {
      api.send(.get, target, [("Accept-Encoding", coding), ("If-None-Match", tag)]).status
    }
    #expect(status(coded, accepting: "gzip") == .notModified)
    #expect(status(plain, accepting: "gzip") == .notModified)
    #expect(status(plain, accepting: "identity") == .notModified)
    #expect(status(coded, accepting: "identity") == .ok)
  }

  @Test("what compression would lengthen is not compressed")
  func incompressible() {
    var generator = SplitMix64(seed: 5)
    let noise = (0..<5_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    let encoder = GzipEncoder()
    #expect(encoder.compress(noise) == nil)
    #expect(encoder.compress([]) == nil)
    let text = [UInt8](repeating: 65, count: 5_000)
    #expect(encoder.compress(text).flatMap(gunzip) == text)
  }
}
