public import MarketCatalog

/// A made-up shop in Korean that looks like one: products of every known category with plausible
/// prices, stock, dates, sellers, pictures and visits.
///
/// Each product is made when it is asked for, from the seed and its place alone: the same count,
/// seed and date give the same shop on every machine, in any order, with the memory of one product.
public struct SeedShop: Sendable {
  /// How many products the shop has.
  public let count: Int
  /// What the shop is made from.
  public let randomSeed: UInt64
  /// The present of the shop: nothing in it is later.
  public let asOf: Timestamp

  private let calendar: SeedCalendar
  private let visits: SeedVisits
  private let shelves: [SeedShelf]

  /// Plans a shop; takes about 2 ms, and 1 ms for each million products.
  ///
  /// - Parameters:
  ///   - count: How many products, from 0.
  ///   - randomSeed: Any number; another one makes another shop.
  ///   - asOf: The present of the shop.
  public init(count: Int, randomSeed: UInt64, asOf: Timestamp) {
    precondition(count >= 0, "a shop cannot have fewer than no products")
    self.count = count
    self.randomSeed = randomSeed
    self.asOf = asOf
    calendar = SeedCalendar(count: count, randomSeed: randomSeed, asOf: asOf)
    visits = SeedVisits(count: count, randomSeed: randomSeed, asOf: asOf)
    let vendorCount = min(40 + count / 500, 2_000)
    shelves = SeedVocabulary.all.map { SeedShelf($0, vendorCount: vendorCount) }
  }

  /// The product at a place from 0, oldest first, with its visits.
  public func product(at index: Int) -> SeedProduct {
    precondition((0..<count).contains(index), "the shop has no product at that place")
    var random = SeedRandom(seed: randomSeed, stream: 0, index: index)
    let createdAt = calendar.createdAt(index, draw: random.unit())
    let draft = shelves[random.below(shelves.count)].draft(&random)
    let events = visits.visits(of: index, createdAt: createdAt, random: &random)
    return SeedProduct(draft: draft, createdAt: createdAt, events: events)
  }
}
