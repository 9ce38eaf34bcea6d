import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Languages")
struct LanguageTests {
  struct Preference: CustomTestStringConvertible, Sendable {
    var value: String?
    var language: Language
    var testDescription: String { value ?? "(none)" }
  }

  static let preferences: [Preference] = [
    Preference(value: nil, language: .korean),
    Preference(value: "", language: .korean),
    Preference(value: "*", language: .korean),
    Preference(value: "fr", language: .korean),
    Preference(value: "en", language: .english),
    Preference(value: "EN-us", language: .english),
    Preference(value: "ja-JP", language: .japanese),
    Preference(value: "ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", language: .korean),
    Preference(value: "en;q=0.7, ja;q=0.8", language: .japanese),
    Preference(value: "fr, de;q=0.9, en;q=0.1", language: .english),
    Preference(value: "ja, en", language: .japanese),
    Preference(value: "en;q=0", language: .korean),
    Preference(value: "en;q=0, ja;q=0.001", language: .japanese),
    Preference(value: "en;q=abc, ja;q=0.5", language: .japanese),
    Preference(value: "english", language: .korean),
    Preference(value: "*;q=0.5, en;q=0.6", language: .english),
    Preference(value: "*;q=0.5, en;q=0.4", language: .korean),
    Preference(value: ";;q=,,=;", language: .korean),
  ]

  @Test("titles follow Accept-Language", arguments: preferences)
  func preference(_ test: Preference) {
    #expect(Language(accepting: test.value) == test.language)
    let fields = test.value.map { [(name: "Accept-Language", value: $0)] } ?? []
    let response = APIFixture(smallShop()).send(.get, "/v1/pages", fields)
    #expect(response.field("Content-Language") == test.language.rawValue)
    #expect(response.field("Vary") == "Accept-Language, Accept-Encoding")
    for page in Page.allCases {
      #expect(response.text.contains("\"title\":\"\(page.title(in: test.language))\""))
    }
  }
}
