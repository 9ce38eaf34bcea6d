import Foundation

/// A folder of a test's own, removed with everything in it when the last reference goes.
public final class TemporaryDirectory: Sendable {
  /// The folder's absolute path.
  public let path: String

  /// Makes an empty folder in the system's place for temporary files.
  public init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("market-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    // Nothing to be done about a folder that cannot be removed: the system clears it some day.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file with the given name in the folder.
  public func file(_ name: String) -> String {
    path + "/" + name
  }

  /// Writes a file with the given name and returns its path.
  @discardableResult
  public func write(_ contents: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(contents).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }
}
