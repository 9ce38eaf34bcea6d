import Glibc

/// Where a server listens: an IPv4 or IPv6 address with a port, or a Unix socket.
public enum ListenAddress: Hashable, Sendable {
  /// A numeric IPv4 address and a port; port 0 lets the system choose.
  case ipv4(host: String, port: UInt16)
  /// A numeric IPv6 address without brackets and a port; port 0 lets the system choose.
  ///
  /// `::` takes IPv4 connections too.
  case ipv6(host: String, port: UInt16)
  /// The path of a Unix socket.
  case unix(path: String)

  /// The most bytes that the path of a Unix socket has: one less than the kernel's structure, in which
  /// a zero ends it.
  public static var longestPath: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

  /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `:8080` (every address of the
  /// machine) or `unix:/path`; nil for anything else.
  ///
  /// Names other than `localhost` are not looked up.
  public init?(parsing text: String) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
      self = .unix(path: path)
      return
    }
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let host = text[..<colon]
    let digits = text[text.index(after: colon)...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit), let port = UInt16(digits) else {
      return nil
    }
    if host.isEmpty {
      self = .ipv6(host: "::", port: port)
    } else if host == "localhost" {
      self = .ipv4(host: "127.0.0.1", port: port)
    } else if host.hasPrefix("["), host.hasSuffix("]") {
      self = .ipv6(host: String(host.dropFirst().dropLast()), port: port)
    } else {
      self = .ipv4(host: String(host), port: port)
    }
    guard isNumeric else { return nil }
  }

  /// Whether the host is an address in numbers; always true for a Unix socket.
  private var isNumeric: Bool {
    switch self {
    case .ipv4(let host, _):
      var address = in_addr()
      return inet_pton(AF_INET, host, &address) == 1
    case .ipv6(let host, _):
      var address = in6_addr()
      return inet_pton(AF_INET6, host, &address) == 1
    case .unix:
      return true
    }
  }

  /// The same address with another port; a Unix socket as it is.
  func withPort(_ port: UInt16) -> ListenAddress {
    switch self {
    case .ipv4(let host, _): .ipv4(host: host, port: port)
    case .ipv6(let host, _): .ipv6(host: host, port: port)
    case .unix: self
    }
  }
}

extension ListenAddress: CustomStringConvertible {
  /// The address in the form that ``init(parsing:)`` reads.
  public var description: String {
    switch self {
    case .ipv4(let host, let port): "\(host):\(port)"
    case .ipv6(let host, let port): "[\(host)]:\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }
}
