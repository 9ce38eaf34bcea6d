import MarketData

/// The drawn pictures, which lie beside the store and are served below `/media/`.
enum Pictures {
  /// Writes the pictures that are not there yet.
  static func draw(in folder: String) throws(Failure) {
    do throws(FileFault) {
      try ProductPicture.writeAll(to: folder)
    } catch {
      throw Failure(error)
    }
  }
}
