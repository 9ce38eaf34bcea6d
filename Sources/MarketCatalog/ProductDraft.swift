/// A fault of one field of a draft.
public struct FieldFault: Hashable, Sendable {
  /// Where the field stands, as a JSON pointer (RFC 6901) such as `/price/currency`.
  public var pointer: String
  /// What is wrong, as the end of a sentence that names the field: `name must not be empty`.
  public var detail: String

  /// Makes a fault.
  public init(pointer: String, detail: String) {
    self.pointer = pointer
    self.detail = detail
  }
}

/// A product as someone wants it to be, not yet checked.
public struct ProductDraft: Hashable, Sendable {
  /// The name; texts of a draft are expected in NFC.
  public var name: String
  /// The description; may be empty.
  public var description: String
  /// What a buyer pays.
  public var price: Money
  /// What a buyer paid before a discount, or nil.
  public var originalPrice: Money?
  /// How many can be bought.
  public var stock: Int64
  /// The category's slug.
  public var category: String
  /// The seller's name, or nil for the market's own products.
  public var vendorName: String?
  /// The small picture, or nil.
  public var thumbnail: Picture?
  /// The pictures in their order.
  public var images: [Picture]

  /// Makes a draft.
  public init(
    name: String, description: String = "", price: Money, originalPrice: Money? = nil,
    stock: Int64, category: String = ProductDraft.defaultCategory, vendorName: String? = nil,
    thumbnail: Picture? = nil, images: [Picture] = []
  ) {
    self.name = name
    self.description = description
    self.price = price
    self.originalPrice = originalPrice
    self.stock = stock
    self.category = category
    self.vendorName = vendorName
    self.thumbnail = thumbnail
    self.images = images
  }

  /// The category of a product that names none: 기타, other.
  public static let defaultCategory = "etc"
  /// The most Unicode scalars in a product's or vendor's name.
  public static let nameLimit = 200
  /// The most UTF-8 bytes in a description.
  public static let descriptionLimit = 65_536
  /// The most products of one kind in stock.
  public static let stockLimit: Int64 = 1_000_000_000
  /// The most bytes in a category's slug.
  public static let categoryLimit = 64
  /// The most bytes in a picture's address.
  public static let addressLimit = 2_048
  /// The most pictures of a product.
  public static let imageLimit = 10

  /// Every fault of the draft, in the order of the fields; empty when it can be stored.
  ///
  /// Whatever passes can be shown by every client: this is the one gate of all writes.
  public func faults() -> [FieldFault] {
    var faults: [FieldFault] = []
    func check(_ passes: Bool, _ pointer: String, _ detail: String) {
      if !passes { faults.append(FieldFault(pointer: pointer, detail: detail)) }
    }
    checkName(name, "name", "/name", check)
    check(
      description.utf8.count <= Self.descriptionLimit, "/description",
      "description must have at most 65536 bytes")
    check(
      !description.unicodeScalars.contains { Self.isForbiddenInText($0) }, "/description",
      "description must not contain control characters other than tab and line breaks")
    check(
      Money.acceptedPrices.contains(price.amountMinor), "/price/amount_minor",
      "price.amount_minor must be from 0 to 1000000000000000")
    if let originalPrice {
      check(
        originalPrice.currency == price.currency, "/original_price/currency",
        "original_price.currency must be the currency of price")
      check(
        Money.acceptedPrices.contains(originalPrice.amountMinor), "/original_price/amount_minor",
        "original_price.amount_minor must be from 0 to 1000000000000000")
      check(
        originalPrice.amountMinor > price.amountMinor, "/original_price/amount_minor",
        "original_price must be above price; leave it out when there is no discount")
    }
    check(
      (0...Self.stockLimit).contains(stock), "/stock", "stock must be from 0 to 1000000000")
    check(
      Self.isCategorySlug(category), "/category",
      "category must have 1 to 64 of a-z, 0-9 and -")
    if let vendorName { checkName(vendorName, "vendor", "/vendor", check) }
    check(images.count <= Self.imageLimit, "/images", "images must be at most 10")
    if let thumbnail { checkPicture(thumbnail, "thumbnail", "/thumbnail", check) }
    for (index, image) in images.enumerated() {
      checkPicture(image, "image " + String(index + 1), "/images/" + String(index), check)
    }
    return faults
  }

  /// Tells whether the text can name a category: 1 to 64 of `a`–`z`, `0`–`9` and `-`.
  public static func isCategorySlug(_ text: String) -> Bool {
    (1...categoryLimit).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  /// Faults of a vendor's name, with pointers at the top of the document.
  public static func vendorNameFaults(_ name: String) -> [FieldFault] {
    var faults: [FieldFault] = []
    checkName(name, "name", "/name") { passes, pointer, detail in
      if !passes { faults.append(FieldFault(pointer: pointer, detail: detail)) }
    }
    return faults
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  private static func isForbiddenInText(_ scalar: Unicode.Scalar) -> Bool {
    isControl(scalar) && scalar != "\n" && scalar != "\r" && scalar != "\t"
  }
}

private func checkName(
  _ name: String, _ field: String, _ pointer: String, _ check: (Bool, String, String) -> Void
) {
  let scalars = name.unicodeScalars
  check(
    scalars.contains { !$0.properties.isWhitespace && !ProductDraft.isControl($0) }, pointer,
    field + " must not be empty")
  check(
    scalars.count <= ProductDraft.nameLimit, pointer,
    field + " must have at most 200 characters")
  check(
    !scalars.contains { ProductDraft.isControl($0) }, pointer,
    field + " must not contain control characters or line breaks")
}

/// Tells whether the text begins with a host, or names a picture of the market's own.
private func isAddress(_ text: String) -> Bool {
  for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
    guard let first = text.utf8.dropFirst(scheme.utf8.count).first else { return false }
    return first != UInt8(ascii: "/") && first != UInt8(ascii: "?") && first != UInt8(ascii: "#")
  }
  let folder = Picture.mediaFolder
  return text.hasPrefix(folder) && Picture.isMediaName(text.utf8.dropFirst(folder.utf8.count))
}

private func checkPicture(
  _ picture: Picture, _ field: String, _ pointer: String, _ check: (Bool, String, String) -> Void
) {
  check(
    isAddress(picture.url) && picture.url.utf8.count <= ProductDraft.addressLimit
      && picture.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F },
    pointer + "/url",
    field + " must be an http or https address of at most 2048 bytes, or /media/ and the name of a"
      + " picture: 1 to 128 of a-z, 0-9, ., _ and -")
  for (side, name) in [(picture.width, "width"), (picture.height, "height")] {
    if let side {
      check(
        (1...100_000).contains(side), pointer + "/" + name,
        field + " " + name + " must be from 1 to 100000")
    }
  }
}
