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
    let alphabet = alphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(alphabet[Int(bits >> bitCount & 63)])
      }
    }
    if bitCount > 0 { text.append(alphabet[Int(bits << (6 - bitCount) & 63)]) }
    return text
  }

  /// The bytes of an encoded text, at most `most` of them; nil for any text that ``encode(_:)`` does
  /// not make.
  static func decode(_ text: String, atMost most: Int) -> [UInt8]? {
    let values = values
    var bytes: [UInt8] = []
    guard text.utf8.count * 6 / 8 <= most else { return nil }
    bytes.reserveCapacity(most)
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in text.utf8 {
      let value = values[Int(byte)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    // What is left must be less than a character, and nothing but zeros.
    let isWhole = bitCount < 6 && bits & (1 << bitCount - 1) == 0
    return isWhole ? bytes : nil
  }
}
