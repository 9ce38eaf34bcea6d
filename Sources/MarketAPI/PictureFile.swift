import Glibc

/// Reads pictures from the media folder.
enum PictureFile {
  /// The most bytes of a picture.
  private static let sizeLimit = 16_777_216

  /// The bytes of a file.
  ///
  /// - Parameter path: Where the file is.
  /// - Returns: What is in it.
  /// - Throws: ``RequestError/noSuchPicture`` when it is not there or is no regular file (a link is
  ///   none), ``RequestError/fault(detail:)`` when it cannot be read.
  static func read(_ path: String) throws(RequestError) -> [UInt8] {
    // Without O_NONBLOCK a pipe of that name would hold up the loop.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      switch errno {
      case ENOENT, ELOOP, ENOTDIR: throw .noSuchPicture
      case let code: throw .fault(detail: "open of a picture: " + message(code))
      }
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw .fault(detail: "fstat of a picture: " + message(errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .noSuchPicture }
    let size = Int(status.st_size)
    guard size <= sizeLimit else {
      throw .fault(detail: "a picture has more than \(sizeLimit) bytes: " + path)
    }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let part = Glibc.read(file, buffer.baseAddress.map { $0 + count }, size - count)
        if part > 0 {
          count += part
        } else if part == 0 {
          return
        } else if errno != EINTR {
          failure = errno
          return
        }
      }
    }
    guard failure == 0 else { throw .fault(detail: "read of a picture: " + message(failure)) }
    return bytes
  }

  private static func message(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? String(code)
  }
}
