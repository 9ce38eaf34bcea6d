import MarketCatalog
import MarketText
import Testing

@testable import MarketTerminal

/// The texts of a product's row.
@Suite struct RowTextTests {
  struct Age: CustomTestStringConvertible, Sendable {
    let seconds: Int64
    let text: String
    var testDescription: String { "\(seconds) s" }
  }

  @Test(arguments: [
    Age(seconds: -100_000, text: "방금"), Age(seconds: -1, text: "방금"),
    Age(seconds: 0, text: "방금"), Age(seconds: 59, text: "방금"),
    Age(seconds: 60, text: "1분 전"), Age(seconds: 3_599, text: "59분 전"),
    Age(seconds: 3_600, text: "1시간 전"), Age(seconds: 86_399, text: "23시간 전"),
    Age(seconds: 86_400, text: "1일 전"), Age(seconds: 7 * 86_400 - 1, text: "6일 전"),
    Age(seconds: 7 * 86_400, text: "1주 전"), Age(seconds: 30 * 86_400 - 1, text: "4주 전"),
    Age(seconds: 30 * 86_400, text: "1개월 전"), Age(seconds: 365 * 86_400 - 1, text: "12개월 전"),
    Age(seconds: 365 * 86_400, text: "1년 전"), Age(seconds: 9_999 * 365 * 86_400, text: "9999년 전"),
  ])
  func agesAreSaidInTheLargestUnit(_ sample: Age) {
    let now = Timestamp(milliseconds: 1_790_000_000_000)
    let age = now.advanced(byMilliseconds: -sample.seconds * 1_000).age(at: now)
    #expect(TabsWords.korean.age(age) == sample.text)
    #expect(TabsWords.korean.age(age).cellWidth <= TabsWords.longestAge)
  }

  @Test func anyTwoMomentsHaveAnAge() {
    for moment in [Int64.min, -1, 0, .max] {
      for now in [Int64.min, -1, 0, .max] {
        let age = Timestamp(milliseconds: moment).age(at: Timestamp(milliseconds: now))
        #expect(!TabsWords.korean.age(age).isEmpty)
      }
    }
  }

  struct Discount: CustomTestStringConvertible, Sendable {
    let price: Int64
    let before: Int64?
    let percent: Int64?
    var testDescription: String { "\(price) of \(before.map(String.init) ?? "nothing")" }
  }

  @Test(arguments: [
    Discount(price: 50, before: 100, percent: 50), Discount(price: 0, before: 100, percent: 100),
    Discount(price: 67, before: 100, percent: 33),
    Discount(price: 9_999, before: 10_000, percent: nil),
    Discount(price: 100, before: 100, percent: nil),
    Discount(price: 120, before: 100, percent: nil),
    Discount(price: 5, before: 0, percent: nil), Discount(price: 5, before: nil, percent: nil),
    Discount(price: 0, before: .max, percent: 100), Discount(price: -5, before: 10, percent: 100),
  ])
  func discountsAreWholeHundredths(_ sample: Discount) {
    let time = Timestamp(milliseconds: 0)
    let card = ProductCard(
      id: 1, name: "", price: Money(amountMinor: sample.price, currency: .krw),
      originalPrice: sample.before.map { Money(amountMinor: $0, currency: .krw) }, stock: 1,
      category: "etc", createdAt: time, updatedAt: time)
    #expect(card.discountPercent == sample.percent)
  }
}
