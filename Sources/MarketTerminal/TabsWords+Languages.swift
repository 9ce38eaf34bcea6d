// The words of each language. Hints are as short as they can be understood, since they share the
// last row; an age keeps to nine cells with its number.

extension TabsWords.Vocabulary {
  static let korean = TabsWords.Vocabulary(
    soldOut: "품절", likes: "좋아요", nothing: "상품이 없습니다", loading: "불러오는 중",
    refreshing: "새로 불러오는 중", inStockOnly: "재고 있음", newRanking: "새 순위가 있습니다",
    takeHint: "r 보기", retryHint: "r 다시 시도",
    missing: "판매가 끝난 상품입니다", noDescription: "설명이 없습니다", stock: "재고",
    views: "조회", purchases: "구매", seller: "판매자",
    justNow: "방금", minutesAgo: "분 전", hoursAgo: "시간 전", daysAgo: "일 전",
    weeksAgo: "주 전", monthsAgo: "개월 전", yearsAgo: "년 전",
    countUnits: [(100_000_000, "억"), (10_000, "만")],
    tabsHint: "탭", moveHint: "이동", openHint: "보기", refreshHint: "새로고침",
    scrollHint: "스크롤", helpHint: "? 도움말", backHint: "Esc 목록", quitHint: "q 종료",
    help: "도움말", click: "클릭", drag: "끌기", wheel: "휠",
    topics: { topic in
      switch topic {
      case .neighbors: "이전 탭, 다음 탭"
      case .numbers: "그 번호의 탭"
      case .cycle: "탭을 차례로, 거꾸로"
      case .rows: "한 줄 위로, 아래로"
      case .screens: "한 화면 위로, 아래로"
      case .ends: "처음으로, 끝으로"
      case .inStock: "재고 있는 상품만"
      case .reload: "새로고침, 새 순위 보기, 다시 시도"
      case .open: "상품 보기"
      case .back: "목록으로"
      case .help: "이 도움말"
      case .quit: "종료"
      case .suspend: "잠시 멈춤"
      case .repaint: "화면 다시 그리기"
      case .click: "탭, 스위치, 상품 (다시 누르면 보기)"
      case .drag: "옆 탭으로"
      case .wheel: "스크롤"
      }
    },
    store: "저장소", server: "서버", isBusy: "가 사용 중입니다",
    isUnreachable: "에 연결할 수 없습니다", isOfAnotherVersion: "의 버전이 다릅니다",
    isDamaged: "가 손상되었습니다", isGone: "가 바뀌었거나 없어졌습니다",
    listIsOld: "목록이 오래되었습니다", isCancelled: "취소되었습니다",
    isNotLoaded: "불러오지 못했습니다")

  static let english = TabsWords.Vocabulary(
    soldOut: "sold out", likes: "likes", nothing: "No products", loading: "Loading",
    refreshing: "Refreshing", inStockOnly: "in stock", newRanking: "New ranking",
    takeHint: "r show", retryHint: "r try again",
    missing: "This product is no longer sold", noDescription: "No description", stock: "stock",
    views: "views", purchases: "purchases", seller: "seller",
    justNow: "just now", minutesAgo: "m ago", hoursAgo: "h ago", daysAgo: "d ago",
    weeksAgo: "w ago", monthsAgo: "mo ago", yearsAgo: "y ago",
    countUnits: [(1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K")],
    tabsHint: "tabs", moveHint: "move", openHint: "view", refreshHint: "refresh",
    scrollHint: "scroll", helpHint: "? help", backHint: "Esc list", quitHint: "q quit",
    help: "Help", click: "Click", drag: "Drag", wheel: "Wheel",
    topics: { topic in
      switch topic {
      case .neighbors: "the tab before, the tab after"
      case .numbers: "the tab with that number"
      case .cycle: "the tabs in turn, backwards"
      case .rows: "a row up, a row down"
      case .screens: "a screen up, a screen down"
      case .ends: "to the start, to the end"
      case .inStock: "only products in stock"
      case .reload: "refresh, take a new ranking, try again"
      case .open: "view the product"
      case .back: "back to the list"
      case .help: "this help"
      case .quit: "quit"
      case .suspend: "pause"
      case .repaint: "draw the screen again"
      case .click: "a tab, the switch, a product (again to view it)"
      case .drag: "to the tab beside"
      case .wheel: "scroll"
      }
    },
    store: "The store", server: "The server", isBusy: " is busy",
    isUnreachable: " cannot be reached", isOfAnotherVersion: " has another version",
    isDamaged: " is damaged", isGone: " was removed or replaced",
    listIsOld: "The list has grown old", isCancelled: "Cancelled",
    isNotLoaded: "Could not be loaded")

  static let japanese = TabsWords.Vocabulary(
    soldOut: "売切", likes: "いいね", nothing: "商品がありません", loading: "読み込み中",
    refreshing: "再読み込み中", inStockOnly: "在庫あり", newRanking: "新しい順位があります",
    takeHint: "r 見る", retryHint: "r 再試行",
    missing: "販売が終了した商品です", noDescription: "説明がありません", stock: "在庫",
    views: "閲覧", purchases: "購入", seller: "販売者",
    justNow: "たった今", minutesAgo: "分前", hoursAgo: "時間前", daysAgo: "日前",
    weeksAgo: "週前", monthsAgo: "か月前", yearsAgo: "年前",
    countUnits: [(100_000_000, "億"), (10_000, "万")],
    tabsHint: "タブ", moveHint: "移動", openHint: "見る", refreshHint: "更新",
    scrollHint: "スクロール", helpHint: "? ヘルプ", backHint: "Esc 一覧", quitHint: "q 終了",
    help: "ヘルプ", click: "クリック", drag: "ドラッグ", wheel: "ホイール",
    topics: { topic in
      switch topic {
      case .neighbors: "前のタブ、次のタブ"
      case .numbers: "その番号のタブ"
      case .cycle: "タブを順に、逆順に"
      case .rows: "一行上へ、下へ"
      case .screens: "一画面上へ、下へ"
      case .ends: "先頭へ、末尾へ"
      case .inStock: "在庫のある商品だけ"
      case .reload: "更新、新しい順位を見る、再試行"
      case .open: "商品を見る"
      case .back: "一覧へ"
      case .help: "このヘルプ"
      case .quit: "終了"
      case .suspend: "一時停止"
      case .repaint: "画面を描き直す"
      case .click: "タブ、スイッチ、商品 (もう一度で見る)"
      case .drag: "隣のタブへ"
      case .wheel: "スクロール"
      }
    },
    store: "ストア", server: "サーバー", isBusy: "は使用中です",
    isUnreachable: "に接続できません", isOfAnotherVersion: "のバージョンが違います",
    isDamaged: "が壊れています", isGone: "が変わったか、なくなりました",
    listIsOld: "一覧が古くなりました", isCancelled: "取り消されました",
    isNotLoaded: "読み込めませんでした")
}
