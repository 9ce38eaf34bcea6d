/// One tab's screen on the home of the app.
///
/// Raw values are the tab's index, counted from 0, and are part of the API (`"index"`).
/// A new case is a compile error in exactly the places that must decide something for it.
public enum Page: Int, CaseIterable, Sendable {
  /// 최근 상품: the newest products first.
  case latelyProduct = 0
  /// 인기 상품: the most popular products first.
  case popularProduct = 1

  /// The page that is selected when the app opens.
  public static let first: Page = .latelyProduct

  /// The titles of all pages in tab order, in Korean: what a segmented control is made from.
  public static let inventory: [String] = allCases.map { $0.title(in: .korean) }

  /// The page's stable name in the API, the same as the case's name.
  public var id: String {
    switch self {
    case .latelyProduct: "latelyProduct"
    case .popularProduct: "popularProduct"
    }
  }

  /// The tab's title in one of the languages that the product speaks.
  public func title(in language: Language) -> String {
    switch (self, language) {
    case (.latelyProduct, .korean): "최근 상품"
    case (.latelyProduct, .english): "Recent"
    case (.latelyProduct, .japanese): "新着商品"
    case (.popularProduct, .korean): "인기 상품"
    case (.popularProduct, .english): "Popular"
    case (.popularProduct, .japanese): "人気商品"
    }
  }
}

/// A language in which titles are kept.
public enum Language: String, CaseIterable, Sendable {
  case korean = "ko"
  case english = "en"
  case japanese = "ja"
}
