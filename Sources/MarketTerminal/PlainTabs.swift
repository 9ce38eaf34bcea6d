public import MarketCatalog
import MarketText

/// The tabs as plain lines: for pipes, files, dumb terminals and screen readers.
///
/// No control sequence, no drawing characters but a row of `=` under each title.
public struct PlainTabs: Hashable, Sendable {
  /// The pages to write, in order.
  public var pages: [Page]
  /// The most products of each page.
  public var limit: Int
  /// Whether prices keep to ASCII where the currency has a sign outside of it.
  public var isASCII: Bool
  /// The language of titles and words.
  public var language: Language
  /// Which products are listed.
  public var filter: FeedFilter

  /// Makes a listing; without arguments the first 20 products of every page.
  public init(
    pages: [Page] = Page.allCases, limit: Int = FeedQuery.defaultLimit, isASCII: Bool = false,
    language: Language = .korean,
    filter: FeedFilter = .all
  ) {
    self.language = language
    self.pages = pages
    self.limit = limit
    self.isASCII = isASCII
    self.filter = filter
  }

  /// Reads the feeds and hands over their lines, without line breaks.
  ///
  /// One query for each hundred products.
  ///
  /// - Parameters:
  ///   - feed: Where the products come from.
  ///   - now: The present.
  ///   - writeLine: Takes a line.
  /// - Throws: ``StoreError`` when the feed cannot be read, and whatever `writeLine` throws.
  public func write(
    reading feed: any FeedReading, at now: Timestamp, _ writeLine: (String) throws -> Void
  ) throws {
    for (place, page) in pages.enumerated() {
      if place > 0 { try writeLine("") }
      let title = page.title(in: language)
      try writeLine(title)
      try writeLine(String(repeating: "=", count: title.cellWidth))
      let count = try writeProducts(of: page, reading: feed, at: now, writeLine)
      if count == 0 { try writeLine(words.nothing) }
    }
  }

  /// Writes the lines of one page's products without a title, and returns how many they are.
  ///
  /// Throws the same as ``write(reading:at:_:)``.
  public func writeProducts(
    of page: Page, reading feed: any FeedReading, at now: Timestamp,
    _ writeLine: (String) throws -> Void
  ) throws -> Int {
    var number = 0
    var cursor: Cursor?
    var fruitless = 0
    repeat {
      let query = FeedQuery(
        page: page, limit: limit - number, filter: filter, cursor: cursor)
      let slice = try feed.slice(query, at: now)
      for item in slice.items where number < limit {
        number += 1
        try writeLine(line(item, number: number))
      }
      cursor = slice.next
      fruitless = slice.items.isEmpty ? fruitless + 1 : 0
    } while cursor != nil && number < limit && fruitless < Self.fruitlessLimit
    return number
  }

  private var words: TabsWords.Vocabulary { TabsWords.in(language).terms }

  /// How many empty slices in a row are followed.
  private static let fruitlessLimit = 1_000

  private func line(_ item: ProductCard, number: Int) -> String {
    let digits = String(number)
    var line = String(repeating: " ", count: max(3 - digits.utf8.count, 0)) + digits + ". "
    line += CellText(item.name).padded(to: 40).text
    line +=
      " " + CellText(item.price.shown(isASCII: isASCII, in: language)).padded(to: 12, .right).text
    if item.isSoldOut { line += "  " + words.soldOut }
    if item.counts.likes > 0 { line += "  " + words.likes + " " + grouped(item.counts.likes) }
    return line
  }
}
