import Glibc

/// Folders of the file system.
enum Folder {
  /// The folder in which a path lies: `.` for a bare name.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes a folder with all folders above it, readable by its owner only, unless it exists.
  ///
  /// - Parameter path: The folder.
  /// - Throws: ``Failure`` with ``ExitCode/cannotCreate``.
  static func create(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) == 0 { return }
    var code = errno
    if code == ENOENT {
      let above = parent(of: path)
      if above != path {
        try create(above)
        if mkdir(path, 0o700) == 0 { return }
        code = errno
      }
    }
    var information = stat()
    if code == EEXIST, stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR {
      return
    }
    throw Failure(
      .cannotCreate,
      "cannot create the folder \(path): \(describe(errorNumber: code))",
      advice: "choose another folder with MARKET_DATA or --database")
  }

  /// Tells whether there is anything at the path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
