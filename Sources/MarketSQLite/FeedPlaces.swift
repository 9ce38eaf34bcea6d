import MarketCatalog
import MarketJSON

/// The statements that keep the cards of products at their places in both feeds.
///
/// A listed product has one row in `recent_cards` and one current row in `rank_versions`, with the
/// same card; `current_standings` says where they are (`created_at`; `rank_key`, `rank_from`). An
/// unlisted one has neither.
final class FeedPlaces {
  private let insertRecent: SQLiteStatement
  private let refreshRecent: SQLiteStatement
  private let insertRanked: SQLiteStatement
  private let insertRankedRange: SQLiteStatement
  private let refreshRanked: SQLiteStatement
  private let supersede: SQLiteStatement
  /// The card of a place that was superseded last.
  private let leftCard: TakenBlob
  private let rankedCard: SQLiteStatement
  private let columns: SQLiteStatement
  private let copyRanked: SQLiteStatement
  private let deleteRecent: SQLiteStatement
  private let deleteRanked: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(StoreError) {
    insertRecent = try connection.prepare(
      "INSERT INTO recent_cards (created_at, product_id, card) VALUES (?1, ?2, ?3)")
    refreshRecent = try connection.prepare(Self.refreshRecentSQL)
    insertRanked = try connection.prepare(
      """
      INSERT INTO rank_versions (rank_key, product_id, from_generation, to_generation, card)
      VALUES (?1, ?2, ?3, \(FeedSQL.currentGeneration), ?4)
      """)
    // New products, so that nothing of them is late. Sorted first, on disk when they are many: rows that come in the order of the key are
    // appended, others would split pages all over the table.
    insertRankedRange = try connection.prepare(
      """
      INSERT INTO rank_versions (rank_key, product_id, from_generation, to_generation, card)
      SELECT s.rank_key, s.product_id, s.rank_from, \(FeedSQL.currentGeneration), c.card
      FROM product_standings AS s CROSS JOIN recent_cards AS c
        ON c.created_at = s.created_at AND c.product_id = s.product_id
      WHERE s.product_id BETWEEN ?1 AND ?2
      ORDER BY s.rank_key DESC, s.product_id DESC
      """)
    refreshRanked = try connection.prepare(
      """
      UPDATE rank_versions SET card = ?4
      WHERE rank_key = ?1 AND product_id = ?2 AND from_generation = ?3 AND card IS NOT NULL
      """)
    leftCard = try TakenBlob(connection, as: "take_card")
    supersede = try connection.prepare(
      """
      UPDATE rank_versions SET to_generation = ?4, card = take_card(card), live_created_at = ?5
      WHERE rank_key = ?1 AND product_id = ?2 AND from_generation = ?3
      """)
    rankedCard = try connection.prepare(
      """
      SELECT card FROM rank_versions
      WHERE rank_key = ?1 AND product_id = ?2 AND from_generation = ?3 AND card IS NOT NULL
      """)
    columns = try connection.prepare(
      "SELECT \(CardColumns.list) FROM \(CardColumns.tables) WHERE p.id = ?1")
    copyRanked = try connection.prepare(
      """
      INSERT INTO rank_versions (rank_key, product_id, from_generation, to_generation, card)
      SELECT ?4, product_id, ?5, to_generation, card FROM rank_versions
      WHERE rank_key = ?1 AND product_id = ?2 AND from_generation = ?3
      """)
    deleteRecent = try connection.prepare(
      "DELETE FROM recent_cards WHERE created_at = ?1 AND product_id = ?2")
    deleteRanked = try connection.prepare(
      """
      DELETE FROM rank_versions
      WHERE rank_key = ?1 AND product_id = ?2 AND from_generation = ?3
      """)
  }

  /// Writes the card ?3 at a place of the recent feed, if that has one.
  static let refreshRecentSQL =
    "UPDATE recent_cards SET card = ?3 WHERE created_at = ?1 AND product_id = ?2"

  /// A current place in the ranking.
  struct Rank: Hashable {
    var key: Int64
    var productID: Int64
    /// The generation since which the product stands there.
    var generation: Int64
  }

  /// Puts a product into both feeds, from the rank's generation on.
  func insert(_ card: ProductCard, at rank: Rank) throws(StoreError) {
    let packed = PackedCard.bytes(of: card)
    try run(insertRecent, card, packed)
    try run(insertRanked, rank, packed)
  }

  /// Puts a product into the recent feed alone; ``insertRanked(_:)`` must follow.
  func insertRecent(_ card: ProductCard) throws(StoreError) {
    try run(insertRecent, card, PackedCard.bytes(of: card))
  }

  /// Puts products with ids in a range, which are in the recent feed, into the popular feed.
  func insertRanked(_ ids: ClosedRange<Int64>) throws(StoreError) {
    insertRankedRange.bind(ids.lowerBound, at: 1)
    insertRankedRange.bind(ids.upperBound, at: 2)
    try insertRankedRange.run()
  }

  /// Shows a changed card where it stands in both feeds; nothing for an unlisted product.
  func refresh(_ card: ProductCard, at rank: Rank) throws(StoreError) {
    let packed = PackedCard.bytes(of: card)
    try run(refreshRecent, card, packed)
    try run(refreshRanked, rank, packed)
  }

  /// Takes a listed product out of both feeds, in every generation at once.
  ///
  /// Nothing is left at its current place: a walk that had it before it did not match throughout, so
  /// that it need not find it when it is listed again. The places that it left earlier find no card.
  func remove(_ card: ProductCard, at rank: Rank) throws(StoreError) {
    deleteRecent.bind(card.createdAt.milliseconds, at: 1)
    deleteRecent.bind(card.id, at: 2)
    try deleteRecent.run()
    bind(rank, to: deleteRanked)
    try deleteRanked.run()
  }

  /// Shows a changed card of a listed product at a new place in the ranking, and ends the old one at
  /// the new one's generation; cursors of older generations still find it.
  func move(_ card: ProductCard, from old: Rank, to new: Rank) throws(StoreError) {
    let packed = PackedCard.bytes(of: card)
    try run(refreshRecent, card, packed)
    try supersede(old, createdAt: card.createdAt, at: new.generation)
    try run(insertRanked, new, packed)
  }

  /// Gives a listed product a new place in the ranking with the card that it shows already.
  func move(from old: Rank, createdAt: Timestamp, to new: Rank) throws(StoreError) {
    bind(old, to: copyRanked)
    copyRanked.bind(new.key, at: 4)
    copyRanked.bind(new.generation, at: 5)
    try copyRanked.run()
    try supersede(old, createdAt: createdAt, at: new.generation)
  }

  /// What a tick changes of a listed product.
  struct Change {
    var createdAt: Timestamp
    var counts: ProductCounts
    var old: Rank
    /// The old place again when only the counts have changed.
    var new: Rank
  }

  /// Shows changed counts in the popular feed, each product at its new place, and in the recent feed if
  /// that is wanted.
  ///
  /// Table by table and in the order of each: thousands of places lie on as many pages, and what was
  /// changed in another order would write many of them more than once, since no cache holds them all.
  func apply(_ changes: [Change], refreshingRecent isRefreshing: Bool) throws(StoreError) {
    var steps: [(place: Rank, index: Int)] = []
    for (index, change) in changes.enumerated() {
      steps.append((change.old, index))
      if change.new != change.old { steps.append((change.new, index)) }
    }
    // Upwards, so that who rises, as nearly all do, is met at the old place first, with its card.
    steps.sort { ($0.place.key, $0.place.productID) < ($1.place.key, $1.place.productID) }
    var cards = [[UInt8]](repeating: [], count: changes.count)
    for (place, index) in steps {
      let change = changes[index]
      if place != change.new {
        let left = try supersede(
          place, createdAt: change.createdAt, at: change.new.generation)
        if cards[index].isEmpty { cards[index] = try card(left, of: change) }
      } else {
        if cards[index].isEmpty { cards[index] = try card(at: change.old, of: change) }
        try run(place == change.old ? refreshRanked : insertRanked, place, cards[index])
      }
    }
    guard isRefreshing else { return }
    let byCreation = changes.indices.sorted {
      (changes[$0].createdAt, changes[$0].old.productID)
        < (changes[$1].createdAt, changes[$1].old.productID)
    }
    for index in byCreation {
      let change = changes[index]
      try run(refreshRecent, change.createdAt, change.old.productID, cards[index])
    }
  }

  /// The card at the current place of a change, with the changed counts.
  private func card(at rank: Rank, of change: Change) throws(StoreError) -> [UInt8] {
    bind(rank, to: rankedCard)
    defer { rankedCard.reset() }
    return try card(try rankedCard.step() ? rankedCard.bytes(0) : nil, of: change)
  }

  /// A card that was at the current place of a change, with the changed counts.
  private func card(_ packed: [UInt8]?, of change: Change) throws(StoreError) -> [UInt8] {
    let id = change.old.productID
    guard let packed else {
      // In a damaged store, which a rebuild mends.
      return try card(ofProduct: id, showing: change.counts).map(PackedCard.bytes) ?? []
    }
    return try CardRow.bytes(of: id, packed.span, showing: change.counts)
  }

  /// The card that the columns of a product make, with other counts; nil when it is gone.
  func card(
    ofProduct id: Int64, showing counts: ProductCounts
  ) throws(StoreError) -> ProductCard? {
    columns.bind(id, at: 1)
    defer { columns.reset() }
    guard try columns.step() else { return nil }
    var card = try CardColumns.card(columns, id: id)
    card.counts = counts
    return card
  }

  /// Ends a place with a generation, and gives the card that it had; who reads an older one finds the live
  /// card by the time of creation.
  @discardableResult
  private func supersede(
    _ old: Rank, createdAt: Timestamp, at generation: Int64
  ) throws(StoreError) -> [UInt8]? {
    bind(old, to: supersede)
    supersede.bind(generation, at: 4)
    supersede.bind(createdAt.milliseconds, at: 5)
    try supersede.run()
    return leftCard.take()
  }

  private func run(
    _ statement: SQLiteStatement, _ card: ProductCard, _ packed: [UInt8]
  ) throws(StoreError) {
    try run(statement, card.createdAt, card.id, packed)
  }

  private func run(
    _ statement: SQLiteStatement, _ createdAt: Timestamp, _ id: Int64, _ packed: [UInt8]
  ) throws(StoreError) {
    statement.bind(createdAt.milliseconds, at: 1)
    statement.bind(id, at: 2)
    statement.bind(packed, at: 3)
    try statement.run()
  }

  private func run(
    _ statement: SQLiteStatement, _ rank: Rank, _ packed: [UInt8]
  ) throws(StoreError) {
    bind(rank, to: statement)
    statement.bind(packed, at: 4)
    try statement.run()
  }

  private func bind(_ rank: Rank, to statement: SQLiteStatement) {
    statement.bind(rank.key, at: 1)
    statement.bind(rank.productID, at: 2)
    statement.bind(rank.generation, at: 3)
  }
}
