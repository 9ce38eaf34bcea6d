public import MarketCatalog

/// A small picture that the program draws itself, so that no product needs the internet: an SVG
/// image of 320 by 320, about one kilobyte, that suggests its category.
public struct ProductPicture: Hashable, Sendable {
  /// The slug of the category that the picture suggests.
  public let category: String
  /// The number of the variant, from 1 to ``variantCount``.
  public let variant: Int
  /// The image.
  public let svg: String
  /// A name that changes when the image does, so that it can be cached for ever:
  /// `outer-3-1f9c2a7b.svg`.
  public let fileName: String

  private init(category: String, variant: Int) {
    self.category = category
    self.variant = variant
    svg = Self.drawing(of: category, variant: variant)
    fileName = "\(category)-\(variant)-\(Self.fingerprint(of: svg)).svg"
  }

  /// How many pictures each category has.
  public static let variantCount = 5
  /// Width and height in pixels.
  public static let side = 320
  /// Where pictures are served: the path before the file's name.
  public static let path = "/media/"

  /// Every picture: the known categories in their order, each with its variants.
  public static let all = ProductCategory.all.flatMap { category in
    (1...variantCount).map { ProductPicture(category: category.slug, variant: $0) }
  }

  /// The picture's address and size, as a product carries it.
  public var picture: Picture {
    Picture(url: Self.path + fileName, width: Self.side, height: Self.side)
  }

  /// A picture for a product that has none: one of its category's, or of `etc` for a category that
  /// has none; `key` chooses, always alike.
  public static func standIn(forCategory category: String, key: String) -> Picture {
    let number = ProductCategory.all.firstIndex { $0.slug == category } ?? otherNumber
    let choice = Int(hash(Array(key.utf8)) % UInt32(variantCount))
    return all[number * variantCount + choice].picture
  }

  private static let otherNumber = ProductCategory.all.count - 1

  /// The eight hexadecimal digits of the image's hash.
  private static func fingerprint(of svg: String) -> String {
    let digits = String(hash(Array(svg.utf8)), radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// FNV-1a of 32 bits, which is public, short and the same everywhere.
  private static func hash(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}

extension ProductPicture {
  private static func drawing(of category: String, variant: Int) -> String {
    let palette = PicturePalette(
      PicturePalette.hues(of: category), turned: [0, 9, -10, 16, 0][variant - 1],
      isDark: variant == variantCount)
    let tilt = [0, -7, 7, 4, -4][variant - 1]
    let scale = ["1", ".94", ".96", "1.02", ".98"][variant - 1]
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 320 320">\
      <defs><linearGradient id="g" x2=".6" y2="1"><stop stop-color="\(palette.backgroundTop)"/>\
      <stop offset="1" stop-color="\(palette.backgroundBottom)"/></linearGradient>\
      \(pattern(variant))</defs>\
      <rect width="320" height="320" fill="url(#g)"/>\
      <rect width="320" height="320" fill="url(#p)" opacity="\(variant == 5 ? ".12" : ".5")"/>\
      <circle cx="160" cy="160" r="126" fill="\(palette.disc)" opacity=".55"/>\
      <g transform="rotate(\(tilt) 160 160) translate(160 160) scale(\(scale)) \
      translate(-160 -160)" stroke-linecap="round" stroke-linejoin="round">\
      \(coloured(PictureIcons.icon(of: category), with: palette))</g></svg>

      """
  }

  /// A white pattern for the ground, one for each variant.
  private static func pattern(_ variant: Int) -> String {
    let (size, shapes) =
      [
        (32, "<circle cx=\"8\" cy=\"8\" r=\"4\"/><circle cx=\"24\" cy=\"24\" r=\"4\"/>"),
        (28, "<path d=\"M0 28L28 0H14L0 14ZM28 28V14L14 28Z\"/>"),
        (
          40,
          "<circle cx=\"20\" cy=\"20\" r=\"12\" fill=\"none\" stroke=\"#fff\" stroke-width=\"3\"/>"
        ),
        (
          40,
          "<path d=\"M0 20q10 -14 20 0t20 0\" fill=\"none\" stroke=\"#fff\" stroke-width=\"4\"/>"
        ),
        (36, "<path d=\"M16 8h4v8h8v4h-8v8h-4v-8h-8v-4h8Z\"/>"),
      ][variant - 1]
    return """
      <pattern id="p" width="\(size)" height="\(size)" patternUnits="userSpaceOnUse" \
      fill="#fff">\(shapes)</pattern>
      """
  }

  /// The drawing with its three letters replaced by colours.
  private static func coloured(_ icon: String, with palette: PicturePalette) -> String {
    var text = ""
    var rest = icon[...]
    while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "=")) {
      let quotation = rest.utf8.index(after: mark)
      let value = rest[rest.utf8.index(after: quotation)...]
      text += rest[...quotation]
      rest = value
      let colour: String? =
        if value.hasPrefix("D\"") {
          palette.deep
        } else if value.hasPrefix("L\"") {
          palette.light
        } else if value.hasPrefix("A\"") {
          palette.accent
        } else {
          nil
        }
      if let colour {
        text += colour
        rest = value.dropFirst()
      }
    }
    return text + rest
  }
}
