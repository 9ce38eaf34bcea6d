import MarketCatalog
import MarketJSON

extension JSONWriter {
  /// Writes what stands before the products of a slice.
  mutating func beginSlice(of query: FeedQuery, generation: Int64) {
    beginObject()
    name(.page)
    beginObject()
    name(.index)
    integer(query.page.rawValue)
    name(.id)
    string(query.page.id)
    endObject()
    name(.generation)
    integer(generation)
    name(.limit)
    integer(query.limit)
    name(.items)
    beginArray()
  }

  /// Writes what stands behind the products; `nextCursor` is the signed cursor of the next slice.
  mutating func endSlice(nextCursor: [UInt8]?) {
    endArray()
    if let nextCursor {
      name(.nextCursor)
      plainString(nextCursor)
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
