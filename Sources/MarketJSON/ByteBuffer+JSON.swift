extension ByteBuffer {
  /// Appends the inside of a JSON string: runs without special characters are copied whole.
  mutating func appendEscaped(_ text: UnsafeRawBufferPointer) {
    var runStart = 0
    var position = 0
    while position < text.count {
      if position + 8 <= text.count,
        !hasSpecialByte(text.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      {
        position += 8
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

  /// Appends an integer in decimal.
  @inline(__always)
  mutating func appendDecimal(_ value: Int64) {
    var rest = value.magnitude
    if value >= 0, rest < 10 {
      append(48 + UInt8(truncatingIfNeeded: rest))
      return
    }
    var digits = 0
    var bound = rest
    repeat {
      digits += 1
      bound /= 10
    } while bound > 0
    let length = value < 0 ? digits + 1 : digits
    append(room: length) { text in
      for position in stride(from: length - 1, through: length - digits, by: -1) {
        text[position] = UInt8(truncatingIfNeeded: 48 + rest % 10)
        rest /= 10
      }
      if value < 0 { text[0] = UInt8(ascii: "-") }
      return length
    }
  }
}
