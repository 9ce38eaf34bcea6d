/// A seller.
public struct Vendor: Hashable, Sendable {
  /// The vendor's number, from 1.
  public var id: Int64
  /// The name that cards show.
  public var name: String

  /// Makes a vendor.
  public init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }
}

/// A picture's address and, when known, its size.
public struct Picture: Hashable, Sendable {
  /// An absolute URL, or a path on this server such as `/media/…`.
  public var url: String
  /// Width in pixels, or nil when unknown.
  public var width: Int?
  /// Height in pixels, or nil when unknown.
  public var height: Int?

  /// Makes a picture.
  public init(url: String, width: Int? = nil, height: Int? = nil) {
    self.url = url
    self.width = width
    self.height = height
  }

  /// The path below which a market has pictures of its own.
  public static let mediaFolder = "/media/"

  /// Tells whether a text can name a picture below ``mediaFolder``: 1 to 128 of `a`–`z`, `0`–`9`, `.`,
  /// `_` and `-`, not beginning with a dot, so that no name leads out of the folder.
  public static func isMediaName(_ text: Substring.UTF8View) -> Bool {
    (1...128).contains(text.count) && text.first != UInt8(ascii: ".")
      && text.allSatisfy { byte in
        (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
  }
}

/// How often a product was looked at, liked and bought.
public struct ProductCounts: Hashable, Sendable {
  /// Views, at most one for each actor, product and UTC day.
  public var views: Int64
  /// Actors who like the product now.
  public var likes: Int64
  /// Purchases.
  public var purchases: Int64

  /// Makes counts.
  public init(views: Int64 = 0, likes: Int64 = 0, purchases: Int64 = 0) {
    self.views = views
    self.likes = likes
    self.purchases = purchases
  }

  /// Counts one event that counts; an unlike takes a like away.
  public mutating func add(_ kind: EventKind) {
    switch kind {
    case .view: views += 1
    case .like: likes += 1
    case .unlike: likes -= 1
    case .purchase: purchases += 1
    }
  }
}

/// A product as a feed shows it.
public struct ProductCard: Hashable, Sendable {
  /// The product's number, from 1; never used again after a deletion.
  public var id: Int64
  /// The name, in NFC.
  public var name: String
  /// What a buyer pays.
  public var price: Money
  /// What a buyer paid before the discount, in the currency of ``price``; nil when not discounted.
  public var originalPrice: Money?
  /// How many can be bought; 0 is sold out.
  public var stock: Int64
  /// The category's slug, such as `outer`.
  public var category: String
  /// The seller, or nil for the market's own products.
  public var vendor: Vendor?
  /// The small picture, or nil.
  public var thumbnail: Picture?
  /// Views, likes and purchases.
  public var counts: ProductCounts
  /// When the product was created; orders the recent feed.
  public var createdAt: Timestamp
  /// When the product was last written.
  public var updatedAt: Timestamp

  /// Makes a card.
  public init(
    id: Int64, name: String, price: Money, originalPrice: Money? = nil, stock: Int64,
    category: String, vendor: Vendor? = nil, thumbnail: Picture? = nil,
    counts: ProductCounts = ProductCounts(), createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.name = name
    self.price = price
    self.originalPrice = originalPrice
    self.stock = stock
    self.category = category
    self.vendor = vendor
    self.thumbnail = thumbnail
    self.counts = counts
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// Tells whether nothing is left to buy.
  public var isSoldOut: Bool { stock <= 0 }
}

/// A product with everything that its own page shows.
public struct Product: Hashable, Sendable {
  /// What feeds show.
  public var card: ProductCard
  /// The description, in NFC; may be empty and may have several lines.
  public var description: String
  /// The pictures in their order, at most ten.
  public var images: [Picture]
  /// Where the product is known from.
  public var source: ProductSource

  /// Makes a product.
  public init(card: ProductCard, description: String, images: [Picture], source: ProductSource) {
    self.card = card
    self.description = description
    self.images = images
    self.source = source
  }
}

/// What a product is known by across files and stores: never its name.
public struct ProductSource: Hashable, Sendable {
  /// The system that made the product, such as `openmarket`, or `market:` and a store's id.
  public var name: String
  /// The product's id in that system.
  public var id: String

  /// Makes a source.
  public init(name: String, id: String) {
    self.name = name
    self.id = id
  }
}
