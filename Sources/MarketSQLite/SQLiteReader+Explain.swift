import Glibc
public import MarketCatalog

extension SQLiteReader: RankExplaining {
  /// How many recorded events, and how many places, an explanation looks at.
  struct ExplanationLimits {
    var events: Int64 = 5_000_000
    var places: Int64 = 1_000_000
  }

  /// Why a product stands where it does in the popular feed.
  public func explainRank(of id: Int64, at now: Timestamp) throws(StoreError) -> RankAnswer {
    try explainRank(of: id, at: now, ExplanationLimits())
  }

  func explainRank(
    of id: Int64, at now: Timestamp, _ limits: ExplanationLimits
  ) throws(StoreError) -> RankAnswer {
    try beginSnapshot()
    defer { endSnapshot() }
    let product = try connection.prepare(
      """
      SELECT \(CardColumns.list), p.listed, s.z, s.rank_key, p.origin FROM \(CardColumns.tables)
      WHERE p.id = ?1
      """)
    product.bind(id, at: 1)
    guard try product.step() else { return .unknown }
    let card = try CardColumns.card(product, id: id)
    let extra = CardColumns.count
    guard product.integer(extra) == 1 else { return .unlisted(name: card.name) }
    let arithmetic =
      try RankArithmetic.Statements(connection).read()
      ?? RankArithmetic(popularity: options.popularity, offset: 0, rebuilds: 0)
    let measure = Measure(arithmetic, now)
    let keyset = Keyset(sortKey: product.integer(extra + 2), id: id)
    let z = product.double(extra + 1)

    let applied = try currentState().appliedSequence
    let events = try events()
    let seen = try look(
      into: events, for: id, isSeeded: product.integer(extra + 3) == Origin.seed.rawValue,
      from: applied - limits.events, upTo: applied, measure)
    let counted = try places(before: keyset, limit: limits.places)
    let worth = measure.worth(z)
    let birthWorth = measure.worth(arithmetic.popularity.birthScore(createdAt: card.createdAt))
    let newest = try events.firstInteger("SELECT max(seq) FROM events") ?? 0
    return .explained(
      RankExplanation(
        card: card, popularity: arithmetic.popularity,
        place: counted.isComplete ? counted.places + 1 : nil, placesCounted: counted.places,
        listed: try categories().reduce(0) { $0 + $1.listed }, worth: worth,
        views: seen.views, likes: seen.likes, purchases: seen.purchases,
        unweighedPurchases: seen.unweighedPurchases, birthWorth: birthWorth,
        earlierWorth: seen.isComplete ? nil : max(worth - seen.worth - birthWorth, 0),
        eventsLookedAt: limits.events, above: try neighbour(.above, of: keyset, z, measure),
        below: try neighbour(.below, of: keyset, z, measure),
        waitingEvents: max(newest - applied, 0)))
  }

  private func events() throws(StoreError) -> SQLiteConnection {
    let events = try SQLiteConnection(
      path: SQLiteStore.eventsPath(connection.path), mode: .existing,
      busyTimeout: options.busyTimeout)
    try events.execute(Pragmas.connection)
    try events.execute(Pragmas.reader)
    return events
  }

  // MARK: Places

  private enum Side {
    case above
    case below
  }

  /// The product beside a place, and by how much the two are apart.
  private func neighbour(
    _ side: Side, of place: Keyset, _ z: Double, _ measure: Measure
  ) throws(StoreError) -> RankNeighbour? {
    let statement = try connection.prepare(Self.neighbourSQL(side))
    statement.bind(place.sortKey, at: 1)
    statement.bind(place.id, at: 2)
    guard try statement.step() else { return nil }
    let card = try CardRow.card(statement)
    let other = Keyset(sortKey: statement.integer(0), id: card.id)
    let distance =
      switch side {
      case .above: measure.views(from: z, past: other, for: place.id)
      // The other's score lies anywhere in its key's thousandth: its beginning is taken.
      case .below:
        measure.views(from: measure.score(ofKey: other.sortKey), past: place, for: card.id)
      }
    return RankNeighbour(id: card.id, name: card.name, distance: distance)
  }

  private static func neighbourSQL(_ side: Side) -> String {
    let (comparison, order) =
      switch side {
      case .above: (">", "ASC")
      case .below: ("<", "DESC")
      }
    return """
      SELECT rank_key, product_id, card FROM rank_versions
      WHERE (rank_key, product_id) \(comparison) (?1, ?2)
        AND to_generation = \(FeedSQL.currentGeneration)
      ORDER BY rank_key \(order), product_id \(order) LIMIT 1
      """
  }

  /// How many products stand before a place, as far as `limit` rows tell.
  private func places(
    before place: Keyset, limit: Int64
  ) throws(StoreError) -> (places: Int64, isComplete: Bool) {
    let statement = try connection.prepare(
      """
      SELECT count(*) FILTER (WHERE to_generation = \(FeedSQL.currentGeneration)), count(*)
      FROM (
        SELECT to_generation FROM rank_versions WHERE (rank_key, product_id) > (?1, ?2)
        ORDER BY rank_key, product_id LIMIT ?3)
      """)
    statement.bind(place.sortKey, at: 1)
    statement.bind(place.id, at: 2)
    statement.bind(limit, at: 3)
    guard try statement.step() else { return (0, true) }
    return (statement.integer(0), statement.integer(1) < limit)
  }

  // MARK: Events

  /// What the events of a product give.
  private struct Seen {
    var views = RankPart()
    var likes = RankPart()
    var purchases = RankPart()
    var unweighedPurchases: Int64 = 0
    /// Whether every event was looked at.
    var isComplete = true
    var worth: Double { views.worth + likes.worth + purchases.worth }
  }

  /// Looks at the events that were recorded behind `first`, up to `last`.
  ///
  /// There is no index of events by product, which each recording would pay for: the file is read
  /// through, ten million events in a second or two.
  private func look(
    into events: SQLiteConnection, for id: Int64, isSeeded: Bool, from first: Int64,
    upTo last: Int64, _ measure: Measure
  ) throws(StoreError) -> Seen {
    let rows = try events.prepare(
      """
      SELECT \(CountedEvent.columns) FROM events
      WHERE seq > ?1 AND seq <= ?2 AND product_id = ?3 AND counted = 1
      """)
    rows.bind(first, at: 1)
    rows.bind(last, at: 2)
    rows.bind(id, at: 3)
    var seen = Seen()
    while try rows.step() {
      let event = try CountedEvent(rows)
      guard event.actor < 0 || isSeeded else { continue }
      guard event.isWeighed else {
        seen.unweighedPurchases += 1
        continue
      }
      switch event.kind {
      case .view: seen.views.add(1, at: event.weighedAt, measure.view, measure)
      case .like: seen.likes.add(1, at: event.weighedAt, measure.like, measure)
      case .unlike: seen.likes.add(-1, at: event.weighedAt, measure.like, measure)
      case .purchase: seen.purchases.add(1, at: event.weighedAt, measure.purchase, measure)
      }
    }
    let earlier = try events.prepare("SELECT 1 FROM events WHERE seq <= ?1 LIMIT 1")
    earlier.bind(first, at: 1)
    seen.isComplete = try !earlier.step()
    return seen
  }
}

extension RankPart {
  /// Adds an event, or takes one back, of a weight in views.
  fileprivate mutating func add(
    _ sign: Int64, at time: Timestamp, _ weight: Double, _ measure: Measure
  ) {
    count += sign
    if time > measure.recently { recentCount += sign }
    worth += Double(sign) * weight * measure.decay(since: time)
  }
}

/// Tells scores as numbers of views now.
private struct Measure {
  let like: Double
  let purchase: Double
  let view: Double = 1
  /// Seven days ago.
  let recently: Timestamp
  private let now: Timestamp
  private let arithmetic: RankArithmetic
  /// The score of one view now.
  private let viewScore: Double

  init(_ arithmetic: RankArithmetic, _ now: Timestamp) {
    let weights = arithmetic.popularity.weights
    like = weights.like / weights.view
    purchase = weights.purchase / weights.view
    recently = now.advanced(byMilliseconds: -7 * Timestamp.millisecondsPerDay)
    self.now = now
    self.arithmetic = arithmetic
    viewScore = arithmetic.popularity.logScore(weight: weights.view, at: now)
  }

  /// A score as a number of views now.
  func worth(_ z: Double) -> Double { exp(z - viewScore) }

  /// What an event of the time is worth of the same event now.
  func decay(since time: Timestamp) -> Double {
    exp2(-Double(now.milliseconds - time.milliseconds) / Double(arithmetic.popularity.halfLife))
  }

  /// The lowest score with a rank key.
  func score(ofKey key: Int64) -> Double { Double(key - arithmetic.offset) / 1_000 }

  /// How many views now lift a product from a score past another one's place, at least 1.
  func views(from z: Double, past place: Keyset, for id: Int64) -> Double {
    let key = id > place.id ? place.sortKey : place.sortKey + 1
    return max((worth(score(ofKey: key)) - worth(z)).rounded(.up), 1)
  }
}
