import Glibc
import MarketData

/// Files and standard input, read with errors that name the path.
enum InputFile {
  /// The most bytes that are read of a file unless the caller allows more: 1 GiB.
  static let defaultLimit = 1 << 30

  /// Reads a whole file, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: The path, or `-`.
  ///   - limit: The most bytes that are taken.
  /// - Returns: The bytes.
  /// - Throws: ``Failure`` with ``ExitCode/noInput`` when there is no such file or it may not be
  ///   read, with ``ExitCode/inputOutput`` when the disk fails, with ``ExitCode/badData`` when it is
  ///   longer than the limit.
  static func read(_ path: String, limit: Int = defaultLimit) throws(Failure) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var information = stat()
    if fstat(descriptor, &information) == 0, information.st_size > 0 {
      bytes.reserveCapacity(min(Int(information.st_size), limit) + 1)
    }
    let chunkSize = 65_536
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunkSize)
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path, errno)
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else {
        throw Failure(
          .badData, "\(name(path)) is longer than \(limit) bytes", advice: "split the file")
      }
    }
  }

  /// How a path is named in messages.
  static func name(_ path: String) -> String {
    path == "-" ? "standard input" : path.visible
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    Failure(FileFault(.read, path: path, code: code))
  }
}

/// What an error number means, in the C library's words.
func describe(errorNumber: Int32) -> String {
  String(cString: strerror(errorNumber))
}
