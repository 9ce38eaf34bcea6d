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

  /// The number of characters that so many bytes are encoded as.
  static func encodedCount(of count: Int) -> Int { (count * 4 + 2) / 3 }

  /// The ASCII bytes of the encoded bytes.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes(encode)
  }

  /// The ASCII bytes of the encoded bytes.
  static func encode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: encodedCount(of: bytes.count))
    text.withUnsafeMutableBufferPointer { text in
      alphabet.withUnsafeBufferPointer { encode(bytes, into: text, alphabet: $0) }
    }
    return text
  }

  private static func encode(
    _ bytes: UnsafeRawBufferPointer, into text: UnsafeMutableBufferPointer<UInt8>,
    alphabet: UnsafeBufferPointer<UInt8>
  ) {
    var start = 0
    var count = 0
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

  /// The number of bytes in so many characters.
  static func decodedCount(of count: Int) -> Int { count * 6 / 8 }

  /// Decodes a text that stands for exactly as many bytes as the buffer has; false for any other
  /// text, and for any that ``encode(_:)`` does not make.
  static func decode(
    _ text: ArraySlice<UInt8>, into bytes: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard decodedCount(of: text.count) == bytes.count else { return false }
    return text.withUnsafeBufferPointer { text in
      values.withUnsafeBufferPointer { decode(text, into: bytes, values: $0) }
    }
  }

  private static func decode(
    _ text: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableRawBufferPointer,
    values: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    // Not 0 once a character outside of the alphabet was met (its value is 255), or bits are left
    // over that `encode` would not have written.
    var faults: UInt32 = 0
    var count = 0
    var place = 0
    while place + 4 <= text.count {
      let a = UInt32(values[Int(text[place])])
      let b = UInt32(values[Int(text[place + 1])])
      let c = UInt32(values[Int(text[place + 2])])
      let d = UInt32(values[Int(text[place + 3])])
      faults |= (a | b | c | d) & 0xC0
      let bits = (a & 63) << 18 | (b & 63) << 12 | (c & 63) << 6 | d & 63
      bytes[count] = UInt8(truncatingIfNeeded: bits >> 16)
      bytes[count + 1] = UInt8(truncatingIfNeeded: bits >> 8)
      bytes[count + 2] = UInt8(truncatingIfNeeded: bits)
      count += 3
      place += 4
    }
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for character in text[place...] {
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
    return faults == 0
  }
}
