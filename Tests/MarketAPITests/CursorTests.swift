import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Cursors on the wire")
struct CursorTests {
  private static func cursor(_ api: APIFixture, _ target: String) throws -> String {
    try #require(try SliceBody(api.send(.get, target)).nextCursor)
  }

  private static func expectProblem(
    _ response: Response, _ type: String, _ status: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let problem = ProblemBody(response)
    #expect(
      problem?.type == type && problem?.status == status && problem?.parameter == "cursor",
      "\(response.text)", sourceLocation: sourceLocation)
  }

  @Test("a cursor needs no escaping in a URL")
  func alphabet() throws {
    let cursor = try Self.cursor(APIFixture(smallShop()), "/v1/feeds/popular?limit=1")
    #expect(cursor.utf8.count == 78)
    #expect(cursor.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
  }

  @Test("every flipped bit is noticed")
  func flippedBits() throws {
    let reader = CountingReader(smallShop())
    let api = APIFixture(reader)
    let cursor = try Self.cursor(api, "/v1/feeds/recent?limit=1")
    let bytes = try #require(Base64URL.decode(Array(cursor.utf8)[...], atMost: 100))
    let slicesBefore = reader.sliceCount
    for position in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[position] ^= 1 << bit
        let text = String(decoding: Base64URL.encode(damaged), as: UTF8.self)
        Self.expectProblem(
          api.send(.get, "/v1/feeds/recent?limit=1&cursor=" + text), "invalid-cursor", 400)
      }
    }
    #expect(reader.sliceCount == slicesBefore)
  }

  @Test("every other character, and every shortened or lengthened text, is noticed")
  func damagedTexts() throws {
    let api = APIFixture(smallShop())
    let cursor = try Self.cursor(api, "/v1/feeds/recent?limit=1")
    var damaged: [String] = []
    for position in cursor.indices {
      for other in "AQZaz09-_=." where cursor[position] != other {
        damaged.append(
          cursor[..<position] + String(other) + cursor[cursor.index(after: position)...])
      }
      damaged.append(String(cursor[..<position]))
    }
    damaged += [cursor + "A", cursor + "=", cursor + "==", cursor + cursor, " " + cursor]
    for text in damaged {
      let target =
        "/v1/feeds/recent?limit=1&cursor=" + text.split(separator: " ").joined(separator: "%20")
        + (text.hasPrefix(" ") ? "%20" : "")
      Self.expectProblem(api.send(.get, target), "invalid-cursor", 400)
    }
  }

  @Test("a cursor of another feed or filter is refused")
  func foreign() throws {
    let api = APIFixture(smallShop())
    let recent = try Self.cursor(api, "/v1/feeds/recent?limit=1")
    let inStock = try Self.cursor(api, "/v1/feeds/recent?limit=1&in_stock=true")
    for target in [
      "/v1/feeds/popular?cursor=" + recent, "/v1/feeds/recent?in_stock=true&cursor=" + recent,
      "/v1/feeds/recent?cursor=" + inStock, "/v1/feeds/popular?in_stock=true&cursor=" + inStock,
    ] {
      Self.expectProblem(api.send(.get, target), "invalid-cursor", 400)
    }
    // The limit is not a part of what is walked.
    #expect(api.send(.get, "/v1/feeds/recent?limit=3&cursor=" + recent).status == .ok)
  }

  @Test("a cursor of a server with another secret is refused")
  func otherSecret() throws {
    let other = APIFixture(smallShop()) { $0.cursorSecret = Array(1...32) }
    let cursor = try Self.cursor(other, "/v1/feeds/recent?limit=1")
    Self.expectProblem(
      APIFixture(smallShop()).send(.get, "/v1/feeds/recent?cursor=" + cursor), "invalid-cursor", 400
    )
  }

  @Test("a cursor survives a restart")
  func restart() throws {
    let store = smallShop()
    let target = "/v1/feeds/recent?limit=1&cursor="
    let cursor = try Self.cursor(APIFixture(store), "/v1/feeds/recent?limit=1")
    let before = APIFixture(store).send(.get, target + cursor)
    let after = APIFixture(store).send(.get, target + cursor)
    #expect(before.status == .ok && before.body == after.body && before.head == after.head)
  }

  @Test("a cursor lives at least 15 minutes, at most a quarter longer, and then is gone")
  func lifetime() throws {
    let api = APIFixture(smallShop())
    // The last moment of a step, at which the rounding down takes most.
    api.clock.advance(byMilliseconds: 224_999)
    let cursor = try Self.cursor(api, "/v1/feeds/popular?limit=1")
    let target = "/v1/feeds/popular?limit=1&cursor=" + cursor
    api.clock.advance(byMilliseconds: 900_000)
    #expect(api.send(.get, target).status == .ok)
    api.clock.advance(byMilliseconds: 225_000)
    Self.expectProblem(api.send(.get, target), "cursor-expired", 410)
    // An expired cursor is no way around the check either.
    Self.expectProblem(
      api.send(.get, target, [("If-None-Match", "*")]), "cursor-expired", 410)
  }

  @Test("a later slice's cursor keeps the start of its walk")
  func walkStartIsKept() throws {
    let api = APIFixture(smallShop())
    var cursor = try Self.cursor(api, "/v1/feeds/recent?limit=1")
    for _ in 0..<2 {
      api.clock.advance(byMilliseconds: 400_000)
      cursor = try Self.cursor(api, "/v1/feeds/recent?limit=1&cursor=" + cursor)
    }
    api.clock.advance(byMilliseconds: 400_000)
    Self.expectProblem(
      api.send(.get, "/v1/feeds/recent?limit=1&cursor=" + cursor), "cursor-expired", 410)
  }

  @Test("random bytes never crash the reader", arguments: [1, 2] as [UInt64])
  func garbage(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let signer = CursorSigner(secret: KeyedHash(key: Array(0..<32)))
    for _ in 0..<2_000 {
      let bytes = (0..<generator.integer(in: 0...80)).map { _ in
        UInt8(truncatingIfNeeded: generator.next())
      }
      for text in [Base64URL.encode(bytes), bytes] {
        #expect(throws: CursorError.malformed, "seed \(seed)") { try signer.verify(text[...]) }
      }
    }
  }

  @Test("base64url reads back what it wrote", arguments: 0...70)
  func base64(count: Int) {
    var generator = SplitMix64(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    let text = Base64URL.encode(bytes)[...]
    #expect(Base64URL.decode(text, atMost: 70) == bytes)
    #expect(Base64URL.decode(text, atMost: max(count - 1, 0)) == nil || count == 0)
  }
}

extension Base64URL {
  /// The bytes of an encoded text when they are at most `most`.
  fileprivate static func decode(_ text: ArraySlice<UInt8>, atMost most: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: min(decodedCount(of: text.count), most))
    let isWhole = bytes.withUnsafeMutableBytes { decode(text, into: $0) }
    return isWhole ? bytes : nil
  }
}
