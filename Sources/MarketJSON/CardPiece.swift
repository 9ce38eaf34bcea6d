/// What stands before a value in a card's JSON, as one byte below 0x20.
enum CardPiece: UInt8, CaseIterable {
  case name = 1
  case price
  case won
  case currency
  case exponent
  case originalPrice
  case stock
  case notSoldOut
  case soldOut
  case category
  case vendorID
  case vendorName
  case thumbnailURL
  case width
  case height
  case viewCount
  case likeCount
  case purchaseCount
  case createdAt
  case updatedAt
  case end

  /// The piece's JSON text; a card begins with its id, so each piece follows something.
  var text: String {
    switch self {
    case .name: JSONName.name.text
    case .price: JSONName.price.text + Self.amount
    case .won: JSONName.currency.text + #""KRW""# + JSONName.exponent.text + "0}"
    case .currency: JSONName.currency.text
    case .exponent: JSONName.exponent.text
    case .originalPrice: JSONName.originalPrice.text + Self.amount
    case .stock: JSONName.stock.text
    case .notSoldOut: JSONName.soldOut.text + "false"
    case .soldOut: JSONName.soldOut.text + "true"
    case .category: JSONName.category.text
    case .vendorID: JSONName.vendor.text + "{" + JSONName.id.text.dropFirst()
    case .vendorName: JSONName.name.text
    case .thumbnailURL: JSONName.thumbnail.text + "{" + JSONName.url.text.dropFirst()
    case .width: JSONName.width.text
    case .height: JSONName.height.text
    case .viewCount: JSONName.viewCount.text
    case .likeCount: JSONName.likeCount.text
    case .purchaseCount: JSONName.purchaseCount.text
    case .createdAt: JSONName.createdAt.text
    case .updatedAt: JSONName.updatedAt.text
    case .end: "}"
    }
  }

  private static let amount = "{" + JSONName.amountMinor.text.dropFirst()
}

extension JSONName {
  /// A comma, the quoted name, a colon.
  fileprivate var text: String { "\(member)" }
}
