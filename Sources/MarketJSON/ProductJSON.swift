public import MarketCatalog

// Products as the API and the export write them, in the order in which the contract shows the
// members; what is absent is left out, never null.

extension JSONWriter {
  /// Writes `{"amount_minor":…,"currency":…,"exponent":…}`.
  public mutating func money(_ money: Money) {
    beginObject()
    name(.amountMinor)
    integer(money.amountMinor)
    name(.currency)
    string(money.currency.code)
    name(.exponent)
    integer(money.currency.exponent)
    endObject()
  }

  /// Writes `{"url":…}` with the size where it is known.
  public mutating func picture(_ picture: Picture) {
    beginObject()
    name(.url)
    string(picture.url)
    if let width = picture.width {
      name(.width)
      integer(width)
    }
    if let height = picture.height {
      name(.height)
      integer(height)
    }
    endObject()
  }

  /// Writes a product as a feed shows it.
  public mutating func card(_ card: ProductCard) {
    beginObject()
    cardMembers(card)
    endObject()
  }

  /// Writes a product with its description and pictures.
  public mutating func product(_ product: Product) {
    beginObject()
    productMembers(product)
    endObject()
  }

  /// Writes a line of an export: the product with its source, and a line feed.
  public mutating func exportLine(_ product: Product) {
    beginObject()
    productMembers(product)
    name(.source)
    beginObject()
    name(.name)
    string(product.source.name)
    name(.id)
    string(product.source.id)
    endObject()
    endObject()
    endLine()
  }

  private mutating func productMembers(_ product: Product) {
    cardMembers(product.card)
    name(.description)
    string(product.description)
    name(.images)
    beginArray()
    for image in product.images { picture(image) }
    endArray()
  }

  private mutating func cardMembers(_ card: ProductCard) {
    name(.id)
    integer(card.id)
    name(.name)
    string(card.name)
    name(.price)
    money(card.price)
    if let originalPrice = card.originalPrice {
      name(.originalPrice)
      money(originalPrice)
    }
    name(.stock)
    integer(card.stock)
    name(.soldOut)
    boolean(card.isSoldOut)
    name(.category)
    string(card.category)
    if let vendor = card.vendor {
      name(.vendor)
      beginObject()
      name(.id)
      integer(vendor.id)
      name(.name)
      string(vendor.name)
      endObject()
    }
    if let thumbnail = card.thumbnail {
      name(.thumbnail)
      picture(thumbnail)
    }
    name(.viewCount)
    integer(card.counts.views)
    name(.likeCount)
    integer(card.counts.likes)
    name(.purchaseCount)
    integer(card.counts.purchases)
    name(.createdAt)
    timestamp(card.createdAt)
    name(.updatedAt)
    timestamp(card.updatedAt)
  }
}
