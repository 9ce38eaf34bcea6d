/// The colours of a drawn picture, as `#rrggbb`.
struct PicturePalette {
  let backgroundTop: String
  let backgroundBottom: String
  let disc: String
  let deep: String
  let light: String
  let accent: String

  /// The colours around two hues, in degrees; `isDark` swaps the ground with the drawing.
  init(_ hues: Hues, turned turn: Int, isDark: Bool) {
    let hue = hues.main + turn
    let accentHue = hues.accent + turn
    if isDark {
      backgroundTop = Self.colour(hue: hue, saturation: 42, lightness: 40)
      backgroundBottom = Self.colour(hue: hue + 28, saturation: 48, lightness: 29)
      disc = Self.colour(hue: hue + 10, saturation: 40, lightness: 48)
      deep = Self.colour(hue: hue, saturation: 55, lightness: 93)
      light = Self.colour(hue: hue, saturation: 45, lightness: 32)
      accent = Self.colour(hue: accentHue, saturation: 85, lightness: 72)
    } else {
      backgroundTop = Self.colour(hue: hue, saturation: 70, lightness: 93)
      backgroundBottom = Self.colour(hue: hue + 26, saturation: 58, lightness: 82)
      disc = "#ffffff"
      deep = Self.colour(hue: hue, saturation: 48, lightness: 41)
      light = Self.colour(hue: hue, saturation: 65, lightness: 96)
      accent = Self.colour(hue: accentHue, saturation: 78, lightness: 62)
    }
  }

  /// The hues of a category, in degrees of the colour circle.
  struct Hues {
    let main: Int
    let accent: Int
  }

  /// The hues of a category: those of the thing where it has some, else far from its neighbours'.
  static func hues(of category: String) -> Hues {
    let (main, accent) = table[category] ?? (210, 40)
    return Hues(main: main, accent: accent)
  }

  private static let table: [String: (Int, Int)] = [
    "outer": (24, 200), "top": (162, 330), "pants": (222, 40), "dress": (330, 50),
    "homewear": (262, 18), "shoes": (354, 196), "bag": (30, 168), "accessory": (270, 48),
    "skincare": (176, 28), "makeup": (340, 4), "haircare": (300, 160), "perfume": (284, 44),
    "fruit": (356, 112), "meat": (206, 16), "snack": (338, 34), "coffee": (22, 30),
    "meal": (12, 44), "furniture": (196, 20), "bedding": (232, 336), "kitchen": (128, 28),
    "lighting": (244, 46), "decor": (18, 140), "cleaning": (188, 320), "mobile": (252, 48),
    "computer": (214, 150), "audio": (266, 12), "appliance": (202, 186), "baby": (192, 344),
    "toy": (28, 350), "pet": (32, 206), "sports": (218, 8), "camping": (100, 30),
    "plant": (16, 126), "book": (228, 22), "stationery": (206, 42), "etc": (152, 350),
  ]

  /// A colour from hue in degrees, saturation and lightness in percent, by the arithmetic of CSS
  /// Color Module Level 3, in whole numbers so that every machine finds the same.
  static func colour(hue: Int, saturation: Int, lightness: Int) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var bytes = [UInt8(ascii: "#")]
    for channel in [0, 8, 4] {
      // In twelfths of the circle times 10, of percent times 100.
      let position = (channel * 10 + (hue % 360 + 360) % 360 / 3) % 120
      let reach = min(max(min(position - 30, 90 - position), -10), 10)
      let amplitude = saturation * min(lightness, 100 - lightness)
      let level = lightness * 100 - amplitude * reach / 10
      let value = min(max((level * 255 + 5_000) / 10_000, 0), 255)
      bytes.append(digits[value >> 4])
      bytes.append(digits[value & 15])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
