import MarketCatalog
import MarketJSON

/// The cards of the recent feed whose counts are behind those of their products.
///
/// Each product that a tick moves lies on a page of its own of `recent_cards`, where nothing but three
/// numbers changes. So a tick beside many events leaves some of these cards for later, and those that
/// wait are written in the order of their ids: the more of them, the more on each page. Which ones wait
/// is committed with the tick.
///
/// While few wait, each is still on a page of its own. So beside many events a tick refreshes a share of
/// them, not as many as it can: those of a part of the ids, until each part had its turn.
final class LaggingCards {
  private let any: SQLiteStatement
  private let waitingCount: SQLiteStatement
  private let note: SQLiteStatement
  private let bounds: SQLiteStatement
  private let next: SQLiteStatement
  private let forget: SQLiteStatement
  private let refresh: SQLiteStatement
  /// The id behind which the next call goes on.
  private var position = Int64.min

  init(_ market: SQLiteConnection) throws(StoreError) {
    any = try market.prepare("SELECT 1 FROM lagging_cards LIMIT 1")
    waitingCount = try market.prepare("SELECT count(*) FROM lagging_cards")
    note = try market.prepare("INSERT OR IGNORE INTO lagging_cards (product_id) VALUES (?1)")
    // Two subqueries, each one look-up: both of one SELECT would be a scan.
    bounds = try market.prepare(
      "SELECT (SELECT min(product_id) FROM lagging_cards), (SELECT max(product_id) FROM lagging_cards)"
    )
    next = try market.prepare(Self.nextSQL)
    forget = try market.prepare(
      "DELETE FROM lagging_cards WHERE product_id > ?1 AND product_id <= ?2")
    refresh = try market.prepare(FeedPlaces.refreshRecentSQL)
  }

  /// The cards that wait behind the id ?1 and up to ?3, at most ?2, with the counts that they are to show;
  /// the card is null for a product that is not listed any more.
  static let nextSQL = """
    SELECT l.product_id, s.created_at, s.view_count, s.like_count, s.purchase_count, c.card
    FROM lagging_cards AS l
      LEFT JOIN product_standings AS s ON s.product_id = l.product_id
      LEFT JOIN recent_cards AS c ON c.created_at = s.created_at AND c.product_id = l.product_id
    WHERE l.product_id > ?1 AND l.product_id <= ?3
    ORDER BY l.product_id
    LIMIT ?2
    """

  /// Whether any card waits.
  func areAny() throws(StoreError) -> Bool {
    defer { any.reset() }
    return try any.step()
  }

  /// How many cards wait.
  func count() throws(StoreError) -> Int {
    defer { waitingCount.reset() }
    return try waitingCount.step() ? Int(waitingCount.integer(0)) : 0
  }

  /// Notes that a product's card waits.
  func note(_ productID: Int64) throws(StoreError) {
    note.bind(productID, at: 1)
    try note.run()
  }

  /// Refreshes at most `limit` cards that wait, on from where the last call ended, and behind the last
  /// id on from the first; returns how many.
  func refresh(limit: Int) throws(StoreError) -> Int {
    let start = position
    let count = try refreshOn(through: .max, limit: limit)
    guard start != .min, position == .min else { return count }
    return try count + refreshOn(through: .max, limit: limit - count)
  }

  /// Refreshes those that wait among the next of `partCount` equal parts of their ids, at most `limit`;
  /// returns how many.
  func refreshPart(of partCount: Int64, limit: Int) throws(StoreError) -> Int {
    guard let ids = try waitingIDs() else { return 0 }
    if position < ids.lowerBound || position >= ids.upperBound { position = ids.lowerBound - 1 }
    let end = position + (ids.upperBound - ids.lowerBound) / partCount + 1
    return try refreshOn(through: end < ids.upperBound ? end : .max, limit: limit)
  }

  /// From the first id that waits to the last.
  private func waitingIDs() throws(StoreError) -> ClosedRange<Int64>? {
    defer { bounds.reset() }
    guard try bounds.step(), let first = bounds.optionalInteger(0) else { return nil }
    return first...bounds.integer(1)
  }

  /// Refreshes at most `limit` cards that wait, from the position up to the id `end`; returns how many.
  ///
  /// With `.max` it goes up to the last of all, and leaves the position at the first when it gets there.
  private func refreshOn(through end: Int64, limit: Int) throws(StoreError) -> Int {
    guard limit > 0 else { return 0 }
    // Read first, as a statement that reads a table has to find its place again after each write.
    let cards = try waiting(through: end, limit: limit)
    for card in cards where !card.packed.isEmpty {
      refresh.bind(card.createdAt, at: 1)
      refresh.bind(card.productID, at: 2)
      refresh.bind(card.packed, at: 3)
      try refresh.run()
    }
    var reached = end == .max ? .min : end
    if let last = cards.last {
      forget.bind(position, at: 1)
      forget.bind(last.productID, at: 2)
      try forget.run()
      if cards.count == limit { reached = last.productID }
    }
    position = reached
    return cards.count
  }

  private struct Card {
    var productID: Int64
    var createdAt: Int64
    /// The card with its present counts; empty for a product without one.
    var packed: [UInt8]
  }

  private func waiting(through end: Int64, limit: Int) throws(StoreError) -> [Card] {
    next.bind(position, at: 1)
    next.bind(Int64(limit), at: 2)
    next.bind(end, at: 3)
    defer { next.reset() }
    var cards: [Card] = []
    while try next.step() {
      let counts = ProductCounts(
        views: next.integer(2), likes: next.integer(3), purchases: next.integer(4))
      let id = next.integer(0)
      let packed = try next.withBytes(5) { packed throws(StoreError) in
        packed.isEmpty ? [] : try CardRow.bytes(of: id, packed, showing: counts)
      }
      cards.append(Card(productID: id, createdAt: next.integer(1), packed: packed))
    }
    return cards
  }
}
