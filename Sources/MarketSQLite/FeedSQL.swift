import MarketCatalog

/// The statement behind each feed.
///
/// Both are range scans of one index in the feed's order, resumed by keyset: no sort, no offset, no
/// count, and the same number of steps at any depth. Values: ?1 sort key and ?2 id of the last
/// product seen, ?3 the generation, ?4 the most rows.
enum FeedSQL {
  /// The statement that reads a feed from a keyset on.
  static func scan(_ feed: FeedDefinition) -> String {
    switch feed.sortKey {
    case .createdAt:
      // ?3 is compared with itself, so that both statements take the same values.
      """
      SELECT \(CardColumns.ofProducts(sortKey: "p.created_at"))
      FROM products AS p INDEXED BY products_recent
      LEFT JOIN vendors AS v ON v.id = p.vendor_id
      WHERE p.listed = 1 AND (p.created_at, p.id_key) < (?1, ?2) AND ?3 IS NOT NULL
      ORDER BY p.created_at DESC, p.id_key DESC
      LIMIT ?4
      """
    case .rankKey:
      """
      SELECT \(CardColumns.ofRankVersions)
      FROM rank_versions AS r
      LEFT JOIN products AS p ON r.name IS NULL AND p.id = r.product_id
      LEFT JOIN vendors AS v ON v.id = coalesce(r.vendor_id, p.vendor_id)
      WHERE (r.rank_key, r.product_id) < (?1, ?2)
        AND r.from_generation <= ?3 AND r.to_generation > ?3
        AND (r.name IS NOT NULL OR p.listed = 1)
      ORDER BY r.rank_key DESC, r.product_id DESC
      LIMIT ?4
      """
    }
  }

  /// A current row's `to_generation`.
  static let currentGeneration: Int64 = 1 << 60

  /// The most rows that one slice examines under a filter; past it a short slice is given.
  static let examinedRowLimit = 2_000
}
