import MarketCatalog

/// The products of one category in the seed shop: everything that can be prepared once.
final class SeedShelf: Sendable {
  private let words: SeedVocabulary
  private let vendors: [String]
  private let pictures: [[Picture]]

  init(_ words: SeedVocabulary, vendorCount: Int) {
    self.words = words
    // Sellers are dealt out to the trades in turn.
    let trade = words.trade
    let tradeCount = SeedVocabulary.Trade.allCases.count
    vendors = stride(from: trade.rawValue, to: vendorCount, by: tradeCount).map { number in
      Self.vendorName(number / tradeCount, of: trade)
    }
    pictures = ProductPicture.all.filter { $0.category == words.slug }.map { [$0.picture] }
  }

  /// The name of a trade's seller by its number: distinct up to 250.
  private static func vendorName(_ number: Int, of trade: SeedVocabulary.Trade) -> String {
    let beginnings = SeedVocabulary.vendorBeginnings
    let endings = trade.vendorEndings
    let beginning = beginnings[(number + trade.rawValue * 7) % beginnings.count]
    return beginning + " " + endings[(number / beginnings.count + number) % endings.count]
  }

  func draft(_ random: inout SeedRandom) -> ProductDraft {
    let family = words.families[random.below(words.families.count)]
    let name = Self.name(from: family, &random)
    let description = description(&random)
    let (price, originalPrice) = Self.prices(within: family.prices, &random)
    let images = pictures[random.below(pictures.count)]
    return ProductDraft(
      name: name, description: description, price: price, originalPrice: originalPrice,
      stock: stock(&random), category: words.slug, vendorName: vendor(&random),
      thumbnail: images.first, images: images)
  }

  private static func name(
    from words: SeedVocabulary.Family, _ random: inout SeedRandom
  ) -> String {
    var name = ""
    name.reserveCapacity(96)
    if random.chance(perMille: 250) {
      name += "["
      name += SeedVocabulary.makers[random.below(SeedVocabulary.makers.count)]
      name += "] "
    }
    if random.chance(perMille: 800) {
      name += words.adjectives[random.below(words.adjectives.count)]
      name += " "
    }
    if random.chance(perMille: 800) {
      name += words.materials[random.below(words.materials.count)]
      name += " "
    }
    name += words.items[random.below(words.items.count)]
    if random.chance(perMille: 600) {
      name += " "
      name += words.choices[random.below(words.choices.count)]
    }
    return name
  }

  private func description(_ random: inout SeedRandom) -> String {
    let closings = SeedVocabulary.closings
    var text = words.openings[random.below(words.openings.count)]
    let further = random.below(3)
    guard further > 0 else { return text }
    text.reserveCapacity(256)
    let first = random.below(closings.count)
    text += " "
    text += closings[first]
    if further == 2 {
      text += " "
      text += closings[(first + 1 + random.below(closings.count - 1)) % closings.count]
    }
    return text
  }

  private func stock(_ random: inout SeedRandom) -> Int64 {
    let draw = random.below(1_000)
    if draw < 60 { return 0 }
    return draw < 110 ? random.integer(in: 1...3) : random.integer(in: 4...300)
  }

  /// Some sell much more than others; one product in eight is the market's own.
  private func vendor(_ random: inout SeedRandom) -> String? {
    guard !random.chance(perMille: 125), !vendors.isEmpty else { return nil }
    let draw = random.unit()
    return vendors[Int(draw * draw * Double(vendors.count))]
  }

  private static let yen = Currency(code: "JPY")

  /// The price, mostly in won, and for one product in four what it was before.
  private static func prices(
    within range: ClosedRange<Int64>, _ random: inout SeedRandom
  ) -> (Money, Money?) {
    let draw = random.unit()
    let span = Double(range.upperBound - range.lowerBound)
    // Cheap things are more frequent than dear ones.
    let won = shopPrice(
      near: range.lowerBound + Int64(span * draw * draw), ending: random.below(100))
    let price: Money
    let grain: Int64
    switch random.below(1_000) {
    case 0..<3:
      // Fils at about 4,400 won a dinar, in quarters.
      price = Money(amountMinor: max(won * 1_000 / 4_400 / 250, 1) * 250, currency: .kwd)
      grain = 250
    case 3..<13:
      // Cents at about 1,350 won a dollar, ending in 99.
      price = Money(amountMinor: won / 1_350 * 100 + 99, currency: .usd)
      grain = 50
    case 13..<16:
      // Yen at about 9 won, ending in 80.
      price = Money(amountMinor: won / 900 * 100 + 80, currency: yen ?? .krw)
      grain = 10
    default:
      price = Money(amountMinor: won, currency: .krw)
      grain = 100
    }
    guard random.chance(perMille: 250) else { return (price, nil) }
    let percent = [5, 10, 10, 15, 20, 20, 30, 40, 50][random.below(9)] as Int64
    let before = price.amountMinor * 100 / (100 - percent)
    let original = Money(
      amountMinor: (before / grain + 1) * grain, currency: price.currency)
    return (price, original)
  }

  /// The won that a shop would ask: mostly ending in 900, now and then in 000 or 500.
  private static func shopPrice(near won: Int64, ending draw: Int) -> Int64 {
    let unit: Int64 = won >= 200_000 ? 10_000 : 1_000
    let base = won / unit * unit
    if draw < 60 { return base + unit / 10 * 9 }
    if draw < 80 { return base + unit / 2 }
    return max(base, unit)
  }
}
