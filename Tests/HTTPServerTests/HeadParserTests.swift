import TestSupport
import Testing

@testable import HTTPServer

@Suite struct HeadParserTests {
  @Test(arguments: HostileRequest.all)
  func refuses(_ request: HostileRequest) {
    guard case .refused(let refusal) = parse(request.bytes) else {
      Issue.record("not refused: \(parse(request.bytes))")
      return
    }
    #expect(refusal.status.code == request.status)
  }

  /// However a hostile request is cut, it gets the same answer.
  @Test(arguments: HostileRequest.all)
  func refusesAlikeByteByByte(_ request: HostileRequest) {
    // Enough of a long one to pass every limit.
    let bytes = Array(request.bytes.prefix(600))
    #expect(parse(bytes, cutAt: Array(0...bytes.count)) == parse(bytes))
  }

  @Test(arguments: ValidRequest.all)
  func accepts(_ request: ValidRequest) {
    guard case .complete(let whole) = parse(request.bytes) else {
      Issue.record("not complete: \(parse(request.bytes))")
      return
    }
    #expect(whole.method == request.method)
    #expect(whole.target == request.target)
    #expect(whole.body == request.body)
    #expect(whole.keepsAlive == request.keepsAlive)
    #expect(whole.length == request.bytes.count)
    for (name, value) in request.fields {
      #expect(whole.fields.contains([name, value]), "\(name): \(value)")
    }
  }

  @Test(arguments: ValidRequest.all)
  func cutsChangeNothing(_ request: ValidRequest) {
    let whole = parse(request.bytes)
    for cut in 0...request.bytes.count {
      #expect(parse(request.bytes, cutAt: [cut]) == whole, "cut at \(cut)")
    }
    #expect(parse(request.bytes, cutAt: Array(0...request.bytes.count)) == whole)
  }

  @Test(arguments: ValidRequest.all)
  func whatIsNotAllThereIsIncomplete(_ request: ValidRequest) {
    for count in 0..<request.bytes.count {
      #expect(parse(Array(request.bytes[..<count])) == .incomplete, "\(count) bytes")
    }
  }

  /// Mutated requests never trap, and are accepted alike however they are cut.
  ///
  /// One with two faults may be refused for either, whichever is seen first.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func mutationsAreJudgedAlikeHoweverCut(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<2_000 {
      var bytes = random.pick(ValidRequest.all).bytes
      for _ in 0...random.integer(in: 0...3) {
        let index = random.integer(in: 0...(bytes.count - 1))
        switch random.integer(in: 0...2) {
        case 0: bytes[index] = random.pick(Self.troublesome)
        case 1: bytes.insert(random.pick(Self.troublesome), at: index)
        default: bytes.remove(at: index)
        }
        if bytes.isEmpty { break }
      }
      let cuts = (0..<random.integer(in: 1...4)).map { _ in
        random.integer(in: 0...bytes.count)
      }.sorted()
      let whole = parse(bytes)
      let pieces = parse(bytes, cutAt: cuts)
      if case .refused = whole, case .refused = pieces { continue }
      #expect(pieces == whole, "seed \(seed), round \(round): \(bytes)")
    }
  }

  private static let troublesome: [UInt8] =
    [0, 9, 10, 11, 13, 27, 32, 127, 128, 255] + Array(":;,/[]%?#*0159afAFxGHT".utf8)

  @Test func limitsAreInclusive() {
    // "GET " and " HTTP/1.1\r\nHost: x\r\n" and "\r\n" around the target and one field.
    let target = "/" + String(repeating: "a", count: 8_191)
    guard case .complete = parse(Array("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n".utf8)) else {
      Issue.record("a target of 8,192 bytes is within the limit")
      return
    }
    let start = "GET / HTTP/1.1\r\nHost: x\r\nX: "
    let padding = String(repeating: "a", count: 16_384 - start.utf8.count - 4)
    guard case .complete(let whole) = parse(Array((start + padding + "\r\n\r\n").utf8)) else {
      Issue.record("a head of 16,384 bytes is within the limit")
      return
    }
    #expect(whole.length == 16_384)
    #expect(parse(Array((start + padding + "a\r\n\r\n").utf8)) == .refused(.headTooLarge))
    let fields = (1..<100).map { "X\($0): y\r\n" }.joined()
    guard
      case .complete(let many) = parse(
        Array("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n".utf8))
    else {
      Issue.record("100 fields are within the limit")
      return
    }
    #expect(many.fields.count == 100)
  }

  @Test func anAbsoluteTargetGivesPathAndHost() {
    let bytes = Array(
      "GET HTTP://shop.example:8080/a?b=c HTTP/1.1\r\nHost: other\r\n\r\n".utf8)
    guard case .complete(let whole) = parse(bytes) else {
      Issue.record("not complete: \(parse(bytes))")
      return
    }
    #expect(whole.target == "/a?b=c")
    #expect(whole.fields == [["Host", "shop.example:8080"]])
  }
}

/// A request that must be accepted, with what it says.
struct ValidRequest: CustomTestStringConvertible, Sendable {
  var name: String
  var bytes: [UInt8]
  var method = Method.get
  var target = "/"
  var fields: [(String, String)] = []
  var body = ""
  var keepsAlive = true

  var testDescription: String { name }

  private init(_ name: String, _ text: String) {
    self.name = name
    self.bytes = Array(text.utf8)
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  static let all: [Self] = [
    Self("the least", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    Self("an empty line before", "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    Self("blanks around values", "GET / HTTP/1.1\r\nHost:x\r\nA:\t b c \t\r\nB:\r\n\r\n").with {
      $0.fields = [("Host", "x"), ("A", "b c"), ("B", "")]
    },
    Self("bytes above ASCII in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: 나이키\r\n\r\n").with {
      $0.fields = [("A", "나이키")]
    },
    Self("a query", "GET /v1/feeds?q=%EB%82%98&limit=5 HTTP/1.1\r\nHost: [::1]:80\r\n\r\n").with {
      $0.target = "/v1/feeds?q=%EB%82%98&limit=5"
      $0.fields = [("Host", "[::1]:80")]
    },
    Self("an escaped host", "GET / HTTP/1.1\r\nHost: a%2Db.c:\r\n\r\n"),
    Self("a body", "POST / HTTP/1.1\r\nhOST: x\r\ncontent-LENGTH: 5\r\n\r\nhello").with {
      $0.method = .post
      $0.body = "hello"
    },
    Self("leading zeros", "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 0005\r\n\r\nhello").with {
      $0.method = .put
      $0.body = "hello"
    },
    Self("an empty body", "DELETE / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n").with {
      $0.method = .delete
    },
    Self(
      "chunks",
      "PATCH / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
        + "5;a=\"b\"\r\nhello\r\n00A\r\n, world!!!\r\n0;z\r\nX: y\r\nZ:\r\n\r\n"
    ).with {
      $0.method = .patch
      $0.body = "hello, world!!!"
    },
    Self(
      "no chunks", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ).with { $0.method = .post },
    Self("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n").with {
      $0.method = .options
      $0.target = "*"
    },
    Self("HEAD", "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n").with { $0.method = .head },
    Self("an absolute target", "GET http://y:80/a HTTP/1.1\r\nHost: x\r\n\r\n").with {
      $0.target = "/a"
      $0.fields = [("Host", "y:80")]
    },
    Self("an absolute target without a path", "GET https://y HTTP/1.1\r\nHost: x\r\n\r\n"),
    Self("close", "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").with {
      $0.keepsAlive = false
    },
    Self(
      "close in a list", "GET / HTTP/1.1\r\nHost: x\r\nConnection: TE,, Close ,keep-alive\r\n\r\n"
    ).with { $0.keepsAlive = false },
    Self("HTTP/1.0", "GET / HTTP/1.0\r\n\r\n").with { $0.keepsAlive = false },
    Self("HTTP/1.0 to be kept", "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"),
    Self(
      "a trailing quote of everything",
      "GET /!$&'()*+,;=:@-._~|^`{}\"<>\\ HTTP/1.1\r\nHost: x\r\n\r\n"
    )
    .with { $0.target = "/!$&'()*+,;=:@-._~|^`{}\"<>\\" },
  ]
}
