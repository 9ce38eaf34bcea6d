/// A complete head, as far as an answer depends on it.
struct RequestHead {
  let method: Method
  let target: Range<Int>
  let fields: [Request.FieldRanges]
  let keepsAlive: Bool
  let isVersion10: Bool
}

/// A strict reader of one request's head (RFC 9112), fed with all of its bytes so far.
///
/// It never looks at a finished line twice, so a head that comes byte by byte costs no more than
/// its length times the longest line. Positions count from the request's first byte.
struct HeadParser {
  /// How much a head may hold.
  struct Limits: Sendable {
    var headBytes: Int
    var targetBytes: Int
    var fields: Int
  }

  /// How the end of the body is told.
  enum Framing: Hashable, Sendable {
    case noBody
    case length(Int)
    case chunked
  }

  private let limits: Limits
  /// Known as soon as the request line has been read.
  private(set) var method: Method?
  /// An absolute path with perhaps a query, or `*`.
  private(set) var target = 0..<0
  private(set) var fields: [Request.FieldRanges] = []
  private(set) var framing = Framing.noBody
  /// Whether the client wants the connection to stay open.
  private(set) var keepsAlive = false
  /// Whether the version is HTTP/1.0.
  private(set) var isVersion10 = false
  /// Whether the client waits for `100 Continue`.
  private(set) var expectsContinue = false
  /// The bytes of the whole head with its empty line, once it is complete.
  private(set) var length = 0

  /// Where the first line that is not yet read begins.
  private var lineStart = 0
  /// Up to where that line is known to have no end.
  private var scanned = 0
  /// The host of an absolute target, which stands in for the field `Host`.
  private var authority: Range<Int>?
  private var hostIndex: Int?
  private var contentLength: Int?
  private var isChunked = false
  private var asksToClose = false
  private var asksToStay = false

  /// A method longer than this is unknown, whatever it is (RFC 9112, 3).
  private static let methodLimit = 32

  init(limits: Limits) {
    self.limits = limits
  }

  /// A parser with the same limits that has read nothing.
  func fresh() -> HeadParser { HeadParser(limits: limits) }

  /// What an answer depends on, once the head is complete.
  var head: RequestHead {
    guard let method else { preconditionFailure("a complete head has a method") }
    return RequestHead(
      method: method, target: target, fields: fields, keepsAlive: keepsAlive,
      isVersion10: isVersion10)
  }

  /// Makes the parser ready for another request and keeps the memory of its fields.
  mutating func reset() {
    var emptied = HeadParser(limits: limits)
    swap(&emptied.fields, &fields)
    emptied.fields.removeAll(keepingCapacity: true)
    self = emptied
  }

  /// Reads on; true when the head is complete.
  ///
  /// `bytes` begins with the request's first byte and holds what was given before.
  mutating func read(_ bytes: Span<UInt8>) throws(Refusal) -> Bool {
    while let end = try endOfLine(in: bytes) {
      let line = lineStart..<end
      lineStart = end + 2
      scanned = lineStart
      if method == nil {
        // One empty line before a request is passed over (RFC 9112, 2.2).
        if line == 0..<0 { continue }
        try readRequestLine(line, of: bytes)
        guard lineStart <= limits.headBytes else { throw .headTooLarge }
      } else {
        guard lineStart <= limits.headBytes else { throw .headTooLarge }
        if line.isEmpty {
          try finish(bytes)
          return true
        }
        try readField(line, of: bytes)
      }
    }
    if method == nil { try judgeUnfinishedRequestLine(bytes) }
    guard bytes.count <= limits.headBytes else { throw .headTooLarge }
    return false
  }

  /// Where the carriage return of the first unread line stands, or nil when it has not come.
  ///
  /// A line ends with CR LF and nothing else (RFC 9112, 2.2 lets a server accept a bare LF, which
  /// is how two parsers come to see two different requests).
  private mutating func endOfLine(in bytes: Span<UInt8>) throws(Refusal) -> Int? {
    var index = scanned
    let count = bytes.count
    while index < count {
      if let word = bytes.word(at: index) {
        guard let place = (word.bytes(below: 0x20) | word.bytes(equalTo: 0x7F)).first else {
          index += 8
          continue
        }
        index += place
      }
      let byte = bytes[index]
      if byte.isFieldCharacter {
        index += 1
        continue
      }
      switch byte {
      case Ascii.carriageReturn:
        guard index + 1 < count else {
          scanned = index
          return nil
        }
        if bytes[index + 1] == Ascii.lineFeed { return index }
        throw .badRequest("a carriage return in the head is not followed by a line feed")
      case Ascii.lineFeed:
        throw .badRequest("a line feed in the head does not follow a carriage return")
      default:
        throw .badRequest("the head holds a control character")
      }
    }
    scanned = index
    return nil
  }

  // MARK: The request line

  private mutating func readRequestLine(
    _ line: Range<Int>, of bytes: Span<UInt8>
  ) throws(Refusal) {
    let name = try methodName(line, of: bytes)
    guard name.upperBound < line.upperBound else {
      throw .badRequest("the request line has no target and no version")
    }
    let requestTarget = try targetRange(from: name.upperBound + 1, to: line.upperBound, of: bytes)
    guard requestTarget.upperBound < line.upperBound else {
      throw .badRequest("the request line has no version")
    }
    let version = (requestTarget.upperBound + 1)..<line.upperBound
    guard version.count == 8, bytes.equals(version.lowerBound..<version.lowerBound + 5, "HTTP/"),
      bytes[version.lowerBound + 5].isDigit, bytes[version.lowerBound + 6] == UInt8(ascii: "."),
      bytes[version.lowerBound + 7].isDigit
    else { throw .badRequest("the request line does not end with a version such as HTTP/1.1") }
    isVersion10 = bytes.equals(version, "HTTP/1.0")
    guard isVersion10 || bytes.equals(version, "HTTP/1.1") else { throw .versionNotSupported }
    guard let known = Self.method(name, of: bytes) else {
      throw .notImplemented("the method \(bytes.text(name)) is not known here")
    }
    try readTarget(requestTarget, method: known, of: bytes)
    method = known
  }

  /// The range of the method's name, which a space or the end of `line` follows.
  private func methodName(
    _ line: Range<Int>, of bytes: Span<UInt8>
  ) throws(Refusal) -> Range<Int> {
    var end = line.lowerBound
    while end < line.upperBound && bytes[end].isTokenCharacter {
      end += 1
      guard end - line.lowerBound <= Self.methodLimit else {
        throw .notImplemented("a method has at most \(Self.methodLimit) letters here")
      }
    }
    guard end > line.lowerBound, end == line.upperBound || bytes[end] == Ascii.space else {
      throw .badRequest("the request line does not begin with a method and a space")
    }
    return line.lowerBound..<end
  }

  /// The range of the target, which a space or `end` follows.
  private func targetRange(
    from start: Int, to end: Int, of bytes: Span<UInt8>
  ) throws(Refusal) -> Range<Int> {
    var index = start
    while index < end {
      // What ends the line is no byte of a target, so that no word leads past the end.
      if let word = bytes.word(at: index) {
        let others =
          word.aboveASCII | word.bytes(below: 0x21) | word.bytes(equalTo: 0x7F)
          | word.bytes(equalTo: UInt8(ascii: "#"))
        guard let place = others.first else {
          index += 8
          continue
        }
        index += place
        break
      }
      let byte = bytes[index]
      guard byte > Ascii.space && byte < 0x7F && byte != UInt8(ascii: "#") else { break }
      index += 1
    }
    guard index - start <= limits.targetBytes else {
      throw .targetTooLong(limit: limits.targetBytes)
    }
    if index < end && bytes[index] != Ascii.space {
      throw .badRequest("the target holds a byte that must be percent-encoded")
    }
    return start..<index
  }

  private static func method(_ name: Range<Int>, of bytes: Span<UInt8>) -> Method? {
    // The first comparisons answer nearly all requests.
    if bytes.equals(name, "GET") { return .get }
    if bytes.equals(name, "HEAD") { return .head }
    if bytes.equals(name, "POST") { return .post }
    if bytes.equals(name, "PUT") { return .put }
    if bytes.equals(name, "PATCH") { return .patch }
    if bytes.equals(name, "DELETE") { return .delete }
    if bytes.equals(name, "OPTIONS") { return .options }
    return nil
  }

  /// Takes an absolute path, `*` for OPTIONS, or an absolute URI apart (RFC 9112, 3.2).
  private mutating func readTarget(
    _ range: Range<Int>, method: Method, of bytes: Span<UInt8>
  ) throws(Refusal) {
    guard let first = range.first else { throw .badRequest("the request line has no target") }
    if bytes[first] == Ascii.slash {
      target = range
      return
    }
    if bytes.equals(range, "*") {
      guard method == .options else { throw .badRequest("the target * is for OPTIONS only") }
      target = range
      return
    }
    let afterScheme: Int
    if range.count > 7, bytes.matches(first..<(first + 7), "http://") {
      afterScheme = first + 7
    } else if range.count > 8, bytes.matches(first..<(first + 8), "https://") {
      afterScheme = first + 8
    } else {
      throw .badRequest("the target is neither an absolute path nor an absolute http URI")
    }
    var path = afterScheme
    while path < range.upperBound && bytes[path] != Ascii.slash { path += 1 }
    guard bytes.isAuthority(afterScheme..<path) else {
      throw .badRequest("the target's authority is not a host with perhaps a port")
    }
    authority = afterScheme..<path
    // An empty path means `/`, of which the scheme's end has one.
    target =
      path < range.upperBound ? path..<range.upperBound : (afterScheme - 1)..<afterScheme
  }

  /// Refuses a request line that can no longer become a good one, however it goes on.
  private func judgeUnfinishedRequestLine(_ bytes: Span<UInt8>) throws(Refusal) {
    guard bytes.count > Self.methodLimit else { return }
    let name = try methodName(lineStart..<bytes.count, of: bytes)
    guard bytes.count - name.upperBound > limits.targetBytes else { return }
    let requestTarget = try targetRange(
      from: name.upperBound + 1, to: bytes.count, of: bytes)
    // A space, eight bytes of version and a carriage return may follow, no more.
    guard bytes.count - requestTarget.upperBound <= 10 else {
      throw .badRequest("the request line does not end with a version such as HTTP/1.1")
    }
  }

  // MARK: The fields

  private mutating func readField(_ line: Range<Int>, of bytes: Span<UInt8>) throws(Refusal) {
    guard fields.count < limits.fields else { throw .headTooLarge }
    var nameEnd = line.lowerBound
    while nameEnd < line.upperBound && bytes[nameEnd].isTokenCharacter { nameEnd += 1 }
    guard nameEnd > line.lowerBound, nameEnd < line.upperBound, bytes[nameEnd] == Ascii.colon
    else { throw Self.faultOfField(at: nameEnd, in: line, of: bytes) }
    let name = line.lowerBound..<nameEnd
    let value = bytes.trimmed((nameEnd + 1)..<line.upperBound)
    fields.append(Request.FieldRanges(name: name, value: value))
    try note(name, value, of: bytes)
  }

  /// What is wrong with a field line whose name ends at a byte other than a colon.
  private static func faultOfField(at end: Int, in line: Range<Int>, of bytes: Span<UInt8>)
    -> Refusal
  {
    if end == line.lowerBound && bytes[end].isBlank {
      return .badRequest("a field line begins with a space (folded lines are not accepted)")
    }
    if end < line.upperBound && bytes[end].isBlank {
      return .badRequest("a space stands between a field's name and its colon")
    }
    return .badRequest("a field line is not a name, a colon and a value")
  }

  /// Takes in the fields that decide about the connection and the body's length.
  private mutating func note(
    _ name: Range<Int>, _ value: Range<Int>, of bytes: Span<UInt8>
  ) throws(Refusal) {
    switch name.count {
    case 4 where bytes.matches(name, "host"):
      guard hostIndex == nil else { throw .badRequest("the field Host was sent twice") }
      guard bytes.isAuthority(value) else {
        throw .badRequest("the field Host is not a host with perhaps a port")
      }
      hostIndex = fields.count - 1
    case 6 where bytes.matches(name, "expect"):
      guard bytes.matches(value, "100-continue") else { throw .expectationFailed }
      expectsContinue = true
    case 10 where bytes.matches(name, "connection"):
      bytes.forEachElement(of: value) { element in
        if bytes.matches(element, "close") { asksToClose = true }
        if bytes.matches(element, "keep-alive") { asksToStay = true }
      }
    case 14 where bytes.matches(name, "content-length"):
      guard contentLength == nil else {
        throw .badRequest("the field Content-Length was sent twice")
      }
      contentLength = try decimal(value, of: bytes)
    case 17 where bytes.matches(name, "transfer-encoding"):
      guard !isChunked else { throw .badRequest("the field Transfer-Encoding was sent twice") }
      guard bytes.matches(value, "chunked") else {
        throw .notImplemented("no transfer coding other than chunked is known here")
      }
      isChunked = true
    default:
      break
    }
  }

  private func decimal(_ range: Range<Int>, of bytes: Span<UInt8>) throws(Refusal) -> Int {
    var number = 0
    for index in range {
      let (tens, tensOverflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflow) = tens.addingReportingOverflow(Int(bytes[index] &- 0x30))
      guard bytes[index].isDigit, !tensOverflow, !sumOverflow else {
        throw .badRequest("the field Content-Length is not a number of bytes")
      }
      number = sum
    }
    guard !range.isEmpty else { throw .badRequest("the field Content-Length is empty") }
    return number
  }

  // MARK: The whole

  private mutating func finish(_ bytes: Span<UInt8>) throws(Refusal) {
    if isChunked {
      guard contentLength == nil else {
        throw .badRequest("Content-Length and Transfer-Encoding were both sent")
      }
      guard !isVersion10 else { throw .badRequest("HTTP/1.0 has no Transfer-Encoding") }
      framing = .chunked
    } else if let contentLength, contentLength > 0 {
      framing = .length(contentLength)
    }
    if let hostIndex {
      if let authority { fields[hostIndex].setValue(authority) }
    } else if !isVersion10 {
      throw .badRequest("the field Host is missing")
    }
    keepsAlive = !asksToClose && (!isVersion10 || asksToStay)
    if isVersion10 { expectsContinue = false }
    length = lineStart
  }
}
