import Glibc

/// Why a file could not be read or written.
public struct FileFault: Error, Hashable, Sendable {
  /// What was tried.
  public enum Action: Hashable, Sendable {
    /// Opening or reading a file that should be there.
    case read
    /// Making a file or folder.
    case create
    /// Writing to what was made.
    case write
  }

  /// What was tried.
  public var action: Action
  /// The file; `-` for standard input.
  public var path: String
  /// The system's number for the reason, as in errno(3).
  public var code: Int32

  /// Makes a fault.
  public init(_ action: Action, path: String, code: Int32) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// Tells whether the file, or a folder on the way to it, is not there.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

extension FileFault: CustomStringConvertible {
  /// What could not be done and why: `cannot read products.json: No such file or directory`.
  public var description: String {
    let verb =
      switch action {
      case .read: "read"
      case .create: "create"
      case .write: "write"
      }
    let name = path == "-" ? "standard input" : path
    return "cannot \(verb) \(name): \(String(cString: strerror(code)))"
  }
}
