import MarketCatalog

/// The statements of a search, and its bounds; the index's form is told in `0006_create_search.sql`.
enum SearchSQL {
  /// The products with a gram, by the key of gram and chunk.
  static let posting = "SELECT products FROM search_postings WHERE key = ?1"

  /// The ids of the products that are not in the index, or have changed since.
  static let pending = """
    SELECT product_id FROM search_pending
    UNION ALL
    SELECT id FROM products WHERE id > (SELECT indexed_through FROM search_state)
    LIMIT \(SearchIndexer.pendingLimit + 1)
    """

  /// The last id that is in the index.
  static let indexedThrough = "SELECT indexed_through FROM search_state"

  /// The texts of a product.
  static let texts = """
    SELECT p.name, d.description
    FROM products AS p CROSS JOIN product_details AS d ON d.product_id = p.id
    WHERE p.id = ?1
    """

  /// Where a listed product stands in a feed now: its sort key, and the generation since which it
  /// stands there.
  static func place(in feed: FeedDefinition) -> String {
    let (columns, table) =
      switch feed.sortKey {
      // Which product is listed, and since when it exists, is never late.
      case .createdAt: ("created_at, 0", "product_standings")
      case .rankKey: ("rank_key, rank_from", "current_standings")
      }
    return """
      SELECT \(columns) FROM \(table) WHERE product_id = ?1 AND rank_from IS NOT NULL
      """
  }

  /// The places that products had at the generation ?1 and have left since: sort key and id.
  static let leftPlaces = """
    SELECT rank_key, product_id FROM rank_versions INDEXED BY rank_versions_superseded
    WHERE to_generation > ?1 AND from_generation <= ?1
      AND to_generation < \(FeedSQL.currentGeneration)
    LIMIT ?2
    """

  /// As how many examined rows (``FeedSQL/examinedRowLimit``) one counts whose texts, of so many
  /// bytes, are looked at.
  static func cost(ofTexts byteCount: Int) -> Int { FeedSQL.lookUpCost + byteCount / 128 }

  /// What is thrown for a row that is none.
  static let damage = StoreError.corrupt(detail: "the search index is damaged")
}

/// How much work a search may be.
struct SearchBounds {
  /// The most products named by the index whose places are looked up and sorted; more of them stand
  /// so close in the feed that it is walked.
  var sortedProducts = 4_000
  /// The most left places that are read for that at an older generation.
  var leftPlaces = 10_000
  /// The most rows that a slice examines; those of a feed's statement are not more.
  var examinedRows = FeedSQL.examinedRowLimit
}
