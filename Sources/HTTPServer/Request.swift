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
/// A value: it shares the connection's bytes and may be kept, at the price of a copy when the
/// connection reads on.
public struct Request: Sendable {
  /// What is asked for.
  public let method: Method
  /// The head's bytes, in which the ranges below stand, perhaps among other bytes.
  let bytes: [UInt8]
  let targetRange: Range<Int>
  let fieldRanges: [FieldRanges]
  /// The body, decoded from chunks when it came so; at most as long as the limit allows.
  public let body: [UInt8]
  /// A number that grows whenever the loop may have waited since the request before it.
  ///
  /// Two requests with the same number had both arrived in full before the first of them was
  /// handed over, so what was looked up for the first holds for the second.
  public let arrival: UInt64

  /// Where a header field's name and value stand in the head.
  struct FieldRanges: Sendable {
    var name: Range<Int>
    var value: Range<Int>
  }

  init(
    method: Method, bytes: [UInt8], targetRange: Range<Int>, fieldRanges: [FieldRanges],
    body: [UInt8], arrival: UInt64
  ) {
    self.method = method
    self.bytes = bytes
    self.targetRange = targetRange
    self.fieldRanges = fieldRanges
    self.body = body
    self.arrival = arrival
  }

  /// Makes a request without a connection, as tests of a handler do.
  public init(
    method: Method, target: String, fields: [(name: String, value: String)] = [],
    body: [UInt8] = [], arrival: UInt64 = 0
  ) {
    var bytes = Array(target.utf8)
    let targetRange = 0..<bytes.count
    var fieldRanges: [FieldRanges] = []
    for field in fields {
      let nameStart = bytes.count
      bytes += field.name.utf8
      let valueStart = bytes.count
      bytes += field.value.utf8
      fieldRanges.append(
        FieldRanges(name: nameStart..<valueStart, value: valueStart..<bytes.count))
    }
    self.init(
      method: method, bytes: bytes, targetRange: targetRange, fieldRanges: fieldRanges,
      body: body, arrival: arrival)
  }

  /// The request target as it was sent: an absolute path and perhaps a query, percent-encoded.
  public var target: String { String(decoding: bytes[targetRange], as: UTF8.self) }

  /// The target's path, percent-encoded, without the query.
  public var path: String {
    let end = bytes[targetRange].firstIndex(of: UInt8(ascii: "?")) ?? targetRange.upperBound
    return String(decoding: bytes[targetRange.lowerBound..<end], as: UTF8.self)
  }

  /// What follows the target's first `?`, percent-encoded, or nil when there is none.
  public var query: String? {
    guard let mark = bytes[targetRange].firstIndex(of: UInt8(ascii: "?")) else { return nil }
    return String(decoding: bytes[(mark + 1)..<targetRange.upperBound], as: UTF8.self)
  }

  /// The value of a header field, by its name in lower case; nil when it was not sent.
  ///
  /// A field that was sent several times is joined with `, ` (RFC 9110, 5.3). Bytes that are not
  /// UTF-8 become U+FFFD.
  public func field(_ name: StaticString) -> String? {
    var value: String?
    for ranges in fieldRanges where isName(ranges.name, name) {
      let part = String(decoding: bytes[ranges.value], as: UTF8.self)
      value = value.map { $0 + ", " + part } ?? part
    }
    return value
  }

  private func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
    guard range.count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { lowercase in
      for offset in 0..<lowercase.count {
        var byte = bytes[range.lowerBound + offset]
        if byte &- 65 < 26 { byte |= 0x20 }
        if byte != lowercase[offset] { return false }
      }
      return true
    }
  }
}
