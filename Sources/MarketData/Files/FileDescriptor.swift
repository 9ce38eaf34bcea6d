import Glibc

/// An open file that closes itself.
struct FileDescriptor: ~Copyable {
  let number: Int32

  private init(number: Int32) {
    self.number = number
  }

  deinit {
    // What must be on disk was synced before; a fault here would tell nothing new.
    _ = close(number)
  }

  /// Makes a file that must not be there yet.
  static func creating(_ path: String) throws(FileFault) -> FileDescriptor {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard number >= 0 else { throw FileFault(.create, path: path, code: errno) }
    return FileDescriptor(number: number)
  }

  /// Writes all bytes to a file, however many calls it takes.
  static func write(
    _ bytes: UnsafeRawBufferPointer, to number: Int32, path: String
  ) throws(FileFault) {
    var offset = 0
    while offset < bytes.count {
      let count = Glibc.write(
        number, UnsafeRawBufferPointer(rebasing: bytes[offset...]).baseAddress,
        bytes.count - offset)
      if count < 0 {
        if errno == EINTR { continue }
        throw FileFault(.write, path: path, code: errno)
      }
      offset += count
    }
  }
}
