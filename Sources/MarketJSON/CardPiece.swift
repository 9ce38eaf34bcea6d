/// What stands between two values in a card's JSON, as one byte below 0x20.
///
/// A piece closes the text before it and opens the text behind it, so that a value is packed without
/// quotes. What nearly every card has together is one piece; the others are for the rest.
enum CardPiece: UInt8, CaseIterable {
  case name = 1
  case price
  case won
  case currency
  case exponent
  case originalPrice
  case stock
  /// The category of a product that can be bought.
  case inStockCategory
  /// The category of a product that is sold out.
  case soldOutCategory
  /// The end of a card that was not written since it was created; no value follows.
  case updatedWhenCreated
  case vendorID
  case vendorName
  /// A picture of a product without vendor.
  case thumbnailURL
  case width
  case height
  /// Views, behind a picture's width or height.
  case viewCount
  case likeCount
  case purchaseCount
  case createdAt
  case updatedAt
  /// The end of an amount.
  case end
  /// A picture behind a vendor.
  case vendorThenThumbnailURL
  /// A picture of a product without vendor, whose address begins with ``mediaPrefix``.
  case mediaURL
  /// A picture behind a vendor, whose address begins with ``mediaPrefix``.
  case vendorThenMediaURL
  /// Views, behind an address that ends with ``drawnSuffix`` and a picture of ``drawnSize``.
  case drawnThenViewCount
  /// A height without width.
  case heightAlone
  /// Views, behind a picture of unknown size, or behind a vendor when there is no picture.
  case textThenViewCount
  /// Views of a product that has neither vendor nor picture.
  case categoryThenViewCount
  /// The stock behind a price in won.
  case wonThenStock
  /// The time of creation of a product that nobody bought.
  case unboughtThenCreatedAt

  /// How the addresses of pictures begin that the store keeps itself.
  static let mediaPrefix = "/media/"
  /// How the addresses of drawn pictures end.
  static let drawnSuffix = ".svg"
  /// The width and height of drawn pictures, in pixels.
  static let drawnSize = 320

  /// The piece's JSON text; a card begins with its id, so each piece follows something.
  var text: String {
    switch self {
    case .name: JSONName.name.text + quote
    case .price: quote + JSONName.price.text + amount
    case .won: JSONName.currency.text + #""KRW""# + JSONName.exponent.text + "0}"
    case .currency: JSONName.currency.text + quote
    case .exponent: quote + JSONName.exponent.text
    case .originalPrice: JSONName.originalPrice.text + amount
    case .stock: JSONName.stock.text
    case .inStockCategory: JSONName.soldOut.text + "false" + JSONName.category.text + quote
    case .soldOutCategory: JSONName.soldOut.text + "true" + JSONName.category.text + quote
    case .updatedWhenCreated: Self.updatedAt.text
    case .vendorID: quote + JSONName.vendor.text + "{" + JSONName.id.text.dropFirst()
    case .vendorName: JSONName.name.text + quote
    case .thumbnailURL: quote + picture
    case .width: quote + JSONName.width.text
    case .height: JSONName.height.text
    case .viewCount: "}" + JSONName.viewCount.text
    case .likeCount: JSONName.likeCount.text
    case .purchaseCount: JSONName.purchaseCount.text
    case .createdAt: JSONName.createdAt.text + quote
    case .updatedAt: quote + JSONName.updatedAt.text + quote
    case .end: "}"
    case .vendorThenThumbnailURL: quote + "}" + picture
    case .mediaURL: Self.thumbnailURL.text + Self.mediaPrefix
    case .vendorThenMediaURL: Self.vendorThenThumbnailURL.text + Self.mediaPrefix
    case .drawnThenViewCount:
      Self.drawnSuffix + Self.width.text + String(Self.drawnSize) + Self.height.text
        + String(Self.drawnSize) + Self.viewCount.text
    case .heightAlone: quote + JSONName.height.text
    case .textThenViewCount: quote + "}" + JSONName.viewCount.text
    case .categoryThenViewCount: quote + JSONName.viewCount.text
    case .wonThenStock: Self.won.text + Self.stock.text
    case .unboughtThenCreatedAt: Self.purchaseCount.text + "0" + Self.createdAt.text
    }
  }

  private var quote: String { "\"" }
  private var amount: String { "{" + JSONName.amountMinor.text.dropFirst() }
  private var picture: String {
    JSONName.thumbnail.text + "{" + JSONName.url.text.dropFirst() + quote
  }
}

extension JSONName {
  /// A comma, the quoted name, a colon.
  fileprivate var text: String { "\(member)" }
}
