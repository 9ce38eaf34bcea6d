/// Eight bytes that are looked at together, each test as exact as one byte at a time.
///
/// The tests are Sean Eron Anderson's "Bit Twiddling Hacks", "Determine if a word has a byte less than
/// n" and "… equal to n".
struct ByteWord {
  private let bytes: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  init(_ bytes: UInt64) {
    self.bytes = bytes
  }

  /// Whether no byte is above 0x7F.
  @inline(__always)
  var isASCII: Bool { bytes & Self.highBits == 0 }

  /// Whether a byte is below a bound of at most 0x80.
  @inline(__always)
  func hasByte(below bound: UInt8) -> Bool {
    (bytes &- Self.ones &* UInt64(bound)) & ~bytes & Self.highBits != 0
  }

  /// Whether a byte is there.
  @inline(__always)
  func has(_ byte: UInt8) -> Bool {
    let difference = bytes ^ (Self.ones &* UInt64(byte))
    return (difference &- Self.ones) & ~difference & Self.highBits != 0
  }
}

extension Span<UInt8> {
  /// The eight bytes from an index on, or nil when fewer are there.
  @inline(__always)
  func word(at index: Int) -> ByteWord? {
    guard count - index >= 8 else { return nil }
    // Bounds are checked; what is unsafe elsewhere is the type, and every integer is one.
    return ByteWord(bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}
