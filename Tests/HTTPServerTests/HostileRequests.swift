import Testing

/// A request that must be refused, with the status that it must get.
struct HostileRequest: CustomTestStringConvertible, Sendable {
  var name: String
  var bytes: [UInt8]
  var status: Int

  var testDescription: String { "\(name) → \(status)" }

  private init(_ status: Int, _ name: String, bytes: [UInt8]) {
    self.status = status
    self.name = name
    self.bytes = bytes
  }

  /// A request given by its head's lines.
  private init(_ status: Int, _ name: String, _ lines: [String], body: String = "") {
    self.init(status, name, bytes: Array((lines + ["", body]).joined(separator: "\r\n").utf8))
  }

  /// A good GET with these further field lines.
  private static func get(_ status: Int, _ name: String, _ fields: String...) -> Self {
    Self(status, name, ["GET / HTTP/1.1", "Host: x"] + fields)
  }

  /// A good POST with these further field lines and this body.
  private static func post(
    _ status: Int, _ name: String, _ fields: String..., body: String
  ) -> Self {
    Self(status, name, ["POST / HTTP/1.1", "Host: x"] + fields, body: body)
  }

  /// A good POST whose chunked body is this.
  private static func chunked(_ status: Int, _ name: String, _ body: String) -> Self {
    post(status, name, "Transfer-Encoding: chunked", body: body)
  }

  /// A GET with this request line.
  private static func line(_ status: Int, _ name: String, _ line: String) -> Self {
    Self(status, name, [line, "Host: x"])
  }

  /// A GET with this value of Host.
  private static func host(_ status: Int, _ value: String) -> Self {
    Self(status, "Host: \(value)", ["GET / HTTP/1.1", "Host: \(value)"])
  }

  private static func text(_ status: Int, _ name: String, _ text: String) -> Self {
    Self(status, name, bytes: Array(text.utf8))
  }

  static let framing: [Self] = [
    post(
      400, "length and chunked", "Content-Length: 6", "Transfer-Encoding: chunked",
      body: "0\r\n\r\nG"),
    post(
      400, "chunked and length", "Transfer-Encoding: chunked", "Content-Length: 6",
      body: "0\r\n\r\nG"),
    post(
      501, "an unknown coding with a length", "Content-Length: 5", "Transfer-Encoding: xchunked",
      body: "hello"),
    post(501, "gzip", "Transfer-Encoding: gzip", body: "hello"),
    post(501, "identity", "Transfer-Encoding: identity", body: "hello"),
    post(501, "gzip, chunked", "Transfer-Encoding: gzip, chunked", body: "0\r\n\r\n"),
    post(501, "chunked, gzip", "Transfer-Encoding: chunked, gzip", body: "0\r\n\r\n"),
    post(501, "chunked, chunked", "Transfer-Encoding: chunked, chunked", body: "0\r\n\r\n"),
    post(501, "a parameter of chunked", "Transfer-Encoding: chunked;a=b", body: "0\r\n\r\n"),
    post(501, "an empty coding", "Transfer-Encoding:", body: "0\r\n\r\n"),
    post(
      400, "two fields of coding", "Transfer-Encoding: chunked", "Transfer-Encoding: identity",
      body: "5\r\nhello\r\n0\r\n\r\n"),
    post(
      400, "chunked twice", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked",
      body: "5\r\nhello\r\n0\r\n\r\n"),
    Self(
      400, "chunked in HTTP/1.0", ["POST / HTTP/1.0", "Transfer-Encoding: chunked"],
      body: "0\r\n\r\n"),
    post(
      400, "two different lengths", "Content-Length: 5", "Content-Length: 6", body: "hello!"),
    post(400, "the same length twice", "Content-Length: 5", "Content-Length: 5", body: "hello"),
    post(400, "a list of lengths", "Content-Length: 5, 6", body: "hello!"),
    post(400, "a list of equal lengths", "Content-Length: 5, 5", body: "hello"),
    post(400, "a negative length", "Content-Length: -1", body: "hello"),
    post(400, "a length with a plus sign", "Content-Length: +5", body: "hello"),
    post(400, "a hexadecimal length", "Content-Length: 0x5", body: "hello"),
    post(400, "a length with letters", "Content-Length: 5abc", body: "hello"),
    post(400, "a length with a space in it", "Content-Length: 1 0", body: "0123456789"),
    post(400, "an empty length", "Content-Length: ", body: "hello"),
    post(400, "a length above 64 bits", "Content-Length: 18446744073709551621", body: "hello"),
    post(413, "a length of ten gigabytes", "Content-Length: 10000000000", body: "hello"),
    post(413, "a length one above the limit", "Content-Length: 1048577", body: ""),
  ]

  static let chunks: [Self] = [
    chunked(400, "a chunk size of junk", "ZZ\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "an empty chunk size", "\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "a space in a chunk size", "5 x\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "a space behind a chunk size", "5 \r\nhello\r\n0\r\n\r\n"),
    chunked(400, "a space before a chunk size", " 5\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "a chunk size with 0x", "0x5\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "a negative chunk size", "-5\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "a chunk longer than its size", "5\r\nhelloXX\r\n0\r\n\r\n"),
    chunked(400, "a chunk shorter than its size", "6\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "chunk lines ended by line feeds", "5\nhello\n0\n\n"),
    chunked(400, "a carriage return alone behind a size", "5\rXhello\r\n0\r\n\r\n"),
    chunked(400, "a carriage return alone behind a chunk", "5\r\nhello\rX0\r\n\r\n"),
    chunked(400, "seventeen zeros as a size", "00000000000000000\r\n\r\n"),
    chunked(413, "a chunk size above 64 bits", "10000000000000005\r\nhello\r\n0\r\n\r\n"),
    chunked(413, "a chunk size that overflows to 5", "FFFFFFFFFFFFFFFF5\r\nhello\r\n0\r\n\r\n"),
    chunked(413, "a chunk one above the limit", "100001\r\n"),
    chunked(413, "two chunks above the limit together", "5\r\nhello\r\n100000\r\n"),
    chunked(400, "a line feed in an extension", "5;a=b\nhello\r\n0\r\n\r\n"),
    chunked(400, "NUL in an extension", "5;a=\u{0}\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "an extension without a name", "5;\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "a second extension without a name", "5;a=b;\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "a bracket in an extension's name", "5;a[=b\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "an extension's value in half quotes", "5;a=\"b\"c\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "an extension with an empty value", "5;a=\r\nhello\r\n0\r\n\r\n"),
    chunked(400, "an extension with an open quote", "5;a=\"b\r\nhello\r\n0\r\n\r\n"),
    chunked(
      400, "an endless extension", "5;" + String(repeating: "a", count: 17_000) + "\r\nhello"),
    chunked(400, "a trailer line without a colon", "0\r\nfoobar\r\n\r\n"),
    chunked(400, "a trailer line without a name", "0\r\n: y\r\n\r\n"),
    chunked(400, "a space before a trailer's colon", "0\r\nX : y\r\n\r\n"),
    chunked(400, "a length in a trailer", "0\r\nContent-Length: 5\r\n\r\n"),
    chunked(400, "a coding in a trailer", "0\r\nX: y\r\ntransfer-ENCODING: chunked\r\n\r\n"),
    chunked(400, "a host in a trailer", "0\r\nHost: y\r\n\r\n"),
    chunked(400, "a folded trailer", "0\r\nX: y\r\n z\r\n\r\n"),
    chunked(400, "NUL in a trailer", "0\r\nX: \u{0}\r\n\r\n"),
    chunked(400, "a line feed alone in a trailer", "0\r\nX: y\nZ: z\r\n\r\n"),
    chunked(400, "a carriage return alone in a trailer", "0\r\nX: y\rZ: z\r\n\r\n"),
    chunked(400, "a carriage return alone at the end", "0\r\n\rX"),
    chunked(431, "an endless trailer", "0\r\nX: " + String(repeating: "a", count: 17_000)),
    chunked(
      431, "101 trailer fields", "0\r\n" + String(repeating: "X: y\r\n", count: 101) + "\r\n"),
  ]

  static let lines: [Self] = [
    text(400, "line feeds alone", "GET / HTTP/1.1\nHost: x\n\n"),
    text(400, "a line feed alone in the fields", "GET / HTTP/1.1\r\nHost: x\nX: y\r\n\r\n"),
    text(400, "an empty line of a line feed", "\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    text(400, "two empty lines before", "\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    get(400, "a carriage return in a value", "X: a\rb"),
    get(400, "two carriage returns at a line's end", "X: a\r"),
    get(400, "a folded line", "X: a", " b"),
    get(400, "a line folded with a tab", "X: a", "\tb"),
    text(400, "a space before the first field", "GET / HTTP/1.1\r\n X: y\r\nHost: x\r\n\r\n"),
    post(400, "a space before the colon", "Content-Length : 5", body: "hello"),
    post(400, "a tab before the colon", "Content-Length\t: 5", body: "hello"),
    get(400, "a field without a colon", "foobar"),
    get(400, "a field without a name", ": y"),
    get(400, "a letter outside ASCII in a name", "É: y"),
    get(400, "a bracket in a name", "X(y): z"),
    get(400, "NUL in a value", "X: a\u{0}b"),
    get(400, "NUL in a name", "X\u{0}Y: b"),
    get(400, "an escape in a value", "X: \u{1B}[31m"),
    get(400, "DEL in a value", "X: \u{7F}"),
    get(431, "a field of 64 KiB", "X: " + String(repeating: "a", count: 65_536)),
    get(431, "a name of 64 KiB", String(repeating: "a", count: 65_536) + ": x"),
    Self(
      431, "500 fields",
      ["GET / HTTP/1.1", "Host: x"] + (0..<500).map { "X\($0): y" }),
    Self(
      431, "101 fields", ["GET / HTTP/1.1", "Host: x"] + (0..<100).map { "X\($0): y" }),
    get(417, "an unknown expectation", "Expect: 200-ok"),
  ]

  static let targets: [Self] = [
    line(414, "a target of 64 KiB", "GET /" + String(repeating: "a", count: 65_536) + " HTTP/1.1"),
    line(
      414, "a target one above the limit",
      "GET /" + String(repeating: "a", count: 8_192) + " HTTP/1.1"),
    text(414, "a target without end", "GET /" + String(repeating: "a", count: 20_000)),
    line(400, "no target", "GET HTTP/1.1"),
    line(400, "an empty target", "GET  HTTP/1.1"),
    line(400, "two spaces before the version", "GET /  HTTP/1.1"),
    line(400, "a space at the end", "GET / HTTP/1.1 "),
    line(400, "a space in the target", "GET /a b HTTP/1.1"),
    line(400, "a tab for a space", "GET\t/ HTTP/1.1"),
    line(400, "a space at the start", " GET / HTTP/1.1"),
    line(400, "NUL in the target", "GET /\u{0}zz HTTP/1.1"),
    line(400, "a fragment", "GET /#a HTTP/1.1"),
    line(400, "Hangul in the target", "GET /나이키 HTTP/1.1"),
    line(400, "a target without a slash", "GET feed HTTP/1.1"),
    line(400, "a relative target", "GET ../etc/passwd HTTP/1.1"),
    line(400, "a backslash first", "GET \\ HTTP/1.1"),
    line(400, "* for GET", "GET * HTTP/1.1"),
    line(400, "** for OPTIONS", "OPTIONS ** HTTP/1.1"),
    line(400, "another scheme", "GET ftp://x/ HTTP/1.1"),
    line(400, "an absolute URI without a host", "GET http:///a HTTP/1.1"),
    line(400, "an absolute URI with a user", "GET http://u:p@x/ HTTP/1.1"),
    line(400, "an absolute URI with a bad port", "GET http://x:99999/ HTTP/1.1"),
    line(501, "CONNECT", "CONNECT x:443 HTTP/1.1"),
    line(501, "TRACE", "TRACE / HTTP/1.1"),
    line(501, "an unknown method", "BREW / HTTP/1.1"),
    line(501, "get in lower case", "get / HTTP/1.1"),
    line(501, "a method of 33 letters", String(repeating: "A", count: 33) + " / HTTP/1.1"),
    text(501, "a method without end", String(repeating: "A", count: 20_000)),
    line(400, "a method with a bracket", "G(T / HTTP/1.1"),
  ]

  static let versions: [Self] = [
    line(505, "HTTP/1.9", "GET / HTTP/1.9"),
    line(505, "HTTP/2.0", "GET / HTTP/2.0"),
    line(505, "HTTP/0.9", "GET / HTTP/0.9"),
    text(505, "the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    text(400, "no version", "GET /\r\n\r\n"),
    line(400, "http in lower case", "GET / http/1.1"),
    line(400, "a version with two digits", "GET / HTTP/1.10"),
    line(400, "a version without a minor one", "GET / HTTP/1"),
    line(400, "another protocol", "GET / XTTP/1.1"),
    text(
      400, "a version without end",
      "GET /" + String(repeating: "a", count: 8_000) + " HTTP/1.1"
        + String(repeating: "1", count: 400)),
    Self(
      400, "binary junk", bytes: Array(128...255) + Array("\r\n\r\n".utf8)),
    Self(
      400, "a TLS hello",
      bytes: [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3] + [UInt8](repeating: 0, count: 32)),
  ]

  static let hosts: [Self] = [
    text(400, "no Host", "GET / HTTP/1.1\r\n\r\n"),
    text(400, "two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
    text(400, "the same Host twice", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
    text(400, "two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
    host(400, ""), host(400, "a b"), host(400, "a, b"), host(400, "a/b"), host(400, "http://a"),
    host(400, "u@a"), host(400, "a:b"), host(400, "a:80:80"), host(400, "a:65536"),
    host(400, "a:-1"), host(400, ":80"), host(400, "[::1"), host(400, "::1"), host(400, "[]"),
    host(400, "[::1]x"), host(400, "[g::1]"), host(400, "a%"), host(400, "a%4"),
    host(400, "a%zz"), host(400, "a?b"), host(400, "a#b"), host(400, "a\\b"), host(400, "<a>"),
    host(400, "가게"), host(400, "\"a\""),
  ]

  static let all = framing + chunks + lines + targets + versions + hosts
}
