public import MarketCatalog
import MarketText

extension SplitMix64 {
  /// A moment of the few that random products share, so that equal dates are common.
  public mutating func crowdedMoment() -> Timestamp {
    Timestamp(milliseconds: 1_767_225_600_000 + Int64(integer(in: 0...9)) * 86_400_000)
  }

  /// A product with whatever a store accepts: ties in dates, absent parts, texts of all scripts.
  public mutating func product() -> Product {
    let currency = pick([Currency.krw, .krw, .usd, .kwd])
    let createdAt = crowdedMoment()
    let amount = Int64(integer(in: 0...200_000))
    let isDiscounted = oneIn(3)
    let hasVendor = oneIn(2)
    let vendorID = Int64(integer(in: 1...4))
    let hasThumbnail = !oneIn(4)
    let hasSize = oneIn(2)
    let card = ProductCard(
      id: 0,
      name: pick(Self.names) + " " + String(integer(in: 1...999)),
      price: Money(amountMinor: amount, currency: currency),
      originalPrice: isDiscounted
        ? Money(amountMinor: amount + Int64(integer(in: 1...5_000)), currency: currency) : nil,
      stock: oneIn(4) ? 0 : Int64(integer(in: 1...500)),
      category: pick(["outer", "top", "shoes", "etc"]),
      vendor: hasVendor ? Vendor(id: vendorID, name: "판매자 " + String(vendorID)) : nil,
      thumbnail: hasThumbnail
        ? Picture(
          url: "/media/outer-" + String(integer(in: 1...9)) + ".svg",
          width: hasSize ? 320 : nil, height: hasSize ? 320 : nil) : nil,
      counts: ProductCounts(
        views: Int64(integer(in: 0...5_000)), likes: Int64(integer(in: 0...90)),
        purchases: Int64(integer(in: 0...9))),
      createdAt: createdAt,
      updatedAt: createdAt.advanced(byMilliseconds: Int64(integer(in: 0...9_999_999))))
    let number = String(integer(in: 1...1_000_000_000))
    return Product(
      card: card, description: pick(Self.descriptions),
      images: (0..<integer(in: 0...3)).map { Picture(url: "/media/image-\($0).png") },
      source: ProductSource(name: "test", id: number))
  }

  /// A filter of which each condition is set now and then, with values that random products have and
  /// a few that none has.
  public mutating func filter() -> FeedFilter {
    var filter = FeedFilter(inStock: oneIn(3))
    if oneIn(3) { filter.category = pick(["outer", "top", "shoes", "etc", "out", "outers"]) }
    if oneIn(3) { filter.vendorID = Int64(integer(in: 1...5)) }
    if oneIn(2) {
      let ends = [Int64(integer(in: 0...200_000)), Int64(integer(in: 0...200_000))].sorted()
      filter.price = PriceRange(
        currency: pick([Currency.krw, .krw, .usd, .kwd]), minimum: oneIn(2) ? ends[0] : nil,
        maximum: oneIn(2) ? ends[1] : nil)
    }
    if oneIn(3) { filter.words = (0..<integer(in: 1...2)).map { _ in word() } }
    return filter
  }

  /// One to five folded characters of a word that random products have, and now and then of none.
  public mutating func word() -> String {
    let text = oneIn(9) ? "없다" : pick(Self.names + Self.descriptions.filter { !$0.isEmpty })
    return part(of: pick(text.searchWords))
  }

  /// One or two words, cut out of what a product says of itself.
  public mutating func words(of product: Product) -> [String] {
    let words = (product.card.name + " " + product.description).searchWords
    return words.isEmpty ? [] : (0..<integer(in: 1...2)).map { _ in part(of: pick(words)) }
  }

  private mutating func part(of word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    let start = integer(in: 0...(scalars.count - 1))
    let length = min(integer(in: 1...5), scalars.count - start)
    var part = String.UnicodeScalarView()
    part.append(contentsOf: scalars[start..<(start + length)])
    return String(part)
  }

  private static let names = [
    "울 코트", "한글 티셔츠", "Plain tee", "\"Quoted\" \\ bag", "👩‍👩‍👧‍👦 가족 세트", "e\u{301}clair",
    "新着ジャケット", "𝒳 shoes", "a/b <b>&amp;</b>", "\u{2028}line",
  ]
  private static let descriptions = [
    "", "두 줄\n설명", "tab\tand \"quotes\"", String(repeating: "긴 설명 ", count: 40),
  ]
}

extension InMemoryStore {
  /// Makes a store of `count` random products whose dates and ranks often tie.
  public static func random(
    count: Int, using generator: inout SplitMix64, policy: CursorPolicy = CursorPolicy()
  ) -> InMemoryStore {
    let store = InMemoryStore(policy: policy)
    for _ in 0..<count {
      store.insert(generator.product(), rankKey: Int64(generator.integer(in: 1...12)))
    }
    return store
  }
}

extension Product {
  /// The product as a file would bring it.
  public var imported: ImportedProduct {
    ImportedProduct(
      source: source,
      draft: ProductDraft(
        name: card.name, description: description, price: card.price,
        originalPrice: card.originalPrice, stock: card.stock, category: card.category,
        vendorName: card.vendor?.name, thumbnail: card.thumbnail, images: images),
      createdAt: card.createdAt, updatedAt: card.updatedAt)
  }
}
