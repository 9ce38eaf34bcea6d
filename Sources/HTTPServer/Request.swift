/// The request methods that the engine passes on; every other is answered with 501.
public enum Method: String, CaseIterable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
}

/// One complete request, as the parser accepted it.
///
/// A value: it shares the bytes of the loop's read buffer and may be kept, at the price of a copy
/// of that buffer when the loop reads on.
public struct Request: Sendable {
  /// What is asked for.
  public let method: Method
  /// Bytes among which the head stands.
  private let bytes: [UInt8]
  /// Where in `bytes` the head begins; the ranges below count from there.
  private let start: Int
  private let targetRange: Range<Int>
  private let fields: [FieldRanges]
  /// The body, decoded from chunks when it came so; at most as long as the limit allows.
  public let body: [UInt8]
  /// A number that grows whenever the loop may have waited since the request before it.
  ///
  /// Two requests with the same number had both begun to arrive before the first of them was
  /// handed over, so what was looked up for the first is as fresh as the second may ask. The
  /// second of two requests on one connection always has a greater number than the first.
  public let arrival: UInt64
  /// Who sent it: the other end of the connection, which may be a proxy; nil over a Unix socket.
  public let peer: PeerAddress?

  /// Where a header field's name and value stand in the head.
  struct FieldRanges: Hashable, Sendable {
    // Half the size of ranges of `Int`; no head reaches four gigabytes.
    private let nameStart: UInt32
    private let nameEnd: UInt32
    private var valueStart: UInt32
    private var valueEnd: UInt32

    init(name: Range<Int>, value: Range<Int>) {
      nameStart = UInt32(name.lowerBound)
      nameEnd = UInt32(name.upperBound)
      valueStart = UInt32(value.lowerBound)
      valueEnd = UInt32(value.upperBound)
    }

    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }

    mutating func setValue(_ range: Range<Int>) {
      valueStart = UInt32(range.lowerBound)
      valueEnd = UInt32(range.upperBound)
    }
  }

  /// Puts together what the parser found in a head that begins at `start` of `bytes`.
  init(
    method: Method, bytes: [UInt8], start: Int, target: Range<Int>, fields: [FieldRanges],
    body: [UInt8], arrival: UInt64, peer: PeerAddress?
  ) {
    self.method = method
    self.bytes = bytes
    self.start = start
    self.targetRange = (start + target.lowerBound)..<(start + target.upperBound)
    self.fields = fields
    self.body = body
    self.arrival = arrival
    self.peer = peer
  }

  /// Makes a request without a connection, as tests of a handler do.
  public init(
    method: Method, target: String, fields: [(name: String, value: String)] = [],
    body: [UInt8] = [], arrival: UInt64 = 0, peer: PeerAddress? = nil
  ) {
    var bytes = Array(target.utf8)
    let targetRange = 0..<bytes.count
    var ranges: [FieldRanges] = []
    for field in fields {
      let nameStart = bytes.count
      bytes += field.name.utf8
      let valueStart = bytes.count
      bytes += field.value.utf8
      ranges.append(FieldRanges(name: nameStart..<valueStart, value: valueStart..<bytes.count))
    }
    self.init(
      method: method, bytes: bytes, start: 0, target: targetRange, fields: ranges, body: body,
      arrival: arrival, peer: peer)
  }

  /// The request target: an absolute path and perhaps a query, percent-encoded, or `*`.
  ///
  /// Of a target that was sent as an absolute URI this is what follows the authority, which stands
  /// in for the field `host` (RFC 9112, 3.2.2).
  public var target: String { String(decoding: bytes[targetRange], as: UTF8.self) }

  /// The bytes of ``target``, without a copy; they share the request's memory.
  public var targetBytes: ArraySlice<UInt8> { bytes[targetRange] }

  /// The target's path, percent-encoded, without the query.
  public var path: String { String(decoding: pathBytes, as: UTF8.self) }

  /// The bytes of ``path``, without a copy.
  public var pathBytes: ArraySlice<UInt8> { bytes[targetRange.lowerBound..<pathEnd] }

  /// What follows the target's first `?`, percent-encoded, or nil when there is none.
  public var queryBytes: ArraySlice<UInt8>? {
    pathEnd < targetRange.upperBound ? bytes[(pathEnd + 1)..<targetRange.upperBound] : nil
  }

  /// Where the target's first `?` stands, or its end.
  private var pathEnd: Int {
    bytes[targetRange].firstIndex(of: UInt8(ascii: "?")) ?? targetRange.upperBound
  }

  /// The value of a header field, by its name in lower case; nil when it was not sent.
  ///
  /// A field that was sent several times is joined with `, ` (RFC 9110, 5.3). Bytes that are not
  /// UTF-8 become U+FFFD.
  public func field(_ name: StaticString) -> String? {
    var value: String?
    let head = bytes.span
    for ranges in fields where head.matches(shifted(ranges.name), name) {
      let part = String(decoding: bytes[shifted(ranges.value)], as: UTF8.self)
      value = value.map { $0 + ", " + part } ?? part
    }
    return value
  }

  private func shifted(_ range: Range<Int>) -> Range<Int> {
    (start + range.lowerBound)..<(start + range.upperBound)
  }
}
