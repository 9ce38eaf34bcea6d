import MarketCatalog
import MarketJSON
import StrictJSON

// What the rows of all formats have in common.

extension JSONValue {
  /// The currency by its code, or nil and a fault.
  func currency() -> Currency? {
    guard let text = string() else { return nil }
    guard let currency = Currency(code: text) else {
      report("must be a currency of ISO 4217 such as KRW, not \"\(Self.excerpt(text))\"")
      return nil
    }
    return currency
  }

  /// The amount of whole units as money, or nil and a fault.
  func money(in currency: Currency?) -> Money? {
    guard let text = decimal(), let currency else { return nil }
    guard let money = Money(decimal: text, currency: currency) else {
      report("must be a price in \(currency.code) with at most \(currency.exponent) decimals")
      return nil
    }
    return money
  }

  /// The number of pieces, whichever way the number is written, or nil and a fault.
  func pieces() -> Int64? {
    guard let text = decimal() else { return nil }
    // A currency without a smaller unit takes exactly the whole numbers.
    guard let count = Money(decimal: text, currency: .krw) else {
      report("must be a whole number")
      return nil
    }
    return count.amountMinor
  }
}

extension JSONDocument {
  /// The product when everything was read and the draft passes the catalog's rules.
  func checked(_ product: ImportedProduct) -> ImportedProduct? {
    for fault in product.draft.faults() {
      report(JSONFault(pointer: fault.pointer, detail: fault.detail))
    }
    for (text, name) in [(product.source.name, "source.name"), (product.source.id, "source.id")]
    where !(1...200).contains(text.unicodeScalars.count) {
      report(JSONFault(pointer: "/source", detail: "\(name) must have 1 to 200 characters"))
    }
    return isFaultless ? product : nil
  }
}
