/// Where a store is: `sqlite:PATH`.
///
/// A switch over it without `default` shows every place that a further kind of store touches.
enum StoreAddress: Hashable, Sendable {
  /// A SQLite file; a relative path is relative to the working directory.
  case sqlite(path: String)

  /// Reads an address; nil for any other text.
  init?(text: String) {
    let scheme = "sqlite:"
    guard text.hasPrefix(scheme) else { return nil }
    let path = text.dropFirst(scheme.count)
    guard !path.isEmpty, path.last != "/", !path.hasPrefix("//"),
      !path.utf8.contains(0)
    else { return nil }
    self = .sqlite(path: String(path))
  }

  /// The address as it is written on the command line.
  var text: String {
    switch self {
    case .sqlite(let path): "sqlite:" + path
    }
  }

  /// The path of the store's file.
  var path: String {
    switch self {
    case .sqlite(let path): path
    }
  }

  /// The folder in which the store's file lies.
  var folder: String { Folder.parent(of: path) }

  /// The folder of the pictures: `media` beside the store.
  var mediaFolder: String { folder + "/media" }
}
