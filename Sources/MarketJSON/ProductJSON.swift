public import MarketCatalog

// Products as the API and the export write them, in the order in which the contract shows the
// members; what is absent is left out, never null.

extension JSONWriter {
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
    self.card(id: card.id, packed: PackedCard.bytes(of: card).span)
  }

  /// Writes a product as a feed shows it, straight from its packed form.
  ///
  /// - Parameters:
  ///   - id: The product's id.
  ///   - packed: A ``PackedCard``.
  public mutating func card(id: Int64, packed: Span<UInt8>) {
    beginCard(id: id, packed: packed)
    endObject()
  }

  /// Writes a product with its description and pictures.
  public mutating func product(_ product: Product) {
    beginProduct(product)
    endObject()
  }

  /// Writes a line of an export: the product with its source, and a line feed.
  public mutating func exportLine(_ product: Product) {
    beginProduct(product)
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

  private mutating func beginProduct(_ product: Product) {
    beginCard(id: product.card.id, packed: PackedCard.bytes(of: product.card).span)
    name(.description)
    string(product.description)
    name(.images)
    beginArray()
    for image in product.images { picture(image) }
    endArray()
  }
}
