import MarketCatalog
import MarketText

/// One product on a page of its own: what is known from its card at once, the description when it
/// has come.
struct ProductPage: Hashable, Sendable {
  /// How far the description is.
  enum Phase: Hashable, Sendable {
    case loading
    case loaded(description: String)
    /// The product is not listed any more.
    case missing
    case failed(StoreError)
  }

  var card: ProductCard
  var phase = Phase.loading
  private let sourceKind: TabsApp.SourceKind
  private let words: TabsWords
  /// The line at the top, counted from 0.
  private(set) var top = 0
  /// How many clusters but spaces the reader has scrolled past; the same at every width.
  private var anchor = 0

  init(_ card: ProductCard, from sourceKind: TabsApp.SourceKind, _ words: TabsWords) {
    self.card = card
    self.sourceKind = sourceKind
    self.words = words
  }

  /// Takes the answer to the question for the product.
  mutating func receive(_ product: Product?) {
    guard let product else {
      phase = .missing
      return
    }
    card = product.card
    phase = .loaded(description: product.description)
  }

  /// Scrolls as far as there are lines; the last one stays at the bottom.
  mutating func scroll(to line: Int, rows: Int, columns: Int) {
    // The number of lines is the same with and without ASCII.
    let lines = lines(columns: columns, isASCII: false)
    top = min(max(line, 0), max(lines.count - max(rows, 1), 0))
    anchor = lines[..<top].reduce(0) { $0 + Self.size(of: $1) }
  }

  /// Keeps the text at the top that the reader has scrolled to, whatever the width is now.
  mutating func keepPlace(rows: Int, columns: Int) {
    let lines = lines(columns: columns, isASCII: false)
    var passed = 0
    let first = lines.firstIndex { line in
      passed += Self.size(of: line)
      return passed > anchor
    }
    let wanted = anchor == 0 ? 0 : first ?? lines.count
    top = min(wanted, max(lines.count - max(rows, 1), 0))
  }

  /// The clusters of a line but its spaces, at which lines are cut.
  private static func size(of line: Line) -> Int {
    line.reduce(0) { $0 + $1.text.clusters.count { $0.text != " " } }
  }

  /// The lines that say what went wrong and how to try again.
  func retryLines(columns: Int) -> Range<Int>? {
    guard case .failed = phase else { return nil }
    let lines = lines(columns: columns, isASCII: false)
    guard let first = lines.firstIndex(where: { $0.contains { $0.role == .alert } }) else {
      return nil
    }
    return first..<lines.count
  }

  /// A line in pieces of different looks, with two spaces between them.
  typealias Line = [Piece]

  struct Piece: Hashable, Sendable {
    /// What a piece is.
    enum Role: Hashable, Sendable {
      case name
      case text
      case discount
      case faint
      case alert
    }

    let text: CellText
    let role: Role
  }

  /// All lines for a screen of a width; as many with words about waiting as without.
  func lines(columns: Int, isASCII: Bool, showsWaiting: Bool = false) -> [Line] {
    func wrap(_ text: String, _ role: Piece.Role) -> [Line] {
      CellText(text).wrapped(to: columns).map { [Piece(text: $0, role: role)] }
    }
    var lines = wrap(card.name, .name)
    lines.append(priceLine(isASCII: isASCII))
    lines.append([])
    lines += wrap(facts.joined(separator: "  "), .faint)
    if let vendor = card.vendor { lines += wrap(words.terms.seller + " " + vendor.name, .faint) }
    lines.append([])
    switch phase {
    case .loading:
      lines.append([Piece(text: CellText(showsWaiting ? words.terms.loading : ""), role: .faint)])
    case .loaded(let description) where description.isEmpty:
      lines += wrap(words.terms.noDescription, .faint)
    case .loaded(let description):
      for paragraph in description.split(separator: "\n", omittingEmptySubsequences: false) {
        lines += wrap(String(paragraph), .text)
      }
    case .missing: lines += wrap(words.terms.missing, .alert)
    case .failed(let error):
      lines += wrap(words.fault(error, of: sourceKind) + "  " + words.terms.retryHint, .alert)
    }
    return lines
  }

  private func priceLine(isASCII: Bool) -> Line {
    var line: Line = []
    func add(_ text: String, _ role: Piece.Role) {
      line.append(Piece(text: CellText(text), role: role))
    }
    let percent = card.discountPercent
    if let percent { add(String(percent) + "%", .discount) }
    add(card.price.shown(isASCII: isASCII, in: words.language), .text)
    if percent != nil, let before = card.originalPrice {
      add(before.shown(isASCII: isASCII, in: words.language), .faint)
    }
    return line
  }

  private var facts: [String] {
    [
      card.isSoldOut ? words.terms.soldOut : words.terms.stock + " " + grouped(card.stock),
      words.terms.likes + " " + grouped(card.counts.likes),
      words.terms.views + " " + grouped(card.counts.views),
      words.terms.purchases + " " + grouped(card.counts.purchases),
    ]
  }
}

/// Draws a product's page.
struct ProductPageDrawing {
  let look: TabsLook
  let showsWaiting: Bool

  /// Draws the page's lines from its top on into rows.
  func draw(_ page: ProductPage, on grid: inout Grid, rows: Range<Int>) {
    let margin = TabsLayout.margin(columns: grid.columns)
    let columns = grid.columns - 2 * margin
    let lines = page.lines(columns: columns, isASCII: look.isASCII, showsWaiting: showsWaiting)
    for (y, line) in zip(rows, lines.dropFirst(page.top)) {
      var x = margin
      for piece in line {
        let text = piece.text.truncated(to: margin + columns - x, ellipsis: look.ellipsis)
        x = grid.put(text, x: x, y: y, style: style(piece.role)) + 2
      }
    }
  }

  private func style(_ role: ProductPage.Piece.Role) -> Style {
    switch role {
    case .name: look.heading
    case .text: .standard
    case .discount: look.discount
    case .faint: look.faint
    case .alert: look.alert
    }
  }
}
