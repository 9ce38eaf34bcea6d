import MarketCatalog

/// Who looked at, liked and bought the products of the seed shop: a long tail, in which few products
/// have most of the visits and which ones has nothing to do with their age.
struct SeedVisits {
  private let count: Int
  private let asOf: Timestamp
  /// The number of visits of a product at a rank is `scale / (rank + flatness)`.
  private let scale: Double
  /// How many visitors there are: a power of two, above what any product has.
  private let visitorCount: Int
  /// An index times this, modulo the count, is a rank: a permutation without a table.
  private let step: Int
  private let shift: Int

  private static let flatness = 3.0

  init(count: Int, randomSeed: UInt64, asOf: Timestamp) {
    self.count = count
    self.asOf = asOf
    var sum = 0.0
    for rank in 0..<count { sum += 1 / (Double(rank) + Self.flatness) }
    scale = count > 0 ? Double(20_000 + count) / sum : 0
    var visitors = 1_024
    while Double(visitors) < max(2 * scale / Self.flatness, Double(count) / 8) { visitors *= 2 }
    visitorCount = visitors
    var random = SeedRandom(seed: randomSeed, stream: 2, index: 0)
    shift = count > 0 ? random.below(count) : 0
    // Near the golden section neighbours land far apart.
    var step = max(Int(Double(count) * 0.618), 1) + random.below(97)
    while Self.greatestCommonDivisor(step, max(count, 1)) > 1 { step += 1 }
    self.step = step
  }

  /// How the visits of a product lie in time.
  private enum Course {
    case rising, steady, fading
  }

  /// The visits of a product: views by time, then likes, then purchases.
  ///
  /// Nobody looks at a product twice, and only who looked likes or buys. All of it lies after the
  /// creation, within the time for which events are kept, and before the end.
  func visits(of index: Int, createdAt: Timestamp, random: inout SeedRandom) -> [SeedEvent] {
    let rank = (index * step + shift) % count
    let total = random.rounded(scale / (Double(rank) + Self.flatness))
    let kept = asOf.advanced(byMilliseconds: 10 * Timestamp.millisecondsPerDay - Event.memory)
    let begin = max(createdAt.advanced(byMilliseconds: 1_000), kept).milliseconds
    let width = asOf.milliseconds - begin - 1
    guard total > 0, width > 0 else { return [] }

    let likes = min(random.rounded(Double(total) * (0.05 + 0.13 * random.unit())), total / 3)
    let purchases = min(random.rounded(Double(total) * (0.01 + 0.05 * random.unit())), total / 4)
    let views = total - likes - purchases
    let course = Self.course(isHot: rank * 10 < count, &random)

    // An odd stride walks through all of a power of two before it meets anyone again.
    let stride = random.below(visitorCount) | 1
    let first = random.below(visitorCount)
    var events: [SeedEvent] = []
    events.reserveCapacity(total)
    for place in 0..<views {
      let part = (Double(place) + random.unit()) / Double(views)
      let offset: Double =
        switch course {
        case .rising: 1 - (1 - part) * (1 - part) * (1 - part)
        case .steady: part
        case .fading: part * part * part
        }
      let moment = begin + Int64(Double(width) * offset)
      events.append(
        SeedEvent(
          kind: .view, actor: Int64((first + place * stride) & (visitorCount - 1)),
          occurredAt: Timestamp(milliseconds: moment)))
    }
    func follow(_ kind: EventKind, number: Int, within milliseconds: Int) {
      for place in 0..<number {
        let view = events[place * views / number]
        let moment = view.occurredAt.milliseconds + 2_000 + Int64(random.below(milliseconds))
        events.append(
          SeedEvent(
            kind: kind, actor: view.actor,
            occurredAt: Timestamp(milliseconds: min(moment, begin + width))))
      }
    }
    follow(.like, number: likes, within: 300_000)
    follow(.purchase, number: purchases, within: 1_800_000)
    return events
  }

  private static func course(isHot: Bool, _ random: inout SeedRandom) -> Course {
    let draw = random.below(100)
    if isHot { return draw < 50 ? .rising : draw < 90 ? .steady : .fading }
    return draw < 15 ? .rising : draw < 50 ? .steady : .fading
  }

  private static func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
    right == 0 ? left : greatestCommonDivisor(right, left % right)
  }
}
