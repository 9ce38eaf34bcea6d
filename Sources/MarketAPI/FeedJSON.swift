import MarketCatalog
import MarketJSON

extension JSONWriter {
  /// Writes a slice of a feed.
  ///
  /// - Parameters:
  ///   - scan: What stands around the products.
  ///   - items: A writer that has written the products as an array.
  ///   - query: What was asked for.
  ///   - nextCursor: The signed cursor of the slice behind it.
  mutating func slice(
    _ scan: FeedScan, items: borrowing JSONWriter, of query: FeedQuery, nextCursor: [UInt8]?
  ) {
    beginObject()
    name(.page)
    beginObject()
    name(.index)
    integer(query.page.rawValue)
    name(.id)
    string(query.page.id)
    endObject()
    name(.generation)
    integer(scan.generation)
    name(.limit)
    integer(query.limit)
    name(.items)
    value(of: items)
    if let nextCursor {
      name(.nextCursor)
      string(String(decoding: nextCursor, as: UTF8.self))
    }
    endObject()
  }

  /// Writes the tabs with their titles in a language.
  mutating func pages(in language: Language) {
    beginObject()
    name(.pages)
    beginArray()
    for page in Page.allCases {
      beginObject()
      name(.index)
      integer(page.rawValue)
      name(.id)
      string(page.id)
      name(.title)
      string(page.title(in: language))
      name(.feed)
      string("/v1/feeds/" + page.feed.name)
      endObject()
    }
    endArray()
    name(.defaultIndex)
    integer(Page.first.rawValue)
    endObject()
  }
}
