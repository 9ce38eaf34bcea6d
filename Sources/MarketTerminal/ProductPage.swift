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
  /// What the reader has scrolled to; only scrolling changes it, so that it outlives every size of
  /// the screen and whatever the page shows meanwhile.
  private var place = Place()

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

  /// The lines that so many rows show, counted from 0, and how many there are.
  ///
  /// The place that the reader has scrolled to is at the top, unless the last line would leave the
  /// bottom.
  func shownLines(rows: Int, columns: Int) -> (rows: Range<Int>, count: Int) {
    // The number of lines is the same with and without ASCII.
    let lines = lines(columns: columns, isASCII: false)
    let top = top(of: lines, rows: rows)
    return (top..<min(top + rows, lines.count), lines.count)
  }

  /// Scrolls by lines, as far as there are any; a page that cannot be scrolled keeps its place.
  mutating func scroll(rows: Int, columns: Int, to line: (_ top: Int) -> Int) {
    let lines = lines(columns: columns, isASCII: false)
    let top = top(of: lines, rows: rows)
    let wanted = min(max(line(top), 0), Self.lastTop(of: lines, rows: rows))
    if wanted != top { place = lines[wanted].start }
  }

  private func top(of lines: [Line], rows: Int) -> Int {
    min(lines.lastIndex { $0.start <= place } ?? 0, Self.lastTop(of: lines, rows: rows))
  }

  private static func lastTop(of lines: [Line], rows: Int) -> Int {
    max(lines.count - max(rows, 1), 0)
  }

  /// The lines that say what went wrong and how to try again.
  func retryLines(columns: Int) -> Range<Int>? {
    guard case .failed = phase else { return nil }
    let lines = lines(columns: columns, isASCII: false)
    guard let first = lines.firstIndex(where: { $0.pieces.contains { $0.role == .alert } }) else {
      return nil
    }
    return first..<lines.count
  }

  /// A place in the page's text, the same at every width.
  struct Place: Hashable, Comparable, Sendable {
    /// What ends where the text itself begins a new line, counted from 0.
    var paragraph = 0
    /// The cluster of the paragraph, counted from 0.
    var cluster = 0

    static func < (one: Place, other: Place) -> Bool {
      (one.paragraph, one.cluster) < (other.paragraph, other.cluster)
    }
  }

  /// A line in pieces of different looks, with two spaces between them.
  struct Line: Hashable, Sendable {
    let start: Place
    let pieces: [Piece]
  }

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

  /// All lines for a screen of a width, at least one; as many with words about waiting as without.
  func lines(columns: Int, isASCII: Bool, showsWaiting: Bool = false) -> [Line] {
    var lines: [Line] = []
    for (number, paragraph) in paragraphs(isASCII, showsWaiting).enumerated() {
      switch paragraph {
      case .line(let pieces):
        lines.append(Line(start: Place(paragraph: number), pieces: pieces))
      case .text(let text, let role):
        let text = CellText(text)
        let ranges = text.lineRanges(to: columns)
        lines += zip(ranges, text.wrapped(to: columns)).map { range, line in
          Line(
            start: Place(paragraph: number, cluster: range.lowerBound),
            pieces: [Piece(text: line, role: role)])
        }
      }
    }
    return lines
  }

  private enum Paragraph {
    /// One line at every width.
    case line([Piece])
    /// As many lines as it takes.
    case text(String, Piece.Role)
  }

  private func paragraphs(_ isASCII: Bool, _ showsWaiting: Bool) -> [Paragraph] {
    var all: [Paragraph] = [
      .text(card.name, .name), .line(priceLine(isASCII: isASCII)), .line([]),
      .text(facts.joined(separator: "  "), .faint),
    ]
    if let vendor = card.vendor {
      all.append(.text(words.terms.seller + " " + vendor.name, .faint))
    }
    all.append(.line([]))
    switch phase {
    case .loading:
      let text = CellText(showsWaiting ? words.terms.loading : "")
      all.append(.line([Piece(text: text, role: .faint)]))
    case .loaded(let description) where description.isEmpty:
      all.append(.text(words.terms.noDescription, .faint))
    case .loaded(let description):
      all += description.split(separator: "\n", omittingEmptySubsequences: false).map {
        .text(String($0), .text)
      }
    case .missing: all.append(.text(words.terms.missing, .alert))
    case .failed(let error):
      let text = words.fault(error, of: sourceKind) + "  " + words.terms.retryHint
      all.append(.text(text, .alert))
    }
    return all
  }

  private func priceLine(isASCII: Bool) -> [Piece] {
    var line: [Piece] = []
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

  /// Draws the page's lines from `top` on into rows.
  func draw(_ page: ProductPage, top: Int, on grid: inout Grid, rows: Range<Int>) {
    let margin = TabsLayout.margin(columns: grid.columns)
    let columns = grid.columns - 2 * margin
    let lines = page.lines(columns: columns, isASCII: look.isASCII, showsWaiting: showsWaiting)
    for (y, line) in zip(rows, lines.dropFirst(top)) {
      var x = margin
      for piece in line.pieces {
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
