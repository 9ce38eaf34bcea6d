import MarketCatalog

extension ProductCard {
  /// How much cheaper the product is than before, in whole hundredths rounded down, 1 to 100; nil
  /// when that is less than one or nothing to compare with.
  var discountPercent: Int64? {
    guard let originalPrice, originalPrice.currency == price.currency else { return nil }
    let (before, present) = (originalPrice.amountMinor, max(price.amountMinor, 0))
    guard before > present else { return nil }
    // In 128 bits, as any amount is allowed.
    let product = (before - present).multipliedFullWidth(by: 100)
    let percent = before.dividingFullWidth(product).quotient
    return percent > 0 ? percent : nil
  }
}
