import Synchronization

/// The text of a cell in sixteen bytes, so that a screen of cells is copied, compared and let go
/// without a look at its texts.
///
/// A text of up to 15 bytes of UTF-8, as nearly every cluster is, stands in the value itself; of a
/// longer one, such as a family of emoji, the value is its place in a table that keeps each once.
struct CellGlyph: Hashable, Sendable {
  /// The bytes of a short text from the lowest on, in memory order; else the place in the table.
  private var low: UInt64 = 0
  /// In its highest byte the number of bytes, or ``longMark``.
  private var high: UInt64 = 0

  private static let inlineLimit = 15
  private static let longMark: UInt64 = 0xFF

  /// The glyph of a text.
  ///
  /// Once the table is full, which takes thousands of different long clusters, what is longer than 15
  /// bytes ends before the first scalar that does not fit.
  init(_ text: String) {
    var count = 0
    for byte in text.utf8 {
      guard count < Self.inlineLimit else {
        self = Self.long(text)
        return
      }
      add(byte, at: count)
      count += 1
    }
    high |= UInt64(count) << 56
  }

  static let space = CellGlyph(" ")
  static let none = CellGlyph("")

  private mutating func add(_ byte: UInt8, at place: Int) {
    if place < 8 {
      low |= UInt64(byte) << (place * 8)
    } else {
      high |= UInt64(byte) << ((place - 8) * 8)
    }
  }

  private var isLong: Bool { high >> 56 == Self.longMark }

  /// How many bytes a short text has; more than any short one has for a long text.
  var byteCount: Int { Int(high >> 56) }

  /// The text.
  var text: String {
    if isLong { return Self.table.withLock { $0.texts[Int(low)] } }
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text's bytes.
  func append(to bytes: inout [UInt8]) {
    if isLong {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for place in 0..<byteCount {
      bytes.append(
        UInt8(truncatingIfNeeded: place < 8 ? low >> (place * 8) : high >> ((place - 8) * 8)))
    }
  }

  // MARK: Long texts

  private struct Table {
    var texts: [String] = []
    var places: [String: Int] = [:]
  }

  private static let tableLimit = 4_096
  private static let table = Mutex(Table())

  private static func long(_ text: String) -> CellGlyph {
    let place = table.withLock { table -> Int? in
      if let known = table.places[text] { return known }
      guard table.texts.count < tableLimit else { return nil }
      table.texts.append(text)
      table.places[text] = table.texts.count - 1
      return table.texts.count - 1
    }
    var glyph = CellGlyph.none
    guard let place else {
      var short = ""
      for scalar in text.unicodeScalars {
        guard short.utf8.count + UTF8.width(scalar) <= inlineLimit else { break }
        short.unicodeScalars.append(scalar)
      }
      return CellGlyph(short)
    }
    glyph.low = UInt64(place)
    glyph.high = longMark << 56
    return glyph
  }
}
