import MarketCatalog

extension Money {
  /// The amount as its currency is written: `12,900원`, elsewhere `₩12,900`; `$2.36`, `KWD 1.234`.
  ///
  /// Currencies without a well-known sign are named by their code; so are those whose sign is not
  /// ASCII when `isASCII` is set.
  func shown(isASCII: Bool, in language: Language) -> String {
    let number = groupedDecimal
    let sign: String
    switch currency.code {
    case "KRW" where language == .korean: return number + "원"
    case "KRW": sign = "₩"
    case "USD": sign = "$"
    case "JPY": sign = "¥"
    case "EUR": sign = "€"
    case "GBP": sign = "£"
    default: return currency.code + " " + number
    }
    if isASCII, !sign.utf8.allSatisfy({ $0 < 0x80 }) { return currency.code + " " + number }
    return number.hasPrefix("-") ? "-" + sign + number.dropFirst() : sign + number
  }

  /// ``decimal`` with a comma between groups of three digits of the whole part.
  private var groupedDecimal: String {
    let parts = decimal.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first else { return decimal }
    return grouped(whole) + (parts.count > 1 ? "." + parts[1] : "")
  }
}

/// A whole number with a comma between groups of three digits.
func grouped(_ number: Int64) -> String { grouped(String(number)[...]) }

private func grouped(_ text: Substring) -> String {
  let digits = text.hasPrefix("-") ? text.dropFirst() : text
  var result = digits.count < text.count ? "-" : ""
  for (place, digit) in digits.enumerated() {
    if place > 0, (digits.count - place).isMultiple(of: 3) { result.append(",") }
    result.append(digit)
  }
  return result
}
