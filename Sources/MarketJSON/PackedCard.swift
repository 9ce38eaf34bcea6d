public import MarketCatalog

/// The form in which stores keep cards: the card's JSON with each piece between two values as one
/// byte.
///
/// The first byte tells whether the product is in stock (1) or sold out (0). Then comes, for each
/// value in the order of the API, the byte of its ``CardPiece`` and the value's JSON text without
/// quotes. JSON texts hold no byte below 0x20, so a piece's byte also ends the value before it. A card
/// of 420 bytes of JSON takes about 122; writing it costs a copy of its values and of the pieces
/// between them, where reading a card into numbers and strings and writing them again took half of a
/// slice's time. The fewer bytes a card has, the more of them stand on a page of the store: a slice
/// reads the fewer pages. The product's id stands beside the bytes.
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
    let isUnbought = values.has(.unboughtThenCreatedAt)
    let createdAt = try values.required(
      values.timestamp(isUnbought ? .unboughtThenCreatedAt : .createdAt))
    return ProductCard(
      id: id,
      name: try values.required(values.string(.name)),
      price: Money(
        amountMinor: try values.required(values.integer(.price)), currency: currency),
      originalPrice: try values.integer(.originalPrice).map {
        Money(amountMinor: $0, currency: currency)
      },
      stock: try values.required(values.firstInteger(of: [.wonThenStock, .stock])),
      category: try values.required(values.first(of: [.inStockCategory, .soldOutCategory])),
      vendor: vendor,
      thumbnail: try values.thumbnail(),
      counts: ProductCounts(
        views: try values.required(
          values.firstInteger(of: [
            .drawnThenViewCount, .viewCount, .textThenViewCount, .categoryThenViewCount,
          ])),
        likes: try values.required(values.integer(.likeCount)),
        purchases: isUnbought ? 0 : try values.required(values.integer(.purchaseCount))),
      createdAt: createdAt,
      updatedAt: values.has(.updatedWhenCreated)
        ? createdAt : try values.required(values.timestamp(.updatedAt)))
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
    if let original = card.originalPrice {
      add(card.price.currency)
      add(.originalPrice, original.amountMinor)
    }
    // The original price is in the same currency.
    if card.price.currency == .krw {
      add(.wonThenStock, card.stock)
    } else {
      add(card.price.currency)
      add(.stock, card.stock)
    }
    add(card.isSoldOut ? .soldOutCategory : .inStockCategory, card.category)
    if let vendor = card.vendor {
      add(.vendorID, vendor.id)
      add(.vendorName, vendor.name)
    }
    if let thumbnail = card.thumbnail {
      add(thumbnail, afterVendor: card.vendor != nil)
    } else {
      add(card.vendor == nil ? .categoryThenViewCount : .textThenViewCount)
    }
    addDecimal(card.counts.views)
    add(.likeCount, card.counts.likes)
    if card.counts.purchases == 0 {
      add(.unboughtThenCreatedAt, card.createdAt)
    } else {
      add(.purchaseCount, card.counts.purchases)
      add(.createdAt, card.createdAt)
    }
    if card.updatedAt == card.createdAt {
      add(.updatedWhenCreated)
    } else {
      add(.updatedAt, card.updatedAt)
    }
  }

  /// A picture, up to and with the piece of what follows it, the views.
  private mutating func add(_ thumbnail: Picture, afterVendor: Bool) {
    var url = thumbnail.url[...]
    if url.hasPrefix(CardPiece.mediaPrefix) {
      url = url.dropFirst(CardPiece.mediaPrefix.count)
      add(afterVendor ? .vendorThenMediaURL : .mediaURL)
    } else {
      add(afterVendor ? .vendorThenThumbnailURL : .thumbnailURL)
    }
    let size = CardPiece.drawnSize
    if thumbnail.width == size, thumbnail.height == size, url.hasSuffix(CardPiece.drawnSuffix) {
      addText(String(url.dropLast(CardPiece.drawnSuffix.count)))
      add(.drawnThenViewCount)
      return
    }
    addText(String(url))
    switch (thumbnail.width, thumbnail.height) {
    case (let width?, let height?):
      add(.width, Int64(width))
      add(.height, Int64(height))
      add(.viewCount)
    case (let width?, nil):
      add(.width, Int64(width))
      add(.viewCount)
    case (nil, let height?):
      add(.heightAlone, Int64(height))
      add(.viewCount)
    case (nil, nil):
      add(.textThenViewCount)
    }
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

  private mutating func add(_ piece: CardPiece, _ number: Int64) {
    add(piece)
    addDecimal(number)
  }

  private mutating func add(_ piece: CardPiece, _ text: String) {
    add(piece)
    addText(text)
  }

  private mutating func add(_ piece: CardPiece, _ moment: Timestamp) {
    add(piece)
    addValue(quotes: 1) { $0.timestamp(moment) }
  }

  private mutating func add(_ piece: CardPiece) {
    bytes.append(piece.rawValue)
  }

  private mutating func addDecimal(_ number: Int64) {
    addValue(quotes: 0) { $0.integer(number) }
  }

  private mutating func addText(_ text: String) {
    addValue(quotes: 1) { $0.string(text) }
  }

  /// Adds a value's JSON text without as many bytes at both ends.
  private mutating func addValue(quotes: Int, _ write: (inout JSONWriter) -> Void) {
    writer.removeAll()
    write(&writer)
    writer.withBytes { bytes.append(contentsOf: $0.dropFirst(quotes).dropLast(quotes)) }
  }
}
