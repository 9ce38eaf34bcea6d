import MarketCatalog
import MarketText

extension QueryParameters {
  /// The filter that a feed's parameters ask for.
  ///
  /// What may exist, such as a slug or an id that no product has today, is an empty feed; what
  /// cannot is refused by name.
  func feedFilter() throws(RequestError) -> FeedFilter {
    FeedFilter(
      inStock: try flag("in_stock") ?? false, category: try category(),
      vendorID: try wholeNumber("vendor_id", atMost: .max).map { Int64($0) },
      price: try priceRange(), words: try words())
  }

  /// The words of a search.
  private func words() throws(RequestError) -> [String] {
    guard let text = text("q") else { return [] }
    let words = text.searchWords
    do throws(SearchWordsFault) {
      try FeedFilter.check(words: words)
    } catch {
      let detail =
        switch error {
        case .none: "q must have a word in it, not " + quoted(text)
        case .tooMany(let count):
          "q must have at most \(FeedFilter.wordLimit) words, not \(count)"
        case .tooLong(let length):
          "q must have at most \(FeedFilter.wordLengthLimit) characters in its words, not \(length)"
        }
      throw .invalidParameter("q", detail: detail)
    }
    return words
  }

  /// Whether `count=exact` asks for the number of products under the filter.
  func countsTotal() throws(RequestError) -> Bool {
    guard let text = text("count") else { return false }
    guard text == "exact" else {
      throw .invalidParameter("count", detail: "count must be exact, not " + quoted(text))
    }
    return true
  }

  private func category() throws(RequestError) -> String? {
    guard let slug = text("category") else { return nil }
    guard ProductDraft.isCategorySlug(slug) else {
      throw .invalidParameter(
        "category",
        detail: "category must have 1 to \(ProductDraft.categoryLimit) of a-z, 0-9 and -, not "
          + quoted(slug))
    }
    return slug
  }

  /// The range of prices: an amount says nothing without its currency, a currency alone means all
  /// prices in it.
  private func priceRange() throws(RequestError) -> PriceRange? {
    let (minimum, maximum) = (try amount("min_price"), try amount("max_price"))
    guard let code = text("currency") else {
      guard minimum == nil && maximum == nil else {
        throw .invalidParameter(
          "currency",
          detail: "currency is needed with min_price and max_price, as in currency=KRW")
      }
      return nil
    }
    guard let currency = Currency(code: code) else {
      throw .invalidParameter(
        "currency",
        detail: "currency must be a code of ISO 4217 in capital letters, as KRW, not "
          + quoted(code))
    }
    if let minimum, let maximum, minimum > maximum {
      throw .invalidParameter("min_price", detail: "min_price must not be above max_price")
    }
    return PriceRange(currency: currency, minimum: minimum, maximum: maximum)
  }

  /// An amount in the currency's smallest unit, of those that a price can have.
  private func amount(_ name: StaticString) throws(RequestError) -> Int64? {
    guard let digits = text(name) else { return nil }
    let accepted = Money.acceptedPrices
    guard let amount = Self.wholeNumber(digits.utf8, atMost: .max), accepted.contains(amount) else {
      throw .invalidParameter(
        "\(name)",
        detail: "\(name) must be a whole number from \(accepted.lowerBound) to "
          + "\(accepted.upperBound) in the currency's smallest unit, not " + quoted(digits))
    }
    return amount
  }
}
