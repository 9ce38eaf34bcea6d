import MarketCatalog
import MarketText

/// The explanation of a rank in words that a shopkeeper understands.
struct RankStory {
  private let rank: RankExplanation

  init(_ rank: RankExplanation) {
    self.rank = rank
  }

  /// The lines, an empty one between what belongs together.
  var lines: [String] {
    var parts = [[product, place], worth, [weights]]
    if rank.waitingEvents > 0 { parts.append([waiting]) }
    parts.append(neighbours)
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var product: String { Self.named(rank.card.id, rank.card.name) }

  private static func named(_ id: Int64, _ name: String) -> String { "#\(id) \(name.displayable)" }

  private var place: String {
    let feed = Page.popularProduct.title(in: .korean)
    guard let place = rank.place else {
      return "behind the first \(rank.placesCounted.grouped) of \(rank.listed.grouped) in \(feed)"
    }
    return "place \(place.grouped) of \(rank.listed.grouped) in \(feed)"
  }

  // MARK: What it counts like

  private var worth: [String] {
    var lines = [
      told(rank.views, "view", "views"), told(rank.likes, "like", "likes"),
      told(rank.purchases, "purchase", "purchases"),
    ].compactMap { $0 }
    if rank.unweighedPurchases > 0 {
      let one = rank.unweighedPurchases == 1
      lines.append(
        "\(rank.unweighedPurchases.grouped) \(one ? "purchase" : "purchases") that its own seller told "
          + "of \(one ? "counts" : "count") like nothing here")
    }
    if let earlier = rank.earlierWorth {
      lines.append(
        "what was recorded before the last \(rank.eventsLookedAt.grouped) events was not looked at, "
          + "and \(count(like: earlier))")
    }
    lines.append(
      "its creation on \(rank.card.createdAt.rfc3339.prefix(10)) \(count(like: rank.birthWorth))")
    lines.append("together \(Self.views(rank.worth)) today")
    return lines
  }

  private func told(_ part: RankPart, _ one: String, _ many: String) -> String? {
    guard part.count != 0 else { return nil }
    let recent =
      part.recentCount == part.count
      ? (part.count == 1 ? "" : "all ")
      : (part.recentCount == 0 ? "none " : "\(part.recentCount.grouped) ")
    let count = "\(part.count.grouped) \(part.count == 1 ? one : many)"
    let verb = part.count == 1 ? "counts" : "count"
    let when =
      part.count == 1 && part.recentCount == 0
      ? "more than 7 days ago" : "\(recent)in the last 7 days"
    return "\(count), \(when), \(verb) like \(Self.views(part.worth)) today (\(share(part.worth)))"
  }

  private func count(like worth: Double) -> String {
    "counts like \(Self.views(worth)) today (\(share(worth)))"
  }

  private func share(_ worth: Double) -> String {
    let share = worth / rank.worth * 100
    guard share.isFinite else { return "- %" }
    return share > 0 && share < 0.5 ? "under 1 %" : "\(Int64(share.rounded())) %"
  }

  private var weights: String {
    let weights = rank.popularity.weights
    let hours = (Double(rank.popularity.halfLife) / 3_600_000).plain
    return "a like counts like \(Self.views(weights.like / weights.view)), a purchase like "
      + "\(Self.views(weights.purchase / weights.view)), and all of it half after \(hours) hours"
  }

  private var waiting: String {
    "\(rank.waitingEvents.grouped) recorded events of all products wait for the next tick"
  }

  // MARK: Neighbours

  private var neighbours: [String] {
    var lines: [String] = []
    if let above = rank.above {
      let place = rank.place.map { ", place \(($0 - 1).grouped)," } ?? ""
      lines.append(
        "to pass \(Self.named(above.id, above.name))\(place) it needs \(needed(above.distance))")
    } else {
      lines.append("nothing is before it")
    }
    if let below = rank.below {
      let place = rank.place.map { ", place \(($0 + 1).grouped)," } ?? ""
      lines.append(
        "\(Self.named(below.id, below.name))\(place) passes it with \(needed(below.distance))")
    }
    return lines
  }

  /// A number of views, or what else gives as much.
  private func needed(_ views: Double) -> String {
    let weights = rank.popularity.weights
    let others = [
      (weights.like, "like", "likes"), (weights.purchase, "purchase", "purchases"),
    ].map { weight, one, many in
      let count = max((views * weights.view / weight).rounded(.up), 1)
      return "\(Self.number(count)) \(count == 1 ? one : many)"
    }
    return
      "\(Self.number(views)) more \(views == 1 ? "view" : "views") today, or "
      + others.joined(separator: ", or ")
  }

  // MARK: Numbers

  private static func views(_ worth: Double) -> String {
    "\(number(worth)) \(worth == 1 ? "view" : "views")"
  }

  /// As many digits as someone wants to read.
  static func number(_ value: Double) -> String {
    switch value {
    case ..<0.005: value > 0 ? "less than 0.01" : "0"
    case ..<100 where value != value.rounded(): hundredths(value)
    case ..<1e15: Int64(value.rounded()).grouped
    case let value: value.isNaN ? "no number of" : "more than \(Int64(1e15).grouped)"
    }
  }

  private static func hundredths(_ value: Double) -> String {
    let hundredths = Int64((value * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension Int64 {
  /// The number with a comma between groups of three digits.
  var grouped: String {
    var text = ""
    for (place, digit) in String(magnitude).reversed().enumerated() {
      if place > 0, place.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }
}
