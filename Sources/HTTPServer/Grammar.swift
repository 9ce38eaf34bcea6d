/// The characters of RFC 9110 and RFC 9112, as the parsers need them.
enum Ascii {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let slash = UInt8(ascii: "/")
}

extension UInt8 {
  /// Whether the byte may stand in a method or a field name (`tchar` of RFC 9110, 5.6.2).
  @inline(__always)
  var isTokenCharacter: Bool {
    isOne(of: (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE))
  }

  /// Whether the byte is in a set that has one bit for each of the 128 ASCII characters.
  @inline(__always)
  fileprivate func isOne(of set: (UInt64, UInt64)) -> Bool {
    let half = self < 64 ? set.0 : set.1
    return self < 128 && half >> UInt64(self & 63) & 1 == 1
  }

  /// Whether the byte may stand in a field value: anything but the controls other than tab.
  @inline(__always)
  var isFieldCharacter: Bool { self >= 0x20 && self != 0x7F || self == Ascii.tab }

  /// Whether the byte is a space or a tab, the optional whitespace of fields.
  @inline(__always)
  var isBlank: Bool { self == Ascii.space || self == Ascii.tab }

  /// Whether the byte is a decimal digit.
  @inline(__always)
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// The value of a hexadecimal digit, or nil.
  @inline(__always)
  var hexValue: Int? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self &- UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self &- UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// The letter in lower case; other bytes as they are.
  @inline(__always)
  var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

extension Span<UInt8> {
  /// Whether the bytes of a range are a text given in lower case, the case of letters aside.
  @inline(__always)
  func matches(_ range: Range<Int>, _ lowercase: StaticString) -> Bool {
    guard range.count == lowercase.utf8CodeUnitCount else { return false }
    let expected = lowercase.utf8Start
    for offset in 0..<range.count
    where self[range.lowerBound + offset].lowercased != expected[offset] {
      return false
    }
    return true
  }

  /// Whether the bytes of a range are a text exactly.
  @inline(__always)
  func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    let expected = text.utf8Start
    for offset in 0..<range.count where self[range.lowerBound + offset] != expected[offset] {
      return false
    }
    return true
  }

  /// The bytes of a range as a text.
  func text(_ range: Range<Int>) -> String {
    String(unsafeUninitializedCapacity: range.count) { buffer in
      for offset in 0..<range.count { buffer[offset] = self[range.lowerBound + offset] }
      return range.count
    }
  }

  /// Calls a closure for each element of a comma-separated list, blanks around it cut off.
  ///
  /// Empty elements are passed over (RFC 9110, 5.6.1.2).
  func forEachElement(of range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound && self[end] != Ascii.comma { end += 1 }
      let element = trimmed(start..<end)
      if !element.isEmpty { body(element) }
      start = end + 1
    }
  }

  /// A range without the blanks at both of its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper && self[lower].isBlank { lower += 1 }
    while upper > lower && self[upper - 1].isBlank { upper -= 1 }
    return lower..<upper
  }

  /// Whether a range holds `uri-host [ ":" port ]` with a host that is not empty (RFC 9110, 7.2).
  ///
  /// Within brackets it is enough that the characters are those of an IPv6 address.
  func isAuthority(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    if index < range.upperBound && self[index] == UInt8(ascii: "[") {
      index += 1
      let start = index
      while index < range.upperBound && self[index].isIPv6Character { index += 1 }
      guard index - start >= 2, index < range.upperBound, self[index] == UInt8(ascii: "]") else {
        return false
      }
      index += 1
    } else {
      while index < range.upperBound && self[index] != Ascii.colon {
        if self[index] == UInt8(ascii: "%") {
          guard index + 2 < range.upperBound, self[index + 1].hexValue != nil,
            self[index + 2].hexValue != nil
          else { return false }
          index += 3
        } else {
          guard self[index].isRegisteredNameCharacter else { return false }
          index += 1
        }
      }
      guard index > range.lowerBound else { return false }
    }
    if index == range.upperBound { return true }
    guard self[index] == Ascii.colon else { return false }
    var port = 0
    for digit in (index + 1)..<range.upperBound {
      guard self[digit].isDigit else { return false }
      port = port * 10 + Int(self[digit] - UInt8(ascii: "0"))
      guard port <= 65_535 else { return false }
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isIPv6Character: Bool {
    hexValue != nil || self == Ascii.colon || self == UInt8(ascii: ".")
  }

  /// `unreserved` or `sub-delims` of RFC 3986.
  fileprivate var isRegisteredNameCharacter: Bool {
    isOne(of: (0x2BFF_7FD2_0000_0000, 0x47FF_FFFE_87FF_FFFE))
  }
}
