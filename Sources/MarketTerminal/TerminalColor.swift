import Glibc

/// A colour of red, green and blue, with what stands in for it on a terminal that has fewer.
struct TerminalColor: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The grey line that the underline stands on.
  static let track = TerminalColor(red: 90, green: 90, blue: 96)
  /// What matters less.
  static let faint = TerminalColor(red: 150, green: 150, blue: 156)

  /// The nearest of xterm's colours 16 to 255: a cube of 6 × 6 × 6 and a ramp of 24 greys.
  ///
  /// Nearest by the square of the distance in red, green and blue; the first 16 are left out, as
  /// everyone chooses those anew.
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
    // The squares are least at the mean of the three: (sum / 3 - 8) / 10, rounded.
    let sum = Int(red) + Int(green) + Int(blue)
    let step = min(max(sum - 9, 0) / 30, 23)
    let gray = 8 + step * 10
    return distance(gray, gray, gray) < distance(levels[r], levels[g], levels[b])
      ? UInt8(232 + step) : UInt8(16 + r * 36 + g * 6 + b)
  }

  /// The colour among the sixteen, 0 to 15, that says the same: of the nearest hue, or a grey.
  ///
  /// Not the nearest by distance: to that every light colour is white, and a pale theme would show
  /// nothing. Hue and lightness are those of OKLab (bottosson.github.io/posts/oklab).
  var basic: UInt8 {
    let (lightness, a, b) = oklab
    guard a * a + b * b > 0.03 * 0.03 else {
      return lightness < 0.25 ? 0 : lightness < 0.6 ? 8 : lightness < 0.9 ? 7 : 15
    }
    let hue = atan2(b, a)
    func distance(_ color: UInt8) -> Double {
      let full = TerminalColor(
        red: color & 1 == 0 ? 0 : 255, green: color & 2 == 0 ? 0 : 255,
        blue: color & 4 == 0 ? 0 : 255
      ).oklab
      let angle = abs(atan2(full.b, full.a) - hue)
      return min(angle, 2 * .pi - angle)
    }
    let nearest = (1...6 as ClosedRange<UInt8>).min { distance($0) < distance($1) } ?? 7
    return lightness < 0.5 ? nearest : nearest + 8
  }

  private var oklab: (lightness: Double, a: Double, b: Double) {
    func linear(_ value: UInt8) -> Double {
      let value = Double(value) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let (r, g, b) = (linear(red), linear(green), linear(blue))
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    )
  }
}
