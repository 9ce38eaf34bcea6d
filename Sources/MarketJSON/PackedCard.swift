public import MarketCatalog

/// The form in which stores keep cards: the card's JSON with each piece between two values as one
/// byte.
///
/// The first byte tells whether the product is in stock (1) or sold out (0). Then comes, for each
/// value in the order of the API, the byte of its ``CardPiece`` and the value's JSON text. JSON texts
/// hold no byte below 0x20, so a piece's byte also ends the value before it. A card of 420 bytes of
/// JSON takes about 190; writing it costs a copy of its values and of the pieces between them, where
/// reading a card into numbers and strings and writing them again took half of a slice's time. The
/// product's id stands beside the bytes.
public enum PackedCard {
  /// Why bytes are not a packed card.
  public enum Fault: Error, Hashable, Sendable {
    /// A piece or a value is missing or is none.
    case damaged
  }

  /// Whether a packed product can be bought.
  public static func isInStock(_ bytes: Span<UInt8>) -> Bool {
    bytes.count > 0 && bytes[0] == 1
  }

  /// The bytes of a card, without its id.
  public static func bytes(of card: ProductCard) -> [UInt8] {
    var packer = CardPacker()
    packer.pack(card)
    return packer.bytes
  }

  /// The card of a product.
  ///
  /// - Parameters:
  ///   - id: The product's id.
  ///   - bytes: What ``bytes(of:)`` made.
  /// - Returns: The card.
  /// - Throws: ``Fault/damaged`` for other bytes.
  public static func card(id: Int64, in bytes: Span<UInt8>) throws(Fault) -> ProductCard {
    let values = try CardValues(bytes)
    let currency = try values.currency()
    var vendor: Vendor?
    if let vendorID = try values.integer(.vendorID) {
      vendor = Vendor(id: vendorID, name: try values.required(values.string(.vendorName)))
    }
    var thumbnail: Picture?
    if let url = try values.string(.thumbnailURL) {
      thumbnail = Picture(
        url: url, width: try values.integer(.width).map { Int(clamping: $0) },
        height: try values.integer(.height).map { Int(clamping: $0) })
    }
    return ProductCard(
      id: id,
      name: try values.required(values.string(.name)),
      price: Money(
        amountMinor: try values.required(values.integer(.price)), currency: currency),
      originalPrice: try values.integer(.originalPrice).map {
        Money(amountMinor: $0, currency: currency)
      },
      stock: try values.required(values.integer(.stock)),
      category: try values.required(values.string(.category)),
      vendor: vendor,
      thumbnail: thumbnail,
      counts: ProductCounts(
        views: try values.required(values.integer(.viewCount)),
        likes: try values.required(values.integer(.likeCount)),
        purchases: try values.required(values.integer(.purchaseCount))),
      createdAt: try values.timestamp(.createdAt),
      updatedAt: try values.timestamp(.updatedAt))
  }
}

/// Writes a card's values with the bytes of their pieces.
private struct CardPacker: ~Copyable {
  var bytes: [UInt8] = []
  private var writer = JSONWriter(capacity: 256)

  mutating func pack(_ card: ProductCard) {
    bytes.reserveCapacity(256)
    bytes.append(card.isSoldOut ? 0 : 1)
    add(.name, card.name)
    add(.price, card.price.amountMinor)
    add(card.price.currency)
    if let original = card.originalPrice {
      add(.originalPrice, original.amountMinor)
      add(original.currency)
    }
    add(.stock, card.stock)
    add(card.isSoldOut ? .soldOut : .notSoldOut)
    add(.category, card.category)
    if let vendor = card.vendor {
      add(.vendorID, vendor.id)
      add(.vendorName, vendor.name)
      add(.end)
    }
    if let thumbnail = card.thumbnail {
      add(.thumbnailURL, thumbnail.url)
      if let width = thumbnail.width { add(.width, Int64(width)) }
      if let height = thumbnail.height { add(.height, Int64(height)) }
      add(.end)
    }
    add(.viewCount, card.counts.views)
    add(.likeCount, card.counts.likes)
    add(.purchaseCount, card.counts.purchases)
    add(.createdAt)
    addValue { $0.timestamp(card.createdAt) }
    add(.updatedAt)
    addValue { $0.timestamp(card.updatedAt) }
  }

  private mutating func add(_ piece: CardPiece) {
    bytes.append(piece.rawValue)
  }

  private mutating func add(_ piece: CardPiece, _ number: Int64) {
    add(piece)
    addValue { $0.integer(number) }
  }

  private mutating func add(_ piece: CardPiece, _ text: String) {
    add(piece)
    addValue { $0.string(text) }
  }

  /// What follows an amount; won, in which nearly every price is, has a piece of its own.
  private mutating func add(_ currency: Currency) {
    if currency == .krw {
      add(.won)
    } else {
      add(.currency, currency.code)
      add(.exponent, Int64(currency.exponent))
      add(.end)
    }
  }

  private mutating func addValue(_ write: (inout JSONWriter) -> Void) {
    writer.removeAll()
    write(&writer)
    writer.withBytes { bytes.append(contentsOf: $0) }
  }
}
