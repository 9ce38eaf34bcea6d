/// A range of prices in one currency.
public struct PriceRange: Hashable, Sendable {
  /// The currency: products with prices in another one are outside.
  public var currency: Currency
  /// The least amount inside, in the currency's smallest unit, or nil for no lower end.
  public var minimum: Int64?
  /// The greatest amount inside, in the currency's smallest unit, or nil for no upper end.
  public var maximum: Int64?

  /// Makes a range; without ends it holds every price in the currency.
  public init(currency: Currency, minimum: Int64? = nil, maximum: Int64? = nil) {
    self.currency = currency
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether a price lies inside, both ends included.
  public func contains(_ price: Money) -> Bool {
    guard price.currency == currency else { return false }
    if let minimum, price.amountMinor < minimum { return false }
    if let maximum, price.amountMinor > maximum { return false }
    return true
  }
}

/// Which products of a feed a reader wants to see: those that meet every condition that is set.
public struct FeedFilter: Hashable, Sendable {
  /// Leaves sold-out products out.
  public var inStock: Bool
  /// The slug of the one category that is wanted, or nil for all.
  public var category: String?
  /// The id of the one vendor who is wanted, or nil for all.
  public var vendorID: Int64?
  /// What the price must be, or nil for any price.
  public var price: PriceRange?
  /// What the name or the description must contain, each word anywhere in either; none for all.
  ///
  /// A store wants them folded as its texts are (`searchWords` of MarketText), and none empty or with
  /// a space in it; who asks a server may leave folding to it.
  public var words: [String]

  /// The most words of a search.
  public static let wordLimit = 8
  /// The most Unicode scalars of a search's words together.
  public static let wordLengthLimit = 100

  /// Makes a filter; without arguments it lets every listed product through.
  public init(
    inStock: Bool = false, category: String? = nil, vendorID: Int64? = nil,
    price: PriceRange? = nil, words: [String] = []
  ) {
    self.inStock = inStock
    self.category = category
    self.vendorID = vendorID
    self.price = price
    self.words = words
  }

  /// Lets every listed product through.
  public static let all = FeedFilter()

  /// Tells whether nothing is filtered.
  public var isEmpty: Bool {
    !inStock && category == nil && vendorID == nil && price == nil && words.isEmpty
  }

  /// Whether a listed product is let through as far as its card tells: whether it has the ``words``
  /// takes its description, too.
  public func matches(_ card: ProductCard) -> Bool {
    if inStock && card.isSoldOut { return false }
    if let category, card.category != category { return false }
    if let vendorID, card.vendor?.id != vendorID { return false }
    if let price, !price.contains(card.price) { return false }
    return true
  }

  /// The filter as the parameters of the API's feeds, in an order that never changes; none for a
  /// condition that is not set.
  public var parameters: [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    if inStock { parameters.append(("in_stock", "true")) }
    if let vendorID { parameters.append(("vendor_id", String(vendorID))) }
    if let price {
      parameters.append(("currency", price.currency.code))
      if let minimum = price.minimum { parameters.append(("min_price", String(minimum))) }
      if let maximum = price.maximum { parameters.append(("max_price", String(maximum))) }
    }
    // Behind the others, because its text is not checked here: no filter can pass for another.
    if let category { parameters.append(("category", category)) }
    if !words.isEmpty { parameters.append((Self.searchParameter, search)) }
    return parameters
  }

  private static let searchParameter = "q"

  /// The words with a space between them.
  public var search: String {
    var text = ""
    for word in words { text += text.isEmpty ? word : " " + word }
    return text
  }

  /// A number that binds a cursor to this filter, the same across processes and releases: of
  /// ``parameters`` as `name=value` with `&` between them.
  public var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    if isEmpty { return fingerprint.value }
    var isFirst = true
    for (name, value) in parameters {
      if !isFirst { fingerprint.append("&".utf8) }
      // A byte that no text has: a category with "&q=" in it is not a search.
      if name == Self.searchParameter { fingerprint.append(CollectionOfOne(0xFF)) }
      fingerprint.append(name.utf8)
      fingerprint.append("=".utf8)
      fingerprint.append(value.utf8)
      isFirst = false
    }
    return fingerprint.value
  }
}

/// Why words are none that a search takes.
public enum SearchWordsFault: Error, Hashable, Sendable {
  /// No word at all: it would find everything, which nobody searches for.
  case none
  /// More than ``FeedFilter/wordLimit`` words, namely so many.
  case tooMany(Int)
  /// More than ``FeedFilter/wordLengthLimit`` characters in all words, namely so many.
  case tooLong(Int)
}

extension FeedFilter {
  /// Checks the words of a search, folded as the filter holds them.
  ///
  /// - Parameter words: The words.
  /// - Throws: ``SearchWordsFault`` for the first thing that is wrong.
  public static func check(words: [String]) throws(SearchWordsFault) {
    guard !words.isEmpty else { throw .none }
    guard words.count <= wordLimit else { throw .tooMany(words.count) }
    let length = words.reduce(0) { $0 + $1.unicodeScalars.count }
    guard length <= wordLengthLimit else { throw .tooLong(length) }
  }
}
