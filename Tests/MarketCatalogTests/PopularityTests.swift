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
  }
}
