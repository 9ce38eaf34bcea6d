/// Where a Market server is: `http://HOST[:PORT][/PREFIX]`, the same with `https`, or `unix:PATH`.
public struct ServerAddress: Hashable, Sendable {
  /// What every URL of the server begins with, without a slash at its end.
  public let baseURL: String
  /// The Unix socket over which HTTP is spoken, or nil for TCP.
  public let socketPath: String?
  /// What tells the server from others in few characters: host and port, or the socket's name.
  public let shortName: String

  /// Longer paths do not fit into a socket's address on Linux.
  private static let socketPathLimit = 107
  private static let socketScheme = "unix:"

  /// Reads an address; nil for any other text.
  ///
  /// Refused are user names and passwords, queries and fragments, ports outside 1 to 65535, and
  /// hosts that are not in ASCII: an international name has an ASCII form (RFC 5891).
  public init?(_ text: String) {
    if text.hasPrefix(Self.socketScheme) {
      self.init(socketPath: String(text.dropFirst(Self.socketScheme.count)))
    } else {
      self.init(url: Array(text.utf8))
    }
  }

  private init?(socketPath path: String) {
    let bytes = path.utf8
    guard !path.isEmpty, bytes.last != UInt8(ascii: "/"), !bytes.contains(0),
      bytes.count <= Self.socketPathLimit
    else { return nil }
    // HTTP wants a host, which then leads nowhere.
    baseURL = "http://localhost"
    socketPath = path
    shortName = path.split(separator: "/").last.map(String.init) ?? path
  }

  private init?(url: [UInt8]) {
    let scheme = ["http://", "https://"].first { scheme in
      url.count > scheme.utf8.count
        && zip(url, scheme.utf8).allSatisfy { Self.lowercased($0) == $1 }
    }
    guard let scheme else { return nil }
    let rest = url[scheme.utf8.count...]
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    var prefix = rest[end...]
    while prefix.last == UInt8(ascii: "/") { prefix.removeLast() }
    guard Self.isAuthority(rest[..<end]), Self.isPath(prefix) else { return nil }
    shortName = String(decoding: rest[..<end], as: UTF8.self)
    baseURL = scheme + shortName + String(decoding: prefix, as: UTF8.self)
    socketPath = nil
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// Whether the bytes are `host` or `host:port` (RFC 3986, 3.2).
  private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
    var port: ArraySlice<UInt8>?
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = bytes[bytes.startIndex..<end].dropFirst()
      guard address.contains(UInt8(ascii: ":")),
        address.allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
      else { return false }
      let rest = bytes[(end + 1)...]
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return false }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else {
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
      let host = bytes[..<(colon ?? bytes.endIndex)]
      guard !host.isEmpty, host.allSatisfy(isHostCharacter) else { return false }
      port = colon.map { bytes[($0 + 1)...] }
    }
    guard let port else { return true }
    guard (1...5).contains(port.count), port.allSatisfy({ (48...57).contains($0) }) else {
      return false
    }
    return (1...65_535).contains(port.reduce(0) { $0 * 10 + Int($1) - 48 })
  }

  private static func isHostCharacter(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "_")
  }

  /// Whether the bytes are a path that needs no further encoding (RFC 3986, 3.3).
  private static func isPath(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, rest.prefix(2).allSatisfy(isHexDigit) else { return false }
        rest = rest.dropFirst(2)
      } else if !isAlphanumeric(byte), !"/-._~!$&'()*+,;=:@".utf8.contains(byte) {
        return false
      }
    }
    return true
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...122).contains(lowercased(byte))
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...102).contains(lowercased(byte))
  }
}

extension ServerAddress: CustomStringConvertible {
  /// The address as it is written on a command line.
  public var description: String {
    socketPath.map { Self.socketScheme + $0 } ?? baseURL
  }
}
