import MarketCatalog

/// The words that the view says itself.
enum TabsWords {
  static let soldOut = "품절"
  static let likes = "좋아요"
  static let nothing = "상품이 없습니다"
  static let loading = "불러오는 중"
  static let refreshing = "새로 불러오는 중"
  static let inStockOnly = "재고 있음"
  static let newRanking = "새 순위가 있습니다"
  static let takeHint = "r 보기"
  static let retryHint = "r 다시 시도"
  static let help = "도움말"
  static let helpHint = "? 도움말"
  static let backHint = "Esc 목록"
  static let quitHint = "q 종료"

  // MARK: One product

  static let missing = "판매가 끝난 상품입니다"
  static let noDescription = "설명이 없습니다"
  static let stock = "재고"
  static let views = "조회"
  static let purchases = "구매"
  static let seller = "판매자"

  // MARK: Ages

  static let justNow = "방금"
  /// The cells of the longest age, `9999년 전`.
  static let longestAge = 9

  static func ago(_ count: Int64, _ unit: Age.Unit) -> String {
    let name =
      switch unit {
      case .minutes: "분"
      case .hours: "시간"
      case .days: "일"
      case .weeks: "주"
      case .months: "개월"
      case .years: "년"
      }
    return String(count) + name + " 전"
  }

  /// The keys, longest first; the first that fits is shown.
  static func hints(isASCII: Bool) -> [String] {
    let tabs = isASCII ? "h/l" : "←→"
    let rows = isASCII ? "j/k" : "↑↓"
    return [
      "\(tabs) 탭  \(rows) 이동  Enter 보기  r 새로고침  \(helpHint)  \(quitHint)",
      "\(tabs) 탭  \(rows) 이동  Enter 보기  \(helpHint)  \(quitHint)",
      "\(tabs) 탭  \(helpHint)  \(quitHint)",
      "\(helpHint)  \(quitHint)",
      quitHint,
    ]
  }

  /// The keys of a page that covers the list, longest first.
  static func pageHints(isASCII: Bool) -> [String] {
    let rows = isASCII ? "j/k" : "↑↓"
    return [
      "\(rows) 스크롤  \(backHint)  \(helpHint)  \(quitHint)", "\(backHint)  \(quitHint)", backHint,
    ]
  }

  /// That the source was removed or replaced.
  static func lost(_ kind: TabsApp.SourceKind) -> String {
    "저장소가 바뀌었거나 없어졌습니다"
  }

  /// What went wrong, for the status line.
  static func fault(_ error: StoreError, of kind: TabsApp.SourceKind) -> String {
    let source =
      switch kind {
      case .store: "저장소"
      case .server: "서버"
      }
    return switch error {
    case .busy: source + "가 사용 중입니다"
    case .unavailable, .notPermitted, .full: source + "에 연결할 수 없습니다"
    case .schemaMismatch: source + "의 버전이 다릅니다"
    case .corrupt: source + "가 손상되었습니다"
    case .cursor: "목록이 오래되었습니다"
    case .cancelled: "취소되었습니다"
    case .constraint, .unexpected: "불러오지 못했습니다"
    }
  }
}
