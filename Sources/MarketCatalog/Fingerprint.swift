/// A 64-bit number that stays the same for the same bytes across processes and releases: FNV-1a.
///
/// Tells accidental differences apart; it is no protection against someone who wants a collision.
public struct Fingerprint: Hashable, Sendable {
  /// The number.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the fingerprint of no bytes.
  public init() {}

  /// Makes the fingerprint of some bytes.
  public init(of bytes: some Sequence<UInt8>) {
    append(bytes)
  }

  /// Takes further bytes in.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }

  /// The number as sixteen hexadecimal digits.
  public var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
