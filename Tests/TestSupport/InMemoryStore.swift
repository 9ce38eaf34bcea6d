public import MarketCatalog
public import MarketJSON

/// The oracle of every store: arrays and plain sorting, slow and obviously right.
///
/// Confined to one thread, like every reader. Each write raises ``StoreVersion/catalogVersion``, each
/// raised rank makes a new generation, and so does a tick; a walk reads the places that its generation
/// had, while edits and unlisting show at once.
public final class InMemoryStore: MarketScanning {
  /// A product with the places it had.
  struct Entry {
    var product: Product
    var isListed = true
    /// The popularity that recorded events have given it.
    var z: Double
    /// The rank key from each generation on, oldest first.
    var ranks: [(generation: Int64, rankKey: Int64)]

    /// The rank key at a generation, or nil when the product did not exist then.
    func rankKey(at generation: Int64) -> Int64? {
      ranks.last { $0.generation <= generation }?.rankKey
    }
  }

  /// A product at its place in a feed.
  private struct Place {
    var keyset: Keyset
    var card: ProductCard
  }

  /// How long the store's cursors live.
  public let policy: CursorPolicy
  var entries: [Int64: Entry] = [:]
  var current = StoreVersion(generation: 1, catalogVersion: 1)
  /// What was recorded.
  var log = EventLog()
  private var lastID: Int64 = 0
  private var keptTokens: [(hash: [UInt8], token: AccessToken)] = []
  /// The vendors that tokens may be for; nil for all.
  public var vendorIDs: Set<Int64>?

  /// Makes an empty store.
  public init(policy: CursorPolicy = CursorPolicy()) {
    self.policy = policy
  }

  // MARK: Reading

  /// Does nothing: who reads this store holds it, so that nobody writes meanwhile.
  public func beginSnapshot() {}

  /// Does nothing.
  public func endSnapshot() {}

  /// The present version.
  public func version() throws(StoreError) -> StoreVersion { current }

  /// One slice: filter everything, sort everything, take what follows the cursor.
  public func slice(_ query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedSlice {
    var generation = current.generation
    var after = Keyset.start
    var startedAt = policy.walkStart(at: now)
    if let cursor = query.cursor {
      do throws(CursorError) {
        let payload = try CursorPayload(decoding: cursor)
        try payload.check(against: query, policy: policy, at: now)
        guard (1...current.generation).contains(payload.generation) else {
          throw .malformed
        }
        (generation, after) = (payload.generation, payload.keyset)
        startedAt = payload.startedAt
      } catch {
        throw .cursor(error)
      }
    }
    let rest = places(page: query.page, filter: query.filter, generation: generation)
      .filter { Self.comesBefore(after, $0.keyset) }
    let items = rest.prefix(query.limit)
    var next: Cursor?
    if rest.count > query.limit, let last = items.last {
      next =
        CursorPayload(
          page: query.page, filterFingerprint: query.filter.fingerprint, generation: generation,
          keyset: last.keyset, startedAt: startedAt
        ).encoded()
    }
    return FeedSlice(generation: generation, items: items.map(\.card), next: next)
  }

  /// The listed product with the given id, or nil.
  public func product(_ id: Int64) throws(StoreError) -> Product? {
    guard let entry = entries[id], entry.isListed else { return nil }
    return entry.product
  }

  /// The listed products among the ids, in the order of the ids.
  public func products(_ ids: [Int64]) throws(StoreError) -> [ProductCard] {
    var cards: [ProductCard] = []
    for id in ids {
      if let product = try product(id) { cards.append(product.card) }
    }
    return cards
  }

  /// How many listed products pass a filter: one by one.
  public func count(_ filter: FeedFilter) throws(StoreError) -> Int64? {
    Int64(entries.values.count { $0.isListed && filter.passes($0.product) })
  }

  /// How many listed products each category has.
  public func categories() throws(StoreError) -> [CategoryCount] {
    let cards = entries.values.filter(\.isListed).map(\.product.card)
    return Set(cards.map(\.category)).sorted().map { slug in
      let inside = cards.filter { $0.category == slug }
      return CategoryCount(
        slug: slug, listed: Int64(inside.count),
        inStock: Int64(inside.count { !$0.isSoldOut }))
    }
  }

  /// The whole feed in its order, as the newest generation has it.
  public func feed(_ page: Page, filter: FeedFilter = .all) -> [ProductCard] {
    places(page: page, filter: filter, generation: current.generation).map(\.card)
  }

  private func places(page: Page, filter: FeedFilter, generation: Int64) -> [Place] {
    var places: [Place] = []
    for entry in entries.values where entry.isListed {
      let card = entry.product.card
      guard filter.passes(entry.product) else { continue }
      guard let rankKey = entry.rankKey(at: generation) else { continue }
      let sortKey =
        switch page.feed.sortKey {
        case .createdAt: card.createdAt.milliseconds
        case .rankKey: rankKey
        }
      places.append(Place(keyset: Keyset(sortKey: sortKey, id: card.id), card: card))
    }
    return places.sorted { Self.comesBefore($0.keyset, $1.keyset) }
  }

  /// Both keys descending: the order of every feed.
  private static func comesBefore(_ left: Keyset, _ right: Keyset) -> Bool {
    (left.sortKey, left.id) > (right.sortKey, right.id)
  }

  // MARK: Writing

  /// Adds a product and returns its id.
  ///
  /// The card's own id is ignored: ids count from 1. Without a rank key the product ranks as one
  /// without events.
  @discardableResult
  public func insert(_ product: Product, rankKey: Int64? = nil) -> Int64 {
    lastID += 1
    var product = product
    product.card.id = lastID
    let birth = Popularity().birthScore(createdAt: product.card.createdAt)
    entries[lastID] = Entry(
      product: product, z: birth,
      ranks: [(current.generation, rankKey ?? Popularity.rankKey(of: birth))])
    current.catalogVersion += 1
    return lastID
  }

  /// Adds a product that has nothing but a card.
  @discardableResult
  public func insert(_ card: ProductCard, rankKey: Int64? = nil) -> Int64 {
    insert(
      Product(
        card: card, description: "", images: [],
        source: ProductSource(name: "test", id: String(lastID + 1))),
      rankKey: rankKey)
  }

  /// Changes a product in place; false when there is none with the id.
  @discardableResult
  public func edit(_ id: Int64, _ change: (inout Product) -> Void) -> Bool {
    guard var entry = entries[id] else { return false }
    change(&entry.product)
    entry.product.card.id = id
    entries[id] = entry
    current.catalogVersion += 1
    return true
  }

  /// Unlists a product; false when no listed one has the id.
  @discardableResult
  public func remove(_ id: Int64) -> Bool {
    guard entries[id]?.isListed == true else { return false }
    entries[id]?.isListed = false
    current.catalogVersion += 1
    return true
  }

  /// Gives a product another rank key, and counts to go with it, in a new generation; false when
  /// there is none with the id.
  @discardableResult
  public func setRank(_ id: Int64, to rankKey: Int64, counts: ProductCounts? = nil) -> Bool {
    guard entries[id] != nil else { return false }
    current.generation += 1
    entries[id]?.ranks.append((current.generation, rankKey))
    if let counts { entries[id]?.product.card.counts = counts }
    return true
  }
}

// MARK: Tokens

extension InMemoryStore: TokenKeeping {
  /// Adds a token; one after the other is compared.
  public func addToken(
    _ draft: TokenDraft, at now: Timestamp
  ) throws(StoreError) -> AccessToken {
    if case .vendor(let id) = draft.role, vendorIDs?.contains(id) == false {
      throw .constraint(detail: "no vendor")
    }
    guard !keptTokens.contains(where: { $0.hash == draft.secretHash }) else {
      throw .constraint(detail: "a known hash")
    }
    let token = AccessToken(
      id: Int64(keptTokens.count + 1), name: draft.name, role: draft.role, createdAt: now,
      expiresAt: draft.expiresAt)
    keptTokens.append((draft.secretHash, token))
    return token
  }

  /// Every token, by id.
  public func tokens() throws(StoreError) -> [AccessToken] { keptTokens.map(\.token) }

  /// Takes a token back for good; false when there is none with the id.
  public func revokeToken(_ id: Int64, at now: Timestamp) throws(StoreError) -> Bool {
    guard let index = keptTokens.firstIndex(where: { $0.token.id == id }) else { return false }
    let earlier = keptTokens[index].token.revokedAt
    keptTokens[index].token.revokedAt = earlier ?? now
    return true
  }
}

extension InMemoryStore: Authorizing {
  /// The token whose secret has the hash, or nil.
  public func token(withHash hash: [UInt8]) throws(StoreError) -> AccessToken? {
    keptTokens.first { $0.hash == hash }?.token
  }

  /// Whose a product is, listed or not; nil when there is none with the id.
  public func ownership(ofProduct id: Int64) throws(StoreError) -> ProductOwnership? {
    entries[id].map {
      ProductOwnership(vendorID: $0.product.card.vendor?.id, isListed: $0.isListed)
    }
  }
}
