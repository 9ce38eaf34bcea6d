/// Base64 with the URL-safe alphabet and without padding (RFC 4648, 5).
///
/// libsodium's takes the same time for every text, which keys need and cursors do not: of a queried
/// slice it took as much as reading a quarter of the products.
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The value of each byte, or 255 for one that is not in the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }()

  /// The ASCII bytes of the encoded bytes.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let capacity = (bytes.count * 4 + 2) / 3
    return [UInt8](unsafeUninitializedCapacity: capacity) { text, count in
      alphabet.withUnsafeBufferPointer { alphabet in
        var start = 0
        while start + 3 <= bytes.count {
          let bits =
            UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
          text[count] = alphabet[Int(bits >> 18)]
          text[count + 1] = alphabet[Int(bits >> 12 & 63)]
          text[count + 2] = alphabet[Int(bits >> 6 & 63)]
          text[count + 3] = alphabet[Int(bits & 63)]
          start += 3
          count += 4
        }
        // The last one or two bytes are one character more than they.
        guard start < bytes.count else { return }
        var bits = UInt32(bytes[start]) << 16
        if start + 1 < bytes.count { bits |= UInt32(bytes[start + 1]) << 8 }
        for place in 0...(bytes.count - start) {
          text[count] = alphabet[Int(bits >> UInt32(18 - place * 6) & 63)]
          count += 1
        }
      }
    }
  }

  /// The bytes of an encoded text, at most `most` of them; nil for any text that ``encode(_:)`` does
  /// not make.
  static func decode(_ text: ArraySlice<UInt8>, atMost most: Int) -> [UInt8]? {
    let length = text.count * 6 / 8
    guard length <= most else { return nil }
    // Not 0 once a character outside of the alphabet was met (its value is 255), or bits are left
    // over that ``encode(_:)`` would not have written.
    var faults: UInt32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
      values.withUnsafeBufferPointer { values in
        var rest = text
        while rest.count >= 4 {
          let first = rest.startIndex
          let a = UInt32(values[Int(rest[first])])
          let b = UInt32(values[Int(rest[first + 1])])
          let c = UInt32(values[Int(rest[first + 2])])
          let d = UInt32(values[Int(rest[first + 3])])
          faults |= (a | b | c | d) & 0xC0
          let bits = (a & 63) << 18 | (b & 63) << 12 | (c & 63) << 6 | d & 63
          bytes[count] = UInt8(truncatingIfNeeded: bits >> 16)
          bytes[count + 1] = UInt8(truncatingIfNeeded: bits >> 8)
          bytes[count + 2] = UInt8(truncatingIfNeeded: bits)
          count += 3
          rest = rest[(first + 4)...]
        }
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for character in rest {
          let value = UInt32(values[Int(character)])
          faults |= value & 0xC0
          bits = bits << 6 | value & 63
          bitCount += 6
          if bitCount >= 8 {
            bitCount -= 8
            bytes[count] = UInt8(truncatingIfNeeded: bits >> bitCount)
            count += 1
          }
        }
        // What is left must be less than a character, and nothing but zeros.
        faults |= bitCount < 6 ? bits & (1 << bitCount - 1) : 1
      }
    }
    return faults == 0 ? bytes : nil
  }
}
