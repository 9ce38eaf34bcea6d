import MarketCatalog
import MarketData
import MarketText

/// A small shop in memory for someone who has no store yet: nobody must set anything up to see the
/// tabs, and nothing stays behind.
struct DemoShop: FeedReading, ProductReading, Sendable {
  private struct Place: Sendable {
    let keyset: Keyset
    let card: ProductCard
  }

  /// How many products the shop has.
  private static let count = 200

  /// The product with the id n at the place n - 1.
  private let products: [Product]
  /// For each page its feed.
  private let feeds: [[Place]]
  private let policy = CursorPolicy()

  /// Makes the shop as it would be at a moment.
  init(asOf now: Timestamp) throws(StoreError) {
    try self.init(SeedShop(count: Self.count, randomSeed: 1, asOf: now))
  }

  /// Makes a shop that a store seeded with the same one could not be told from.
  init(_ shop: SeedShop) throws(StoreError) {
    var products: [Product] = []
    var rankKeys: [Int64] = []
    var vendorIDs: [String: Int64] = [:]
    for index in 0..<shop.count {
      let seed = shop.product(at: index)
      let (counts, z) = try Popularity().standing(of: seed)
      let vendor = seed.draft.vendorName.map { name in
        let id = vendorIDs[name] ?? Int64(vendorIDs.count + 1)
        vendorIDs[name] = id
        return Vendor(id: id, name: name)
      }
      products.append(
        Product(
          card: ProductCard(
            id: Int64(index + 1), name: seed.draft.name, price: seed.draft.price,
            originalPrice: seed.draft.originalPrice, stock: seed.draft.stock,
            category: seed.draft.category, vendor: vendor, thumbnail: seed.draft.thumbnail,
            counts: counts, createdAt: seed.createdAt, updatedAt: seed.createdAt),
          description: seed.draft.description,
          images: seed.draft.images.isEmpty
            ? [seed.draft.thumbnail].compactMap { $0 } : seed.draft.images,
          source: ProductSource(name: "demo", id: String(index + 1))))
      rankKeys.append(Popularity.rankKey(of: z))
    }
    self.products = products
    feeds = Page.allCases.map { page in
      zip(products, rankKeys)
        .map { product, rankKey in
          let sortKey =
            switch page.feed.sortKey {
            case .createdAt: product.card.createdAt.milliseconds
            case .rankKey: rankKey
            }
          return Place(
            keyset: Keyset(sortKey: sortKey, id: product.card.id), card: product.card)
        }
        .sorted { $0.keyset.comesBefore($1.keyset) }
    }
  }

  func slice(_ query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedSlice {
    var after = Keyset.start
    var startedAt = policy.walkStart(at: now)
    if let cursor = query.cursor {
      do throws(CursorError) {
        let payload = try CursorPayload(decoding: cursor)
        try payload.check(against: query, policy: policy, at: now)
        (after, startedAt) = (payload.keyset, payload.startedAt)
      } catch {
        throw .cursor(error)
      }
    }
    let rest = feeds[query.page.rawValue].filter { place in
      after.comesBefore(place.keyset) && query.filter.matches(place.card)
        && hasWords(of: query.filter, place.card.id)
    }
    let items = rest.prefix(query.limit)
    var next: Cursor?
    if rest.count > query.limit, let last = items.last {
      next =
        CursorPayload(
          page: query.page, filterFingerprint: query.filter.fingerprint, generation: 0,
          keyset: last.keyset, startedAt: startedAt
        ).encoded()
    }
    return FeedSlice(generation: 0, items: items.map(\.card), next: next)
  }

  /// Whether a product has the words of a filter in its name or description.
  private func hasWords(of filter: FeedFilter, _ id: Int64) -> Bool {
    guard !filter.words.isEmpty else { return true }
    let product = products[Int(id - 1)]
    let texts = [FoldedText(product.card.name), FoldedText(product.description)]
    return filter.words.allSatisfy { word in
      texts.contains { $0.contains(word.unicodeScalars.map(\.value)) }
    }
  }

  func product(_ id: Int64) throws(StoreError) -> Product? {
    id >= 1 && id <= Int64(products.count) ? products[Int(id - 1)] : nil
  }

  func products(_ ids: [Int64]) throws(StoreError) -> [ProductCard] {
    var cards: [ProductCard] = []
    for id in ids {
      if let product = try product(id) { cards.append(product.card) }
    }
    return cards
  }
}

extension Keyset {
  /// Whether the place comes before another one of its feed: both keys descend.
  fileprivate func comesBefore(_ other: Keyset) -> Bool {
    (sortKey, id) > (other.sortKey, other.id)
  }
}
