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

  /// Writes what stands behind the products.
  ///
  /// - Parameters:
  ///   - totalCount: How many products pass the filter, or nil when nobody asked or it is not known.
  ///   - nextCursor: The signed cursor of the next slice, or nil at the end.
  mutating func endSlice(totalCount: Int64?, nextCursor: [UInt8]?) {
    endArray()
    if let totalCount {
      name(.totalCount)
      integer(totalCount)
    }
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
