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
    if value < 0 { append(UInt8(ascii: "-")) }
    var high = value.magnitude
    // Nine digits at a time, so that nearly everything divides 32 bits only.
    guard high > 999_999_999 else {
      appendDigits(UInt32(truncatingIfNeeded: high), atLeast: 1)
      return
    }
    let low = UInt32(truncatingIfNeeded: high % 1_000_000_000)
    high /= 1_000_000_000
    if high <= 999_999_999 {
      appendDigits(UInt32(truncatingIfNeeded: high), atLeast: 1)
    } else {
      appendDigits(UInt32(truncatingIfNeeded: high / 1_000_000_000), atLeast: 1)
      appendDigits(UInt32(truncatingIfNeeded: high % 1_000_000_000), atLeast: 9)
    }
    appendDigits(low, atLeast: 9)
  }

  /// Appends a number below 10⁹ with as many digits as it has, or with nine.
  @inline(__always)
  private mutating func appendDigits(_ value: UInt32, atLeast least: Int) {
    var length = least
    var bound: UInt32 = least == 9 ? 1_000_000_000 : 10
    while value >= bound {
      length += 1
      bound *= 10
    }
    append(room: length) { text in
      var rest = value
      for position in stride(from: length - 1, through: 0, by: -1) {
        text[position] = UInt8(truncatingIfNeeded: 48 + rest % 10)
        rest /= 10
      }
      return length
    }
  }
}
