import Glibc

/// The process's environment, or a made-up one in tests.
struct Environment: Sendable {
  /// A variable's bytes, without the final NUL.
  private let lookUp: @Sendable (String) -> [UInt8]?

  /// The environment of this process.
  static let ofProcess = Environment { name in
    getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  init(_ variables: [String: String]) {
    self.init { name in variables[name].map { Array($0.utf8) } }
  }

  private init(lookUp: @escaping @Sendable (String) -> [UInt8]?) {
    self.lookUp = lookUp
  }

  /// A variable's value; nil when it is not set or empty, which mean the same here, or not UTF-8.
  subscript(name: String) -> String? {
    guard let value = lookUp(name), !value.isEmpty else { return nil }
    return String(validating: value, as: UTF8.self)
  }

  /// Refuses a variable whose value would be read with other letters than it has.
  func requireText(in names: [String]) throws(Failure) {
    for name in names {
      guard let value = lookUp(name), String(validating: value, as: UTF8.self) == nil else {
        continue
      }
      throw Failure(
        .configuration, "\(name) is not UTF-8", advice: "set the variable anew, in UTF-8")
    }
  }
}
