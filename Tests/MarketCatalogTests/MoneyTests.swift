import MarketCatalog
import TestSupport
import Testing

@Suite("Money")
struct MoneyTests {
  /// A decimal text in a currency and the minor units that it means, or nil when it means none.
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var currency: Currency
    var amount: Int64?
    var testDescription: String { "\(text) \(currency.code)" }
  }

  static let cases: [Case] = [
    Case(text: "12900", currency: .krw, amount: 12_900),
    Case(text: "1200.0", currency: .krw, amount: 1_200),
    Case(text: "6.0E7", currency: .krw, amount: 60_000_000),
    Case(text: "0", currency: .krw, amount: 0),
    Case(text: "-0.000e999", currency: .krw, amount: 0),
    Case(text: "2.36", currency: .usd, amount: 236),
    Case(text: "0.75", currency: .usd, amount: 75),
    Case(text: ".5", currency: .usd, amount: 50),
    Case(text: "5.", currency: .usd, amount: 500),
    Case(text: "1.234", currency: .kwd, amount: 1_234),
    Case(text: "1e-3", currency: .kwd, amount: 1),
    Case(text: "100e-2", currency: .krw, amount: 1),
    Case(text: "+7", currency: .krw, amount: 7),
    Case(text: "-7.01", currency: .usd, amount: -701),
    Case(text: "9223372036854775807", currency: .krw, amount: .max),
    Case(text: "-9223372036854775808", currency: .krw, amount: .min),
    Case(text: "9223372036854775808", currency: .krw, amount: nil),
    Case(text: "1e19", currency: .krw, amount: nil),
    Case(text: "1e99999999999999999999", currency: .krw, amount: nil),
    Case(text: "0.5", currency: .krw, amount: nil),
    Case(text: "2.365", currency: .usd, amount: nil),
    Case(text: "1e-99999999999999999999", currency: .kwd, amount: nil),
    Case(text: "", currency: .krw, amount: nil),
    Case(text: ".", currency: .krw, amount: nil),
    Case(text: "1e", currency: .krw, amount: nil),
    Case(text: "1,000", currency: .krw, amount: nil),
    Case(text: " 1", currency: .krw, amount: nil),
    Case(text: "0x10", currency: .krw, amount: nil),
    Case(text: "NaN", currency: .krw, amount: nil),
    Case(text: "１２", currency: .krw, amount: nil),
  ]

  @Test("decimal texts are exact amounts, or none", arguments: cases)
  func decimals(_ test: Case) {
    #expect(Money(decimal: test.text, currency: test.currency)?.amountMinor == test.amount)
  }

  @Test("every amount is written so that it is read back")
  func roundTrip() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for currency in [Currency.krw, .usd, .kwd, try #require(Currency(code: "UYU"))] {
      for amount in [Int64.min, -1, 0, 1, 5, 99, 100, .max]
        + (0..<500).map({ _ in Int64(bitPattern: random.next()) })
      {
        let money = Money(amountMinor: amount, currency: currency)
        #expect(Money(decimal: money.decimal, currency: currency) == money, "seed \(seed)")
      }
    }
    #expect(Money(amountMinor: 236, currency: .usd).decimal == "2.36")
    #expect(Money(amountMinor: -5, currency: .kwd).decimal == "-0.005")
  }

  @Test("currencies are ISO 4217's, with their exponents")
  func currencies() {
    for (code, exponent) in [
      ("KRW", 0), ("JPY", 0), ("VND", 0), ("USD", 2), ("EUR", 2), ("ZWG", 2), ("KWD", 3),
      ("BHD", 3), ("TND", 3),
    ] {
      #expect(Currency(code: code)?.exponent == exponent, "\(code)")
      #expect(Currency(code: code)?.code == code)
    }
    for code in ["", "krw", "KR", "KRWW", "XXX", "ZZZ", "D A", "₩", "AAA", "ED AFN"] {
      #expect(Currency(code: code) == nil, "\(code)")
    }
  }
}
