import Glibc
import HTTPServer

extension ListenAddress {
  /// Reads `HOST:PORT`, `[IPv6]:PORT` or `unix:PATH`; nil for any other text.
  ///
  /// Hosts are numeric, except `localhost`, which is 127.0.0.1: a server must not depend on a name
  /// service to start. A Unix socket's path has at most 107 bytes (unix(7)).
  init?(text: String) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard (1...107).contains(path.utf8.count), !path.utf8.contains(0) else { return nil }
      self = .unix(path: path)
      return
    }
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let portText = text[text.index(after: colon)...]
    guard portText.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(portText)
    else { return nil }
    var host = String(text[..<colon])
    if host == "localhost" { host = "127.0.0.1" }
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
      var address = in6_addr()
      guard inet_pton(AF_INET6, host, &address) == 1 else { return nil }
      self = .ipv6(host: host, port: port)
    } else {
      var address = in_addr()
      guard inet_pton(AF_INET, host, &address) == 1 else { return nil }
      self = .ipv4(host: host, port: port)
    }
  }

  /// The address as it is written on the command line.
  var text: String {
    switch self {
    case .ipv4(let host, let port): "\(host):\(port)"
    case .ipv6(let host, let port): "[\(host)]:\(port)"
    case .unix(let path): "unix:" + path
    }
  }

  /// The address as a client would open it.
  var url: String {
    switch self {
    case .ipv4, .ipv6: "http://" + text
    case .unix: text
    }
  }
}
