import HTTPServer

extension ListenAddress {
  /// The address as a client would open it.
  var url: String {
    switch self {
    case .ipv4, .ipv6: "http://\(self)"
    case .unix: description
    }
  }
}
