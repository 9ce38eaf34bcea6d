/// A colour of the view: exact where the terminal can, with a stand-in among the sixteen.
struct Ink: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  /// The parameter of SGR that stands in on a terminal of sixteen colours, such as 95.
  var basic: UInt8

  /// The pink of the selected title and its underline.
  static let theme = Ink(red: 255, green: 196, blue: 218, basic: 95)
  /// The grey line that the underline stands on.
  static let track = Ink(red: 90, green: 90, blue: 96, basic: 90)
  /// What matters less.
  static let faint = Ink(red: 150, green: 150, blue: 156, basic: 90)

  /// The nearest of xterm's colours 16 to 255: a cube of 6 × 6 × 6 and a ramp of 24 greys.
  var indexed: UInt8 {
    let levels = [0, 95, 135, 175, 215, 255]
    func nearest(_ value: UInt8) -> Int {
      let distances = levels.map { abs($0 - Int(value)) }
      return distances.indices.min { distances[$0] < distances[$1] } ?? 0
    }
    func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
      let (dr, dg, db) = (r - Int(red), g - Int(green), b - Int(blue))
      return dr * dr + dg * dg + db * db
    }
    let (r, g, b) = (nearest(red), nearest(green), nearest(blue))
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let step = min(max((mean - 3) / 10, 0), 23)
    let gray = 8 + step * 10
    return distance(gray, gray, gray) < distance(levels[r], levels[g], levels[b])
      ? UInt8(232 + step) : UInt8(16 + r * 36 + g * 6 + b)
  }
}

/// How a cell looks.
struct Style: Hashable, Sendable {
  /// The colour of the glyph; nil for the terminal's own.
  var ink: Ink?
  var isBold = false

  static let standard = Style()
  static let faint = Style(ink: .faint)
  static let track = Style(ink: .track)
  static let underline = Style(ink: .theme)
  static let selectedTitle = Style(ink: .theme, isBold: true)
}
