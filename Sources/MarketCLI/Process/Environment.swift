import Glibc

/// The process's environment, or a made-up one in tests.
struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> String?

  /// The environment of this process.
  static let ofProcess = Environment { name in getenv(name).map { String(cString: $0) } }

  init(_ variables: [String: String]) {
    self.init { variables[$0] }
  }

  private init(lookUp: @escaping @Sendable (String) -> String?) {
    self.lookUp = lookUp
  }

  /// A variable's value; nil when it is not set or empty, which mean the same here.
  subscript(name: String) -> String? {
    guard let value = lookUp(name), !value.isEmpty else { return nil }
    return value
  }
}
