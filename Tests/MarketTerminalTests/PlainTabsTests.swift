import MarketCatalog
import TestSupport
import Testing

@testable import MarketTerminal

@Suite struct PlainTabsTests {
  private func lines(_ tabs: PlainTabs, _ store: any FeedReading) throws -> [String] {
    var lines: [String] = []
    try tabs.write(reading: store, at: Timestamp(milliseconds: 0)) { lines.append($0) }
    return lines
  }

  @Test func looksAsRecorded() throws {
    let lines = try lines(PlainTabs(limit: 12), SampleShop.store(count: 30))
    expectGolden(lines.joined(separator: "\n") + "\n", named: "plain")
    #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func anEmptyShopSaysSo() throws {
    #expect(
      try lines(PlainTabs(pages: [.popularProduct]), InMemoryStore()) == [
        "인기 상품", "=========", "상품이 없습니다",
      ])
  }

  @Test(arguments: [1, 100, 101, 250, 1_000])
  func theLimitHoldsAcrossSlices(limit: Int) throws {
    let store = SampleShop.store(count: 300)
    let lines = try lines(PlainTabs(pages: [.latelyProduct], limit: limit), store)
    #expect(lines.count == 2 + min(limit, 300))
    let names = lines.dropFirst(2).map { $0.prefix { $0 != "." }.drop { $0 == " " } }
    #expect(names == (1...min(limit, 300)).map { "\($0)" })
  }

  @Test func aFaultOfTheStoreIsThrown() {
    #expect(throws: StoreError.corrupt(detail: "x")) {
      _ = try lines(PlainTabs(), FailingStore(.corrupt(detail: "x")))
    }
  }

  struct PriceCase: CustomTestStringConvertible, Sendable {
    let amount: Int64
    let currency: String
    let shown: String
    var ascii: String?
    var testDescription: String { shown }
  }

  @Test(arguments: [
    PriceCase(amount: 12_900, currency: "KRW", shown: "12,900원"),
    PriceCase(amount: 0, currency: "KRW", shown: "0원"),
    PriceCase(amount: 999, currency: "KRW", shown: "999원"),
    PriceCase(
      amount: 1_000_000_000_000_000, currency: "KRW", shown: "1,000,000,000,000,000원"),
    PriceCase(amount: 236, currency: "USD", shown: "$2.36"),
    PriceCase(amount: 123_456_789, currency: "USD", shown: "$1,234,567.89"),
    PriceCase(amount: -5, currency: "USD", shown: "-$0.05"),
    PriceCase(amount: 1_234, currency: "KWD", shown: "KWD 1.234"),
    PriceCase(amount: 1_200, currency: "JPY", shown: "¥1,200", ascii: "JPY 1,200"),
    PriceCase(amount: 500, currency: "EUR", shown: "€5.00", ascii: "EUR 5.00"),
    PriceCase(amount: .min, currency: "KRW", shown: "-9,223,372,036,854,775,808원"),
  ])
  func pricesAreWrittenAsTheirCurrencyIs(_ sample: PriceCase) throws {
    let currency = try #require(Currency(code: sample.currency))
    let price = Money(amountMinor: sample.amount, currency: currency)
    #expect(price.shown(isASCII: false, in: .korean) == sample.shown)
    #expect(price.shown(isASCII: true, in: .korean) == sample.ascii ?? sample.shown)
  }
}
