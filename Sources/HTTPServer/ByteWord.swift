/// Eight bytes that are looked at together: which of them is the first to pass a test.
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

  /// Where bytes lie that pass a test: of the bytes from the lowest that passes on, the high bits of
  /// some are set; the lowest set one tells the lowest byte, which comes first in memory.
  struct Places {
    fileprivate let bits: UInt64

    /// The first place, or nil when no byte passes.
    @inline(__always)
    var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount >> 3 }

    /// The places of both; their first is the earlier of two firsts.
    @inline(__always)
    static func | (left: Places, right: Places) -> Places {
      Places(bits: left.bits | right.bits)
    }
  }

  /// The bytes above 0x7F.
  @inline(__always)
  var aboveASCII: Places { Places(bits: bytes & Self.highBits) }

  /// The bytes below a bound of at most 0x80.
  @inline(__always)
  func bytes(below bound: UInt8) -> Places {
    Places(bits: (bytes &- Self.ones &* UInt64(bound)) & ~bytes & Self.highBits)
  }

  /// The bytes that are this one.
  @inline(__always)
  func bytes(equalTo byte: UInt8) -> Places {
    let difference = bytes ^ (Self.ones &* UInt64(byte))
    return Places(bits: (difference &- Self.ones) & ~difference & Self.highBits)
  }
}

extension Span<UInt8> {
  /// The eight bytes from an index on, or nil when fewer are there.
  @inline(__always)
  func word(at index: Int) -> ByteWord? {
    guard count - index >= 8 else { return nil }
    // Bounds are checked; what is unsafe elsewhere is the type, and every integer is one.
    return ByteWord(
      UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)))
  }
}
