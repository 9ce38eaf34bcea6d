import CEpoll
import Glibc

/// A ``ListenAddress`` in the form that the socket calls take.
enum SocketAddress {
  case ipv4(sockaddr_in)
  case ipv6(sockaddr_in6)
  case unix(sockaddr_un)

  init(_ address: ListenAddress) throws(ServerError) {
    switch address {
    case .ipv4(let host, let port):
      var value = sockaddr_in()
      value.sin_family = sa_family_t(AF_INET)
      value.sin_port = port.bigEndian
      guard inet_pton(AF_INET, host, &value.sin_addr) == 1 else {
        throw .addressNotUsable(address, reason: "it is not a numeric IPv4 address")
      }
      self = .ipv4(value)
    case .ipv6(let host, let port):
      var value = sockaddr_in6()
      value.sin6_family = sa_family_t(AF_INET6)
      value.sin6_port = port.bigEndian
      guard inet_pton(AF_INET6, host, &value.sin6_addr) == 1 else {
        throw .addressNotUsable(address, reason: "it is not a numeric IPv6 address")
      }
      self = .ipv6(value)
    case .unix(let path):
      var value = sockaddr_un()
      value.sun_family = sa_family_t(AF_UNIX)
      guard (1...ListenAddress.longestPath).contains(path.utf8.count) else {
        throw .addressNotUsable(
          address,
          reason: "the path of a socket has from 1 to \(ListenAddress.longestPath) bytes")
      }
      withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: path.utf8) }
      self = .unix(value)
    }
  }

  var family: Int32 {
    switch self {
    case .ipv4: AF_INET
    case .ipv6: AF_INET6
    case .unix: AF_UNIX
    }
  }

  /// Lends the address to a socket call, with its length.
  func withPointer(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    switch self {
    case .ipv4(let value): Self.lend(value, call)
    case .ipv6(let value): Self.lend(value, call)
    case .unix(let value): Self.lend(value, call)
    }
  }

  private static func lend<Value>(
    _ value: Value, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: value) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<Value>.size))
      }
    }
  }
}
