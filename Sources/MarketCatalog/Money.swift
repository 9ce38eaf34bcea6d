/// An amount of money: an integer count of the currency's smallest unit, never a fraction.
public struct Money: Hashable, Sendable {
  /// The amount in the smallest unit: won for KRW, cents for USD, fils for KWD.
  public var amountMinor: Int64
  /// The currency.
  public var currency: Currency

  /// Makes an amount of money.
  public init(amountMinor: Int64, currency: Currency) {
    self.amountMinor = amountMinor
    self.currency = currency
  }

  /// The prices that the market accepts, in the smallest unit: free to 10¹⁵.
  ///
  /// The upper end leaves a client that counts in doubles (2⁵³) exact.
  public static let acceptedPrices: ClosedRange<Int64> = 0...1_000_000_000_000_000

  /// The amount written as a decimal number of whole units, such as `2.36`, or nil.
  ///
  /// Takes an optional sign, digits, a fraction and an exponent (`6.0E7`); exact, without a detour
  /// through floating point. Nil when the text is no number, has digits below the currency's
  /// smallest unit, or does not fit into 64 bits.
  public init?(decimal text: some StringProtocol, currency: Currency) {
    guard
      let amount = Self.minorUnits(decimal: Array(text.utf8), exponent: currency.exponent)
    else { return nil }
    self.init(amountMinor: amount, currency: currency)
  }

  /// The amount as a decimal number of whole units, with the currency's digits: `12900`, `2.36`.
  public var decimal: String {
    let digits = currency.exponent
    guard digits > 0 else { return String(amountMinor) }
    var scale: UInt64 = 1
    for _ in 0..<digits { scale *= 10 }
    let magnitude = amountMinor.magnitude
    let fraction = String(magnitude % scale)
    let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
    return (amountMinor < 0 ? "-" : "") + String(magnitude / scale) + "." + zeros + fraction
  }

  private static func minorUnits(decimal bytes: [UInt8], exponent: Int) -> Int64? {
    guard let number = DecimalNumber(bytes) else { return nil }
    // The amount is digits × 10^power of the smallest unit.
    var digits = number.digits[...]
    var power = number.power + exponent
    while power < 0, digits.last == 0 {
      digits.removeLast()
      power += 1
    }
    if digits.allSatisfy({ $0 == 0 }) { return 0 }
    // Nineteen digits are the most that 64 bits hold.
    guard power >= 0, power <= 19 else { return nil }
    var amount: Int64 = 0
    for digit in Array(digits) + [UInt8](repeating: 0, count: power) {
      let (shifted, tooLarge) = amount.multipliedReportingOverflow(by: 10)
      let (sum, overflow) = shifted.subtractingReportingOverflow(Int64(digit))
      if tooLarge || overflow { return nil }
      amount = sum
    }
    // Gathered as a negative number, which has one more value than the positive ones.
    if number.isNegative { return amount }
    let (positive, overflow) = Int64(0).subtractingReportingOverflow(amount)
    return overflow ? nil : positive
  }
}

/// The digits of a decimal number and the power of ten of the last one.
private struct DecimalNumber {
  var isNegative = false
  var digits: [UInt8] = []
  var power = 0

  /// Reads `[+-]digits[.digits][e[+-]digits]`, with a digit before or after the point.
  init?(_ bytes: [UInt8]) {
    var index = 0
    func byte() -> UInt8? { index < bytes.count ? bytes[index] : nil }
    if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+") {
      isNegative = byte() == UInt8(ascii: "-")
      index += 1
    }
    while let character = byte(), (48...57).contains(character) {
      digits.append(character - 48)
      index += 1
    }
    if byte() == UInt8(ascii: ".") {
      index += 1
      while let character = byte(), (48...57).contains(character) {
        digits.append(character - 48)
        power -= 1
        index += 1
      }
    }
    guard !digits.isEmpty else { return nil }
    if byte() == UInt8(ascii: "e") || byte() == UInt8(ascii: "E") {
      index += 1
      var sign = 1
      if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+") {
        sign = byte() == UInt8(ascii: "-") ? -1 : 1
        index += 1
      }
      var exponent = 0
      var hasDigits = false
      while let character = byte(), (48...57).contains(character) {
        // Past this every number but 0 is out of range anyway.
        exponent = min(exponent * 10 + Int(character - 48), 100_000)
        hasDigits = true
        index += 1
      }
      guard hasDigits else { return nil }
      power += sign * exponent
    }
    guard index == bytes.count else { return nil }
  }
}
