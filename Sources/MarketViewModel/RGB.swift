/// A colour of the sRGB space without transparency.
public struct RGB: Hashable, Sendable {
  /// From 0 to 255.
  public var red: UInt8
  /// From 0 to 255.
  public var green: UInt8
  /// From 0 to 255.
  public var blue: UInt8

  /// Makes a colour.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads six hexadecimal digits such as `ffc4da`, in either case and with or without a leading
  /// `#`; nil for anything else.
  public init?(hexadecimal text: String) {
    var digits: [UInt8] = []
    for (place, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "#") where place == 0: continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    guard digits.count == 6 else { return nil }
    self.init(
      red: digits[0] * 16 + digits[1], green: digits[2] * 16 + digits[3],
      blue: digits[4] * 16 + digits[5])
  }

  /// The pink of the underlined segmented control.
  public static let pink = RGB(red: 255, green: 196, blue: 218)
  /// The blue of the flat segmented control.
  public static let blue = RGB(red: 41, green: 171, blue: 227)
  /// The bar of a switch that is off.
  public static let gray = RGB(red: 128, green: 128, blue: 128)
  /// The bar of a switch that is on.
  public static let green = RGB(red: 0, green: 255, blue: 0)
  /// The thumb of a switch.
  public static let white = RGB(red: 255, green: 255, blue: 255)

  /// The colour a part of the way to another; 0 is this one, 1 the other, and what is outside the
  /// nearer of the two.
  public func mixed(with other: RGB, part: Double) -> RGB {
    guard part > 0 else { return self }
    guard part < 1 else { return other }
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(((1 - part) * Double(from) + part * Double(to)).rounded())
    }
    return RGB(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
