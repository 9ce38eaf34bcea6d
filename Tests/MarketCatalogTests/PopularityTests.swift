import Foundation
import MarketCatalog
import TestSupport
import Testing

@Suite("Popularity")
struct PopularityTests {
  let popularity = Popularity()
  let created = Timestamp(milliseconds: 1_767_225_600_000)

  private func score(_ events: [(EventKind, Timestamp)]) -> Double {
    let floor = popularity.birthScore(createdAt: created)
    return events.reduce(floor) { z, event in
      popularity.score(z, after: event.0, at: event.1, floor: floor)
    }
  }

  @Test("scores order as the direct sum of halved weights does, at any later moment")
  func forwardDecay() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let weights: [EventKind: Double] = [.view: 1, .like: 8, .purchase: 40]
    let halfLife = Double(popularity.halfLife)
    let now = created.advanced(byMilliseconds: 30 * Timestamp.millisecondsPerDay)
    var products: [(z: Double, direct: Double)] = []
    for _ in 0..<300 {
      let events = (0..<random.integer(in: 0...40)).map { _ in
        (
          random.pick([EventKind.view, .like, .purchase]),
          created.advanced(byMilliseconds: Int64(random.integer(in: 0...2_591_999_999)))
        )
      }
      let ages = [(Popularity.birthWeight, created)] + events.map { (weights[$0.0] ?? 0, $0.1) }
      let direct = ages.reduce(0.0) { sum, event in
        let age = Double(now.milliseconds - event.1.milliseconds)
        return sum + event.0 * pow(2, -age / halfLife)
      }
      products.append((score(events), direct))
    }
    for pair in zip(products, products.shuffled()) {
      guard abs(log(pair.0.direct) - log(pair.1.direct)) > 1e-6 else { continue }
      #expect((pair.0.z < pair.1.z) == (pair.0.direct < pair.1.direct), "seed \(seed)")
    }
  }

  /// Half-lives of minutes, of days and of years.
  @Test("ten years of clock order as the direct sum does", arguments: [0.01, 1, 72, 8_760, 87_600])
  func tenYears(hours: Double) {
    let seed = UInt64(hours * 100)
    var random = SplitMix64(seed: seed)
    let popularity = Popularity(halfLifeMilliseconds: Int64(hours * 3_600_000))
    let weights: [EventKind: Double] = [.view: 1, .like: 8, .purchase: 40]
    let span = 3_652 * Timestamp.millisecondsPerDay
    let now = Popularity.landmark.advanced(byMilliseconds: span)
    /// ln Σ w · 2^(−age / half-life), its largest term taken out: most sums are too small for a double.
    func direct(_ terms: [(weight: Double, at: Timestamp)]) -> Double {
      let logs = terms.map { term in
        let age = Double(now.milliseconds - term.at.milliseconds)
        return log(term.weight) - log(2) * age / Double(popularity.halfLife)
      }
      let largest = logs.max() ?? 0
      return largest + log(logs.reduce(0) { $0 + exp($1 - largest) })
    }
    var products: [(z: Double, direct: Double)] = []
    func add(_ events: [(kind: EventKind, at: Timestamp)], created: Timestamp) {
      var z = popularity.birthScore(createdAt: created)
      for event in events {
        z = popularity.score(z, after: event.kind, at: event.at, floor: z)
      }
      products.append(
        (
          z,
          direct(
            [(Popularity.birthWeight, created)] + events.map { (weights[$0.kind] ?? 0, $0.at) })
        ))
    }
    // As many milliseconds as make a difference of two millionths in the logarithm.
    let moment = Int64((2e-6 / log(2) * Double(popularity.halfLife)).rounded(.up))
    for _ in 0..<1_000 {
      // Some products have their events within an hour, some over all the time.
      let width = random.pick([3_600_000, 86_400_000, 2_592_000_000, Int(span)])
      let start = random.integer(in: 0...Int(span) - width)
      let created = Popularity.landmark.advanced(byMilliseconds: Int64(start))
      let events = (0..<random.integer(in: 0...60)).map { _ in
        (
          kind: random.pick([EventKind.view, .view, .like, .purchase]),
          at: created.advanced(byMilliseconds: Int64(random.integer(in: 0...width)))
        )
      }
      add(events, created: created)
      // Another one hardly differs: all the same a moment later, told in another order.
      if random.oneIn(4) {
        add(
          events.shuffled(using: &random).map {
            ($0.kind, $0.at.advanced(byMilliseconds: moment))
          }, created: created.advanced(byMilliseconds: moment))
      }
    }
    // By the direct sum: whoever comes later by more than a millionth must have the larger score, so
    // the largest score so far is compared with each.
    products.sort { $0.direct < $1.direct }
    var (faults, largest, next) = (0, -Double.infinity, 0)
    for product in products {
      while products[next].direct < product.direct - 1e-6 {
        largest = max(largest, products[next].z)
        next += 1
      }
      if product.z <= largest { faults += 1 }
    }
    #expect(faults == 0, "of \(products.count) products, seed \(seed)")
    #expect(next > 900)
  }

  @Test("an unlike takes back its like, and never more than there is")
  func unlike() {
    let later = created.advanced(byMilliseconds: 1_000_000)
    let viewed = score([(.view, later)])
    let taken = score([(.view, later), (.like, later), (.unlike, later)])
    #expect(abs(taken - viewed) < 1e-9)
    #expect(score([(.unlike, later)]) == popularity.birthScore(createdAt: created))
  }

  @Test("without events the newer ranks first; a half-life later a like counts half")
  func ageing() {
    let day = Timestamp.millisecondsPerDay
    let newer = created.advanced(byMilliseconds: day)
    #expect(
      popularity.birthScore(createdAt: newer) > popularity.birthScore(createdAt: created))
    let difference =
      popularity.logScore(weight: 8, at: created.advanced(byMilliseconds: popularity.halfLife))
      - popularity.logScore(weight: 16, at: created)
    #expect(abs(difference) < 1e-9)
  }

  @Test("a rank key is the score in thousandths, rounded down")
  func rankKeys() {
    #expect(Popularity.rankKey(of: 1.2349) == 1_234)
    #expect(Popularity.rankKey(of: -0.0001) == -1)
  }

  @Test("three million events on one product still move it")
  func saturation() {
    var z = popularity.birthScore(createdAt: created)
    let floor = z
    for _ in 0..<3_000_000 {
      let next = popularity.score(z, after: .view, at: created, floor: floor)
      #expect(next > z)
      guard next > z else { return }
      z = next
    }
    #expect(abs(z - popularity.logScore(weight: 3_000_000.5, at: created)) < 1e-6)
    // In the feed places change with the thousandth: the product just above is passed by as many
    // views as make two of them, and no sooner than by what one of them lacks.
    let above = popularity.logScore(weight: 3_003_002, at: created)
    #expect(Popularity.rankKey(of: z) < Popularity.rankKey(of: above))
    var views = 0
    while Popularity.rankKey(of: z) <= Popularity.rankKey(of: above), views < 10_000 {
      z = popularity.score(z, after: .view, at: created, floor: floor)
      views += 1
    }
    #expect((3_001...6_010).contains(views), "\(views) views")
  }
}
