import Foundation
import MarketCatalog
import TestSupport

/// One thing that happens in a shop.
///
/// Steps are drawn before anything runs and name products by a number that means one of those there are,
/// so that any of them can be left out of a history: what is left is a history again.
enum ShopStep: CustomStringConvertible {
  case create(Product)
  case edit(Int, Product)
  case unlist([Int])
  case relist([Int])
  case delete(Int)
  case record(EventKind, Int, minutesAgo: Int, isWeighed: Bool = true)
  case tick
  case rebuild
  case wait(milliseconds: Int64)
  /// Opens the store again, as after a restart.
  case reopen
  /// A walker reads its next slice; one that has no walk begins one through the page under the filter.
  case read(walker: Int, Page, FeedFilter, limit: Int)

  var description: String {
    switch self {
    case .create(let product): "create \(Self.told(product))"
    case .edit(let place, let product): "edit \(place) to \(Self.told(product))"
    case .unlist(let places): "unlist \(places)"
    case .relist(let places): "relist \(places)"
    case .delete(let place): "delete \(place)"
    case .record(let kind, let place, let minutes, let isWeighed):
      "\(isWeighed ? "" : "unweighed ")\(kind) of \(place), \(minutes) minutes ago"
    case .tick: "tick"
    case .rebuild: "rebuild"
    case .wait(let milliseconds): "wait \(milliseconds) ms"
    case .reopen: "reopen"
    case .read(let walker, let page, let filter, let limit):
      "walker \(walker) reads \(limit) of \(page)\(Self.told(filter))"
    }
  }

  private static func told(_ product: Product) -> String {
    let card = product.card
    return
      "\(card.name.debugDescription) \(card.price.amountMinor) \(card.price.currency.code) stock \(card.stock) \(card.category) "
      + "\(card.vendor?.name ?? "-") \(card.createdAt.rfc3339)"
  }
}

extension ShopStep {
  /// The conditions of a filter that are set.
  static func told(_ filter: FeedFilter) -> String {
    var text = filter.inStock ? " in stock" : ""
    if let category = filter.category { text += " in \(category)" }
    if let vendorID = filter.vendorID { text += " of vendor \(vendorID)" }
    if let price = filter.price {
      text += " from \(price.minimum ?? 0) to \(price.maximum ?? .max) \(price.currency.code)"
    }
    return filter.words.isEmpty ? text : text + " with \(filter.words)"
  }
}

extension SplitMix64 {
  /// What happens in a shop, in `count` steps behind the coming of its first products.
  mutating func shopSteps(_ count: Int, from now: Timestamp) -> [ShopStep] {
    let first = integer(in: 1...max(count / 12, 2))
    return (0..<first).map { _ in .create(shopProduct(before: now)) }
      + (0..<count).flatMap { _ in oneIn(25) ? shopAbsence() : [shopStep(from: now)] }
  }

  /// A product is away for a moment, in which its rank may move.
  private mutating func shopAbsence() -> [ShopStep] {
    let place = place()
    let event = ShopStep.record(
      pick([.view, .like, .unlike, .unlike]), place, minutesAgo: integer(in: 0...3_000))
    return [event, .unlist([place])] + (oneIn(4) ? [] : [.tick]) + [.relist([place])]
  }

  private mutating func shopStep(from now: Timestamp) -> ShopStep {
    func places() -> [Int] { (0..<integer(in: 1...3)).map { _ in place() } }
    switch integer(in: 1...100) {
    case 1...6: return .create(shopProduct(before: now))
    case 7...14: return .edit(place(), shopProduct(before: now))
    case 15...20: return .unlist(places())
    case 21...26: return .relist(places())
    case 27...28: return .delete(integer(in: 0...999))
    case 29...43:
      let kind = pick([EventKind.view, .view, .like, .like, .unlike, .purchase])
      return .record(
        kind, place(), minutesAgo: integer(in: 0...3_000),
        isWeighed: kind != .purchase || oneIn(2))
    case 44...52: return .tick
    case 53: return .rebuild
    case 54...58: return .wait(milliseconds: Int64(integer(in: 1...20_000)))
    case 59: return .reopen
    case _:
      return .read(
        walker: integer(in: 0...3), pick([.latelyProduct, .popularProduct, .popularProduct]),
        oneIn(3) ? .all : filter(), limit: integer(in: 1...4))
    }
  }

  /// One of the products, half of the time one of the same few, so that much happens to them.
  private mutating func place() -> Int { integer(in: oneIn(2) ? 0...2 : 0...999) }

  /// A product as a store gives it back, made on one of ten days, so that dates often tie.
  private mutating func shopProduct(before now: Timestamp) -> Product {
    var product = product()
    product.card.name = product.card.name.precomposedStringWithCanonicalMapping
    product.card.createdAt = now.advanced(
      byMilliseconds: -Int64(integer(in: 1...10)) * Timestamp.millisecondsPerDay)
    product.card.updatedAt = product.card.createdAt
    product.card.counts = ProductCounts()
    product.images = []
    return product
  }
}

/// Leaves steps out of a history that fails for as long as it fails without them, in at most 400 tries.
///
/// Zeller, Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 2002.
func shortest(_ steps: [ShopStep], thatFails fails: ([ShopStep]) -> Bool) -> [ShopStep] {
  var steps = steps
  var size = steps.count / 2
  var tries = 0
  while size >= 1 {
    var start = 0
    while start < steps.count, tries < 400 {
      tries += 1
      var fewer = steps
      fewer.removeSubrange(start..<min(start + size, steps.count))
      if fails(fewer) { steps = fewer } else { start += size }
    }
    size /= 2
  }
  return steps
}
