/// A currency of ISO 4217, known by its three capital letters.
public struct Currency: Hashable, Sendable {
  /// The alphabetic code, such as `KRW`.
  public let code: String
  /// How many decimal digits the currency's smallest unit has: 0 for KRW, 2 for USD, 3 for KWD.
  public let exponent: Int

  /// The currency with the given code, or nil when ISO 4217 has none.
  ///
  /// Lower-case letters are refused: the API writes codes in one way only.
  public init?(code: String) {
    if code == "KRW" {
      self = .krw
      return
    }
    guard let exponent = Self.exponent(of: code) else { return nil }
    self.code = code
    self.exponent = exponent
  }

  /// A currency as another program writes it, perhaps one that ISO 4217 added since.
  ///
  /// Nil unless the code is three capital letters and the exponent one that a currency can have, 0
  /// to 6.
  public init?(code: String, exponent: Int) {
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (65...90).contains($0) }),
      (0...6).contains(exponent)
    else { return nil }
    self.code = code
    self.exponent = exponent
  }

  private init(known code: String, exponent: Int) {
    self.code = code
    self.exponent = exponent
  }

  /// The South Korean won, which has no smaller unit.
  public static let krw = Currency(known: "KRW", exponent: 0)
  /// The United States dollar, counted in cents.
  public static let usd = Currency(known: "USD", exponent: 2)
  /// The Kuwaiti dinar, counted in fils.
  public static let kwd = Currency(known: "KWD", exponent: 3)

  /// Currencies are the same when their codes are.
  public static func == (left: Currency, right: Currency) -> Bool {
    left.code == right.code
  }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
  }

  private static func exponent(of code: String) -> Int? {
    let bytes = Array(code.utf8)
    guard bytes.count == 3 else { return nil }
    for (exponent, codes) in codesByExponent {
      let list = Array(codes.utf8)
      var start = 0
      while start + 3 <= list.count {
        if list[start] == bytes[0], list[start + 1] == bytes[1], list[start + 2] == bytes[2] {
          return exponent
        }
        start += 4
      }
    }
    return nil
  }

  /// The active codes of ISO 4217 list one (2026-01-01) by their minor unit; funds and metals, in
  /// which no shop asks a price, are left out.
  private static let codesByExponent: [(Int, String)] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (
      2,
      """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF \
      CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD \
      HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA \
      MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN \
      QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP \
      TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
      """
    ),
  ]
}
