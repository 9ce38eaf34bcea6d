import MarketCatalog
import MarketText
import MarketViewModel
import TestSupport
import Testing

@testable import MarketTerminal

extension Grid {
  /// The screen for a reviewer to read: its texts, then one letter a cell for the style.
  ///
  /// `.` is the terminal's own, `p` the theme's colour, `t` the track, `f` faint, a capital the same
  /// in bold and `B` bold alone; `A` an alert, `R` reversed, `s` the switch while it is off and `S`
  /// while it is not; anything else is `?`.
  var golden: String {
    var lines = ["\(columns)x\(rows)"]
    for y in 0..<rows { lines.append("|" + line(y) + "|") }
    lines.append("style")
    for y in 0..<rows {
      lines.append("|" + (0..<columns).map { self[$0, y].style.letter }.joined() + "|")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The texts of a row.
  func line(_ y: Int) -> String {
    (0..<columns).map { self[$0, y].text }.joined()
  }

  /// What is wrong with the screen's cells, or nil: every cluster has all of its cells.
  var fault: String? {
    for y in 0..<rows {
      var x = 0
      while x < columns {
        let cell = self[x, y]
        if cell.width < 1 || cell.text.isEmpty { return "a torn cluster at \(x), \(y)" }
        if x + cell.width > columns { return "a cluster over the edge at \(x), \(y)" }
        for column in (x + 1)..<max(x + cell.width, x + 1) where !self[column, y].isContinuation {
          return "a cluster drawn over at \(column), \(y)"
        }
        x += cell.width
      }
    }
    return nil
  }
}

extension Style {
  fileprivate var letter: String {
    if let background { return background == TerminalColor(.gray) ? "s" : "S" }
    if attributes.contains(.reversed) { return "R" }
    let isBold = attributes.contains(.bold)
    switch foreground {
    case nil: return isBold ? "B" : "."
    case TerminalColor(.pink), TerminalColor(.blue): return isBold ? "P" : "p"
    case .track: return "t"
    case .faint: return isBold ? "F" : "f"
    case .alert: return "A"
    default: return "?"
    }
  }
}

/// A shop of names that make trouble.
enum SampleShop {
  static let names = [
    "겨울 코트 따뜻한 모직", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} 셔츠 (맥에서)",
    "니트 👕 스웨터", "🇰🇷 대표팀 유니폼", "ﾊﾝｶﾞｰ 半角カナ", "가족 👨‍👩‍👧‍👦 세트", "❤️ 하트 목걸이",
    "ABC sneakers, white", "아주 긴 이름의 상품으로 어떤 화면에서도 한 줄에 다 들어가지 않아 잘려야 합니다 정말로",
    "e\u{301}clair \u{200B}쿠션\t\u{202E}RTL", "👍🏽 장갑", "한",
  ]

  /// When the shop is looked at.
  static let now = Timestamp(milliseconds: 1_790_000_030_000)

  /// A store of `count` products: names, currencies, stock and likes take turns.
  static func store(count: Int) -> InMemoryStore {
    let store = InMemoryStore()
    for index in 0..<count { store.insert(card(index), rankKey: Int64(index * 7 % 31)) }
    return store
  }

  static func card(_ index: Int) -> ProductCard {
    let currency = [Currency.krw, .krw, .usd, .krw, .kwd][index % 5]
    // Minutes, hours, days, weeks, months and years ago.
    let age = Int64(index) * Int64(index) * Int64(index) * 60_000
    let time = Timestamp(milliseconds: 1_790_000_000_000 - age)
    let amount = index == 4 ? 1_234 : Int64(index + 1) * 12_900 % 1_000_003
    return ProductCard(
      id: 0, name: names[index % names.count],
      price: Money(amountMinor: amount, currency: currency),
      originalPrice: index % 7 == 3 ? Money(amountMinor: amount * 3 / 2, currency: currency) : nil,
      stock: index % 4 == 1 ? 0 : 5, category: "outer",
      counts: ProductCounts(likes: Int64(index % 3) * Int64(index) * 617),
      createdAt: time, updatedAt: time)
  }
}

extension TabsState {
  /// A view of a store whose every request is answered at once.
  static func settled(
    _ store: InMemoryStore, columns: Int, rows: Int, page: Page = .first,
    style: SegmentedControlStyle = .inset, language: Language = .korean,
    _ messages: [TabsMessage] = []
  ) -> TabsState {
    var state = TabsState(
      page: page, source: "market.db", size: ScreenSize(columns: columns, rows: rows),
      now: SampleShop.now, style: style, language: language)
    state.settle(state.appear(), store)
    for message in messages { state.settle(state.update(message), store) }
    state.settle(at: 1_000, store)
    return state
  }

  /// Lets time pass until a moment, in milliseconds.
  mutating func settle(at milliseconds: Double, _ store: InMemoryStore) {
    settle(
      advance(to: Moment(seconds: milliseconds / 1_000), now: SampleShop.now), store)
  }

  /// Answers what the effects ask for, and what that asks for, until nothing is asked.
  mutating func settle(_ effects: [TabsEffect], _ store: InMemoryStore) {
    var effects = effects
    while !effects.isEmpty {
      do throws(StoreError) {
        switch effects.removeFirst() {
        case .feed(.load(let request)):
          let slice = try store.slice(request.query, at: Timestamp(milliseconds: 0))
          effects += update(.answer(.loaded(request.id, slice)))
        case .read(let id): effects += update(.product(id, try store.product(id)))
        case .reopen: effects += update(.reopened)
        case .feed, .quit, .suspend, .repaint: break
        }
      } catch {
        Issue.record("the store fails: \(error)")
      }
    }
  }
}
