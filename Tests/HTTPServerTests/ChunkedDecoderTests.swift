import TestSupport
import Testing

@testable import HTTPServer

@Suite struct ChunkedDecoderTests {
  private static let limits = ChunkedDecoder.Limits(
    bodyBytes: 1_048_576, trailerBytes: 16_384, trailerFields: 100)

  /// Any body, cut into any chunks, sent in any pieces, comes out as it went in.
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func roundTrips(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for round in 0..<300 {
      let body = (0..<random.integer(in: 0...2_000)).map { _ in UInt8(random.integer(in: 0...255)) }
      let next = Array("GET ".utf8)
      let encoded = encode(body, using: &random)
      var decoder = ChunkedDecoder(limits: Self.limits)
      var decoded: [UInt8] = []
      var rest = (encoded + next)[...]
      while !decoder.isComplete && !rest.isEmpty {
        let part = Array(rest.prefix(random.integer(in: 1...700)))
        let used = try decoder.decode(part.span, into: &decoded)
        #expect(used == part.count || decoder.isComplete)
        rest = rest.dropFirst(used)
      }
      #expect(decoder.isComplete, "seed \(seed), round \(round)")
      #expect(decoded == body, "seed \(seed), round \(round)")
      #expect(Array(rest.prefix(4)) == next, "seed \(seed), round \(round): used too much")
    }
  }

  private func encode(_ body: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var encoded: [UInt8] = []
    var rest = body[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(random.integer(in: 1...300))
      rest = rest.dropFirst(chunk.count)
      encoded += String(repeating: "0", count: random.integer(in: 0...3)).utf8
      encoded += String(chunk.count, radix: 16, uppercase: random.oneIn(2)).utf8
      if random.oneIn(3) { encoded += ";name=\"value; \\\"more\";b".utf8 }
      encoded += "\r\n".utf8
      encoded += chunk
      encoded += "\r\n".utf8
    }
    encoded += "0\r\n".utf8
    for index in 0..<random.integer(in: 0...3) { encoded += "Content-Length-\(index): a\r\n".utf8 }
    return encoded + "\r\n".utf8
  }

  @Test func theLimitIsInclusive() throws {
    var limits = Self.limits
    limits.bodyBytes = 10
    var decoder = ChunkedDecoder(limits: limits)
    var body: [UInt8] = []
    let whole = Array("4\r\nabcd\r\n6\r\nefghij\r\n0\r\n\r\n".utf8)
    #expect(try decoder.decode(whole.span, into: &body) == whole.count)
    #expect(body == Array("abcdefghij".utf8))

    var strict = ChunkedDecoder(limits: limits)
    body = []
    let larger = Array("4\r\nabcd\r\n7\r\nefghijk\r\n0\r\n\r\n".utf8)
    #expect(throws: Refusal.bodyTooLarge(limit: 10)) {
      try strict.decode(larger.span, into: &body)
    }
  }
}
