import MarketCatalog

/// The statement behind each feed.
///
/// Both are range scans of one table in the feed's order, resumed by keyset: no sort, no offset, no
/// count, and the same number of steps at any depth. Values: ?1 sort key and ?2 id of the last
/// product seen, ?3 the generation. Columns: sort key, id, card; the card is null at a place that a
/// product once had.
enum FeedSQL {
  /// The statement that reads a feed from a keyset on.
  static func scan(_ feed: FeedDefinition) -> String {
    switch feed.sortKey {
    case .createdAt:
      // ?3 is named so that both statements take the same values.
      """
      SELECT c.created_at, c.product_id, c.card
      FROM recent_cards AS c
      WHERE (c.created_at, c.product_id) < (?1, ?2) AND ?3 IS NOT NULL
      ORDER BY c.created_at DESC, c.product_id DESC
      LIMIT \(examinedRowLimit)
      """
    case .rankKey:
      ranking(
        columns: "r.card", from: "rank_versions AS r",
        whereAlive: "r.to_generation > ?3 AND r.from_generation <= ?3")
    }
  }

  /// The statement that reads the popular feed at an older generation: the same rows and values, and a
  /// fourth column with the live card of a product that has left its place since, null when it is not
  /// listed any more.
  ///
  /// A join costs each row a few steps of SQLite's, which the newest generation, all of whose places
  /// have their card, is spared; where the time of creation is null, as at those, nothing is looked up.
  /// A look-up by a statement of its own took three times as long.
  static let olderRanking = ranking(
    columns: "r.card, c.card",
    from: """
      rank_versions AS r LEFT JOIN recent_cards AS c
        ON c.created_at = r.live_created_at AND c.product_id = r.product_id
      """,
    whereAlive: "r.from_generation <= ?3 AND r.to_generation > ?3")

  /// SQLite tests the terms in their order, so the first is the one that most places fail at which nothing
  /// is seen: for the newest generation their end, for older ones their beginning.
  ///
  /// The keyset comes last: the search begins there, and hardly any row behind it fails.
  private static func ranking(
    columns: String, from tables: String, whereAlive: String
  ) -> String {
    """
    SELECT r.rank_key, r.product_id, \(columns)
    FROM \(tables)
    WHERE \(whereAlive) AND (r.rank_key, r.product_id) < (?1, ?2)
    ORDER BY r.rank_key DESC, r.product_id DESC
    LIMIT \(examinedRowLimit)
    """
  }

  /// The statement that reads one vendor's part of the recent feed from a keyset on: the same
  /// columns and values, and ?4 the vendor.
  ///
  /// The popular feed has no such statement: its places move, so an order of them by vendor would
  /// be written by every tick.
  static let vendorScan = """
    SELECT v.created_at, v.product_id, c.card
    FROM vendor_products AS v CROSS JOIN recent_cards AS c
      ON c.created_at = v.created_at AND c.product_id = v.product_id
    WHERE v.vendor_id = ?4 AND (v.created_at, v.product_id) < (?1, ?2) AND ?3 IS NOT NULL
    ORDER BY v.created_at DESC, v.product_id DESC
    LIMIT \(examinedRowLimit)
    """

  /// The cards of ?2 listed products of the vendor ?1.
  static let vendorCards = """
    SELECT c.card
    FROM vendor_products AS v CROSS JOIN recent_cards AS c
      ON c.created_at = v.created_at AND c.product_id = v.product_id
    WHERE v.vendor_id = ?1
    LIMIT ?2
    """

  /// A current row's `to_generation`.
  static let currentGeneration: Int64 = 1 << 60

  /// The most rows that one slice examines; past it a short slice is given.
  ///
  /// At a million products 99 of 100 slices under a pair of filters take at most 2.8 ms (recent) and
  /// 3.3 ms (popular) of a processor's time; with 8,000 rows it was 3.3 and 4.1 ms, and 5 ms is what
  /// a loop may spend, whatever else the machine does.
  static let examinedRowLimit = 6_000

  /// The most listed products among which those that pass a filter are counted one by one.
  static let countedRowLimit: Int64 = 20_000

  /// As how many examined rows one counts whose card is looked up, in two other B-trees.
  static let lookUpCost = 8
}
