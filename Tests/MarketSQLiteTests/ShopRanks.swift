import Foundation
import MarketCatalog

/// The popularity of products by the direct sum of what their events add, which no store computes, at
/// every generation there was.
struct ShopRanks {
  /// An event that waits for a tick.
  private struct Waiting {
    var id: Int64
    var added: Double?
    var removed: Double?
  }

  /// The generation, counted from 0.
  private(set) var generation = 0
  /// The logarithms of what is summed, by product.
  private var parts: [Int64: [Double]] = [:]
  private var waiting: [Waiting] = []
  /// The likes that may be taken back, by product: who likes it, and since when.
  private var likes: [Int64: [(actor: Int64, since: Timestamp)]] = [:]
  /// The scores that products had at each generation.
  private var scores: [[Int64: Double]] = [[:]]

  private static func part(_ weight: Double, _ time: Timestamp) -> Double {
    log(weight) + log(2) * Double(time.milliseconds - 1_577_836_800_000) / (72 * 3_600_000)
  }

  mutating func create(_ id: Int64, at time: Timestamp) {
    parts[id] = [Self.part(0.5, time)]
    scores[generation][id] = score(of: id)
  }

  mutating func delete(_ id: Int64) { parts[id] = nil }

  /// Notes an event that counts and moves no rank.
  mutating func recordUnweighed(of id: Int64) { waiting.append(Waiting(id: id)) }

  /// Notes an event; of an unlike returns who takes a like back, when there is one.
  mutating func record(_ kind: EventKind, of id: Int64, at time: Timestamp) -> Int64? {
    switch kind {
    case .view: waiting.append(Waiting(id: id, added: Self.part(1, time)))
    case .purchase: waiting.append(Waiting(id: id, added: Self.part(40, time)))
    case .like: waiting.append(Waiting(id: id, added: Self.part(8, time)))
    case .unlike:
      guard let like = likes[id]?.popLast() else { return nil }
      waiting.append(Waiting(id: id, removed: Self.part(8, like.since)))
      return like.actor
    }
    return nil
  }

  mutating func note(likeOf id: Int64, by actor: Int64, since time: Timestamp) {
    likes[id, default: []].append((actor, time))
  }

  /// Applies what waits.
  mutating func tick() {
    let counted = waiting.filter { parts[$0.id] != nil }
    waiting = []
    guard !counted.isEmpty else { return }
    for event in counted {
      if let added = event.added { parts[event.id]?.append(added) }
      if let removed = event.removed, let place = parts[event.id]?.firstIndex(of: removed) {
        parts[event.id]?.remove(at: place)
      }
    }
    generation += 1
    scores.append(Dictionary(uniqueKeysWithValues: parts.keys.map { ($0, score(of: $0)) }))
  }

  private func score(of id: Int64) -> Double {
    let parts = (parts[id] ?? []).sorted()
    let highest = parts.last ?? 0
    return highest + log(parts.reduce(0) { $0 + exp($1 - highest) })
  }

  /// What is wrong with the order of a walk at a generation, or nil: a product with a higher score than
  /// one before it, by more than the thousandth that ranks tell apart.
  func orderFault(of ids: [Int64], at generation: Int) -> String? {
    guard scores.indices.contains(generation) else {
      return "there was no generation \(generation)"
    }
    var lowest = (score: Double.infinity, id: Int64(0))
    var last = lowest
    for id in ids {
      guard let score = scores[generation][id] else {
        return "product \(id) came at generation \(generation), before it was there"
      }
      if score > lowest.score + 0.001_001 {
        return "product \(id) came behind \(lowest.id), which ranks below it"
      }
      if score == last.score, id > last.id {
        return "product \(id) came behind \(last.id), which ranks alike"
      }
      last = (score, id)
      if score < lowest.score { lowest = last }
    }
    return nil
  }
}
