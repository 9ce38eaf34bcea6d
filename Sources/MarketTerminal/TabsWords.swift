import MarketCatalog

/// The words that the view says itself.
enum TabsWords {
  static let soldOut = "품절"
  static let likes = "좋아요"
  static let nothing = "상품이 없습니다"
  static let loading = "불러오는 중"
  static let refreshing = "새로 불러오는 중"
  static let inStockOnly = "재고 있음"
  static let retryHint = "r 다시 시도"

  /// The keys, longest first; the first that fits is shown.
  static func hints(isASCII: Bool) -> [String] {
    let tabs = isASCII ? "h/l" : "←→"
    let rows = isASCII ? "j/k" : "↑↓"
    return [
      "\(tabs) 탭  \(rows) 스크롤  space 재고  r 새로고침  q 종료",
      "\(tabs) 탭  \(rows) 스크롤  q 종료",
      "q 종료",
    ]
  }

  /// What went wrong, for the status line.
  static func fault(_ error: StoreError) -> String {
    switch error {
    case .busy: "저장소가 사용 중입니다"
    case .unavailable: "저장소에 연결할 수 없습니다"
    case .schemaMismatch: "저장소의 버전이 다릅니다"
    case .corrupt: "저장소가 손상되었습니다"
    case .cursor: "목록이 오래되었습니다"
    case .cancelled: "취소되었습니다"
    case .constraint, .unexpected: "불러오지 못했습니다"
    }
  }
}
