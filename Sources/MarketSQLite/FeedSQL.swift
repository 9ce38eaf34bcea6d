import MarketCatalog

/// The statement behind each feed.
///
/// Both are range scans of one table in the feed's order, resumed by keyset: no sort, no offset, no
/// count, and the same number of steps at any depth. Values: ?1 sort key and ?2 id of the last
/// product seen, ?3 the generation. Columns: sort key, id, card, whether the card was looked up; the
/// card is null for a product that is no longer listed, at a place that it once had.
enum FeedSQL {
  /// The statement that reads a feed from a keyset on.
  static func scan(_ feed: FeedDefinition) -> String {
    switch feed.sortKey {
    case .createdAt:
      // ?3 is named so that both statements take the same values.
      """
      SELECT c.created_at, c.product_id, c.card, 0
      FROM recent_cards AS c
      WHERE (c.created_at, c.product_id) < (?1, ?2) AND ?3 IS NOT NULL
      ORDER BY c.created_at DESC, c.product_id DESC
      LIMIT \(examinedRowLimit)
      """
    case .rankKey:
      // The card of a superseded place is looked up only where there is one: as a join, even one
      // that finds nothing, it cost every row as much as the scan itself.
      """
      SELECT r.rank_key, r.product_id, coalesce(r.card,
        (SELECT c.card FROM products AS p JOIN recent_cards AS c
          ON c.created_at = p.created_at AND c.product_id = p.id
        WHERE p.id = r.product_id)), r.card IS NULL
      FROM rank_versions AS r
      WHERE (r.rank_key, r.product_id) < (?1, ?2)
        AND r.from_generation <= ?3 AND r.to_generation > ?3
      ORDER BY r.rank_key DESC, r.product_id DESC
      LIMIT \(examinedRowLimit)
      """
    }
  }

  /// A current row's `to_generation`.
  static let currentGeneration: Int64 = 1 << 60

  /// The most rows that one slice examines; past it a short slice is given.
  static let examinedRowLimit = 8_000

  /// The most listed products among which those that pass a filter are counted one by one.
  static let countedRowLimit: Int64 = 20_000

  /// As how many examined rows one counts whose card was looked up, in three other B-trees.
  static let lookUpCost = 8
}
