import CEpoll
import Glibc

/// The internet address of a client or proxy, without its port.
///
/// IPv4 addresses are kept as IPv6 has them, `::ffff:192.0.2.1`, so that both forms are one address.
public struct PeerAddress: Hashable, Sendable {
  /// The first eight bytes of the IPv6 form: the network, mostly.
  public let high: UInt64
  /// The last eight bytes of the IPv6 form.
  public let low: UInt64

  private static let mapped: UInt64 = 0xffff_0000_0000

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  private init(_ address: in_addr) {
    self.init(high: 0, low: Self.mapped | UInt64(UInt32(bigEndian: address.s_addr)))
  }

  private init(_ address: in6_addr) {
    let halves = withUnsafeBytes(of: address) { bytes in
      (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
    self.init(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1))
  }

  /// Reads an address in its numeric form, `192.0.2.1` or `2001:db8::1`; nil for any other text.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(four)
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      self.init(six)
    } else {
      return nil
    }
  }

  /// Whether the address was given out as IPv4.
  public var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }

  /// Whether the address is of this machine's own: 127.0.0.0/8 or ::1.
  public var isLoopback: Bool {
    high == 0 && (low == 1 || low >> 24 == Self.mapped >> 24 | 127)
  }

  /// Lends a call such as accept(2) the room for an address, and reads what it left there.
  static func receiving(
    _ peer: inout PeerAddress?,
    _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int32 {
    // Room for the addresses of both families; those of Unix sockets are cut off and not looked at.
    var storage = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
    }
    guard result >= 0 else { return result }
    switch Int32(storage.sin6_family) {
    case AF_INET6: peer = PeerAddress(storage.sin6_addr)
    case AF_INET:
      // The address stands where IPv6 has its flow label.
      peer = PeerAddress(in_addr(s_addr: storage.sin6_flowinfo))
    default: peer = nil
    }
    return result
  }
}
