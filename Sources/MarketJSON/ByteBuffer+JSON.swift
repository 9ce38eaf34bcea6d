import MarketCatalog

extension ByteBuffer {
  /// Appends the inside of a JSON string: runs without special characters are copied whole.
  mutating func appendEscaped(_ text: UnsafeRawBufferPointer) {
    var runStart = 0
    var position = 0
    while position < text.count {
      // The last word may overlap the one before it, so that short tails cost one look, too.
      let word = min(position, text.count - 8)
      if word >= runStart,
        !hasSpecialByte(text.loadUnaligned(fromByteOffset: word, as: UInt64.self))
      {
        position = word + 8
        continue
      }
      let byte = text[position]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        append(UnsafeRawBufferPointer(rebasing: text[runStart..<position]))
        appendEscape(of: byte)
        runStart = position + 1
      }
      position += 1
    }
    append(UnsafeRawBufferPointer(rebasing: text[runStart...]))
  }

  /// Tells whether one of eight bytes is a quote, a backslash or below 0x20.
  ///
  /// The test for a zero byte is from Henry Warren, "Hacker's Delight", 6-1; a byte from 0x80 on is
  /// never below 0x20, which `~word` takes care of.
  @inline(__always)
  private func hasSpecialByte(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let found =
      ((word &- ones &* 0x20) & ~word)
      | ((quotes &- ones) & ~quotes)
      | ((backslashes &- ones) & ~backslashes)
    return found & (ones &* 0x80) != 0
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append(#"\""#)
    case UInt8(ascii: "\\"): append(#"\\"#)
    case UInt8(ascii: "\n"): append(#"\n"#)
    case UInt8(ascii: "\r"): append(#"\r"#)
    case UInt8(ascii: "\t"): append(#"\t"#)
    case 0x08: append(#"\b"#)
    case 0x0C: append(#"\f"#)
    default:
      append(#"\u00"#)
      append(hexDigit(byte >> 4))
      append(hexDigit(byte & 15))
    }
  }

  private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 48 + value : 87 + value
  }

  /// Appends a JSON string with its quotes.
  @inline(never)
  mutating func appendString(_ text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { appendEscaped(UnsafeRawBufferPointer($0)) }
    append(UInt8(ascii: "\""))
  }

  /// Appends a moment as a string.
  @inline(never)
  mutating func appendTimestamp(_ moment: Timestamp) {
    let count = Timestamp.rfc3339Count + 2
    append(room: count) { text in
      text[0] = UInt8(ascii: "\"")
      moment.writeRFC3339(to: UnsafeMutableBufferPointer(rebasing: text[1..<(count - 1)]))
      text[count - 1] = UInt8(ascii: "\"")
      return count
    }
  }

  /// Appends an integer in decimal.
  @inline(never)
  mutating func appendDecimal(_ value: Int64) {
    append(room: Decimal.room) { Decimal.write(value, to: $0) }
  }
}

/// Integers as decimal digits.
enum Decimal {
  /// The most bytes that an integer takes.
  static let room = 20

  /// The two digits of each number below 100.
  private static let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """

  /// Writes an integer at the beginning of a buffer; returns how many bytes it took.
  @inline(__always)
  static func write(_ value: Int64, to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard value < 0 else { return write(value.magnitude, to: text) }
    text[0] = UInt8(ascii: "-")
    return 1 + write(value.magnitude, to: UnsafeMutableBufferPointer(rebasing: text[1...]))
  }

  @inline(__always)
  private static func write(
    _ value: UInt64, to text: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    let count = digitCount(value)
    precondition(count <= text.count, "an integer finds no room")
    var end = count
    var rest = value
    while rest >= 100 {
      end -= 2
      writePair(Int(rest % 100), to: text, at: end)
      rest /= 100
    }
    if end == 2 {
      writePair(Int(rest), to: text, at: 0)
    } else {
      text[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
    }
    return count
  }

  @inline(__always)
  private static func writePair(
    _ pair: Int, to text: UnsafeMutableBufferPointer<UInt8>, at place: Int
  ) {
    text[place] = pairs.utf8Start[pair * 2]
    text[place + 1] = pairs.utf8Start[pair * 2 + 1]
  }

  @inline(__always)
  private static func digitCount(_ value: UInt64) -> Int {
    var count = 1
    var bound: UInt64 = 10
    // The largest power of ten of 64 bits has twenty digits.
    while value >= bound, count < room {
      count += 1
      bound = bound &* 10
    }
    return count
  }
}
