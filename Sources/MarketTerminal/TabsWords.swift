import MarketCatalog
import MarketText

/// The words that the view says itself, in one language.
///
/// A class, as every screen holds on to them and they never change.
final class TabsWords: Sendable {
  /// What the words are, each as it stands on the screen.
  struct Vocabulary: Sendable {
    // The list.
    var soldOut: String
    var likes: String
    var nothing: String
    var loading: String
    var refreshing: String
    var inStockOnly: String
    var newRanking: String
    var takeHint: String
    var retryHint: String

    // One product.
    var missing: String
    var noDescription: String
    var stock: String
    var views: String
    var purchases: String
    var seller: String

    // Ages: what follows the number, at most five cells; the first word stands alone.
    var justNow: String
    var minutesAgo: String
    var hoursAgo: String
    var daysAgo: String
    var weeksAgo: String
    var monthsAgo: String
    var yearsAgo: String

    /// Steps of large counts and what follows the number in each, the largest first.
    var countUnits: [(value: Int64, sign: String)]

    // What the keys do, beside their names in the last row.
    var tabsHint: String
    var moveHint: String
    var openHint: String
    var refreshHint: String
    var scrollHint: String
    var helpHint: String
    var backHint: String
    var quitHint: String

    // The help.
    var help: String
    var click: String
    var drag: String
    var wheel: String
    var topics: @Sendable (KeyHelp.Topic) -> String

    // What went wrong; the first two begin the sentences that follow.
    var store: String
    var server: String
    var isBusy: String
    var isUnreachable: String
    var isOfAnotherVersion: String
    var isDamaged: String
    var isGone: String
    var listIsOld: String
    var isCancelled: String
    var isNotLoaded: String
  }

  let language: Language
  let terms: Vocabulary
  private let listHints: (plain: [CellText], ascii: [CellText])
  private let pageHints: (plain: [CellText], ascii: [CellText])

  private init(_ language: Language, _ terms: Vocabulary) {
    self.language = language
    self.terms = terms
    listHints = (Self.listHints(terms, "←→", "↑↓"), Self.listHints(terms, "h/l", "j/k"))
    pageHints = (Self.pageHints(terms, "↑↓"), Self.pageHints(terms, "j/k"))
  }

  static let korean = TabsWords(.korean, .korean)
  static let english = TabsWords(.english, .english)
  static let japanese = TabsWords(.japanese, .japanese)

  /// The words in a language.
  static func `in`(_ language: Language) -> TabsWords {
    switch language {
    case .korean: korean
    case .english: english
    case .japanese: japanese
    }
  }

  // MARK: Numbers

  /// The most cells of an age up to 9,999 years.
  static let longestAge = 9

  /// An age as it is read: `방금`, `3분 전`; at most ``longestAge`` cells up to 9,999 years.
  func age(_ age: Age) -> String {
    switch age {
    case .justNow: terms.justNow
    case .ago(let count, .minutes): String(count) + terms.minutesAgo
    case .ago(let count, .hours): String(count) + terms.hoursAgo
    case .ago(let count, .days): String(count) + terms.daysAgo
    case .ago(let count, .weeks): String(count) + terms.weeksAgo
    case .ago(let count, .months): String(count) + terms.monthsAgo
    case .ago(let count, .years): String(count) + terms.yearsAgo
    }
  }

  /// A count in at most seven cells up to 10¹²: `99,999`, then in ten thousands, `12만`, then `3억`.
  func abbreviated(_ count: Int64) -> String {
    guard count >= 100_000, let unit = terms.countUnits.first(where: { count >= $0.value }) else {
      return grouped(count)
    }
    return grouped(count / unit.value) + unit.sign
  }

  // MARK: The last row

  /// The keys of the list, longest first; the first that fits is shown.
  func hints(isASCII: Bool) -> [CellText] { isASCII ? listHints.ascii : listHints.plain }

  /// The keys of a page that covers the list, longest first.
  func pageHints(isASCII: Bool) -> [CellText] { isASCII ? pageHints.ascii : pageHints.plain }

  private static func listHints(
    _ terms: Vocabulary, _ tabKeys: String, _ rowKeys: String
  ) -> [CellText] {
    let ends = "\(terms.helpHint)  \(terms.quitHint)"
    let tabs = "\(tabKeys) \(terms.tabsHint)"
    let rows = "\(tabs)  \(rowKeys) \(terms.moveHint)  Enter \(terms.openHint)"
    return [
      "\(rows)  r \(terms.refreshHint)  \(ends)", "\(rows)  \(ends)", "\(tabs)  \(ends)", ends,
      terms.quitHint,
    ].map { CellText($0) }
  }

  private static func pageHints(_ terms: Vocabulary, _ rowKeys: String) -> [CellText] {
    [
      "\(rowKeys) \(terms.scrollHint)  \(terms.backHint)  \(terms.helpHint)  \(terms.quitHint)",
      "\(terms.backHint)  \(terms.quitHint)", terms.backHint,
    ].map { CellText($0) }
  }

  // MARK: Faults

  /// What went wrong, for the row above the list.
  func fault(_ error: StoreError, of kind: TabsApp.SourceKind) -> String {
    let source = name(of: kind)
    return switch error {
    case .busy: source + terms.isBusy
    case .unavailable, .notPermitted, .full, .inputOutput: source + terms.isUnreachable
    case .schemaMismatch: source + terms.isOfAnotherVersion
    case .corrupt: source + terms.isDamaged
    case .cursor: terms.listIsOld
    case .cancelled: terms.isCancelled
    case .constraint, .unknownProducts, .unexpected: terms.isNotLoaded
    }
  }

  /// That the source was removed or replaced.
  func lost(_ kind: TabsApp.SourceKind) -> String { name(of: kind) + terms.isGone }

  private func name(of kind: TabsApp.SourceKind) -> String {
    switch kind {
    case .store: terms.store
    case .server: terms.server
    }
  }
}

extension TabsWords: Hashable {
  static func == (left: TabsWords, right: TabsWords) -> Bool { left.language == right.language }
  func hash(into hasher: inout Hasher) { hasher.combine(language) }
}
