import Glibc

extension ProductPicture {
  /// Writes the drawn pictures that a folder does not have, each whole or not at all.
  ///
  /// The folder is made when its parent is there. Files that are there are left alone, since a name
  /// never has two contents, unless their length is wrong, as after a power failure: that is why
  /// nothing here waits for the disk. Several processes may do this at once.
  ///
  /// - Parameter directory: The folder's path.
  /// - Returns: How many pictures were written.
  /// - Throws: The first file that cannot be made, and why.
  @discardableResult
  public static func writeAll(to directory: String) throws(FileFault) -> Int {
    if mkdir(directory, 0o755) != 0, errno != EEXIST {
      throw FileFault(.create, path: directory, code: errno)
    }
    var count = 0
    for picture in all {
      let path = directory + "/" + picture.fileName
      var status = stat()
      if stat(path, &status) == 0, Int(status.st_size) == picture.svg.utf8.count { continue }
      try picture.write(to: path, in: directory)
      count += 1
    }
    return count
  }

  /// Writes beside the place and renames, so that nobody ever reads half a picture.
  private func write(to path: String, in directory: String) throws(FileFault) {
    let temporary = "\(directory)/.\(fileName).\(getpid())"
    // Left by a killed process that had this one's number.
    if unlink(temporary) != 0, errno != ENOENT {
      throw FileFault(.create, path: temporary, code: errno)
    }
    do throws(FileFault) {
      let file = try FileDescriptor.creating(temporary)
      let bytes = Array(svg.utf8)
      try Self.write(bytes, to: file.number, path: temporary)
      guard rename(temporary, path) == 0 else {
        throw FileFault(.create, path: path, code: errno)
      }
    } catch {
      _ = unlink(temporary)
      throw error
    }
  }

  private static func write(
    _ bytes: [UInt8], to number: Int32, path: String
  ) throws(FileFault) {
    var fault: FileFault?
    bytes.withUnsafeBytes { buffer in
      do throws(FileFault) {
        try FileDescriptor.write(buffer, to: number, path: path)
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
  }
}
