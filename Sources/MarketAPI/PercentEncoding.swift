/// Percent-escapes of URLs (RFC 3986, 2.1), read strictly.
enum PercentEncoding {
  /// Decodes a piece of a target to UTF-8; nil when an escape is not `%` and two hexadecimal digits,
  /// or when the bytes are not UTF-8.
  ///
  /// `plusIsSpace` is how forms, and with them `URLSearchParams`, write spaces in queries. A piece
  /// without escapes shares the memory of the target.
  static func decode(_ text: ArraySlice<UInt8>, plusIsSpace: Bool) -> ArraySlice<UInt8>? {
    if isPlain(text) { return text }
    var bytes: [UInt8] = []
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = hexValue(rest.next()), let low = hexValue(rest.next()) else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace:
        bytes.append(UInt8(ascii: " "))
      default:
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes[...]
  }

  /// Whether a piece of a target is its own decoded form.
  static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      // Without a way out of the loop, which lets the compiler look at many bytes at once.
      var marks: UInt8 = 0
      for byte in bytes {
        marks |= byte & 0x80
        marks |= byte == UInt8(ascii: "%") ? 1 : 0
        marks |= byte == UInt8(ascii: "+") ? 1 : 0
      }
      return marks == 0
    }
  }

  /// A text as a value of a query: all but what RFC 3986 calls unreserved is escaped.
  static func encode(_ text: String) -> [UInt8] {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.append(byte)
      default:
        encoded += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return encoded
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }

  private static func hexValue(_ digit: UInt8?) -> UInt8? {
    switch digit {
    case .some(let digit) where (48...57).contains(digit): digit - 48
    case .some(let digit) where (65...70).contains(digit): digit - 55
    case .some(let digit) where (97...102).contains(digit): digit - 87
    default: nil
    }
  }
}
