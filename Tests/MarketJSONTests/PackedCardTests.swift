import MarketCatalog
import MarketJSON
import TestSupport
import Testing

@Suite("Packed cards")
struct PackedCardTests {
  private func unpack(_ bytes: [UInt8], id: Int64) throws(PackedCard.Fault) -> ProductCard {
    try PackedCard.card(id: id, in: bytes.span)
  }

  /// A card with whatever a store may hold: absent parts, pictures of all sizes and places, extremes.
  private func card(_ random: inout SplitMix64) -> ProductCard {
    var card = random.product().card
    card.id = Int64(random.next() >> 1)
    if random.oneIn(5) { card.createdAt = Timestamp(milliseconds: -Int64(random.next() >> 20)) }
    if random.oneIn(2) { card.updatedAt = card.createdAt }
    if random.oneIn(5) { card.stock = .max }
    if random.oneIn(5) { card.price.amountMinor = Money.acceptedPrices.upperBound }
    if random.oneIn(2) {
      let sizes = [nil, 320, 320, 0, 1_200]
      card.thumbnail = Picture(
        url: random.pick([
          "/media/outer-1.svg", "/media/.svg", "/media/", ".svg", "", "/media/svg", "/MEDIA/a.svg",
          "https://example.com/\"a\".svg", "/media/한글.svg", "/media/a.svg/media/a.svg",
        ]), width: random.pick(sizes), height: random.pick(sizes))
    }
    return card
  }

  @Test("what is packed is unpacked")
  func roundTrip() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      let card = card(&random)
      let packed = PackedCard.bytes(of: card)
      #expect(try unpack(packed, id: card.id) == card, "seed \(seed)")
      #expect(PackedCard.isInStock(packed.span) == !card.isSoldOut)
    }
  }

  @Test("other counts change nothing else of what is packed")
  func counts() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      var card = card(&random)
      let packed = PackedCard.bytes(of: card)
      let numbers: [Int64] = [0, 0, 9, 10, 12_345_678_901_234_567, .max]
      card.counts = ProductCounts(
        views: random.pick(numbers), likes: random.pick(numbers), purchases: random.pick(numbers))
      #expect(
        try PackedCard.bytes(packed.span, showing: card.counts) == PackedCard.bytes(of: card),
        "seed \(seed)")
    }
  }

  @Test("damaged bytes are an error, never a trap")
  func damage() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let packed = PackedCard.bytes(of: card(&random))
    for _ in 0..<200 {
      let packed = PackedCard.bytes(of: card(&random))
      for length in 0..<packed.count {
        #expect(throws: PackedCard.Fault.self, "seed \(seed)") {
          try unpack(Array(packed.prefix(length)), id: 1)
        }
      }
    }
    for _ in 0..<20_000 {
      var bytes = packed
      bytes[random.integer(in: 0...(bytes.count - 1))] = UInt8(truncatingIfNeeded: random.next())
      // Reading the whole of it is what must not trap; whether it is a card is chance.
      do throws(PackedCard.Fault) {
        _ = try PackedCard.bytes(bytes.span, showing: ProductCounts())
        _ = try unpack(bytes, id: 1)
      } catch {
        #expect(error == .damaged, "seed \(seed)")
      }
    }
  }

  @Test("a filter made ready for packed cards lets the same cards through as one for values")
  func filters() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var matches = 0
    for _ in 0..<5_000 {
      var card = random.product().card
      if random.oneIn(2) { card.updatedAt = card.createdAt }
      // Names that look like what is searched for.
      if random.oneIn(3) {
        card.name = random.pick([
          #""category":"outer""#, "\u{0B}\"outer\"", "\u{02}500\u{03}", "\u{0A}\u{0C}7", "outer",
        ])
      }
      if random.oneIn(4) { card.price.amountMinor = Money.acceptedPrices.upperBound }
      if random.oneIn(4) { card.price.amountMinor = 0 }
      if random.oneIn(9) { card.vendor?.id = .max }
      var filter = random.filter()
      if random.oneIn(3) {
        filter.price = PriceRange(
          currency: card.price.currency,
          minimum: card.price.amountMinor + Int64(random.integer(in: -1...1)))
      }
      if random.oneIn(3) {
        filter.price = PriceRange(
          currency: card.price.currency,
          maximum: card.price.amountMinor + Int64(random.integer(in: -1...1)))
      }
      if random.oneIn(3) { filter.vendorID = card.vendor?.id }
      if random.oneIn(9) { filter.category = random.pick(["out\"er", "", "\u{0B}"]) }
      let isWanted = filter.matches(card)
      matches += isWanted ? 1 : 0
      let isLetThrough = PackedCardFilter(filter).matches(PackedCard.bytes(of: card).span)
      #expect(isLetThrough == isWanted, "seed \(seed), \(filter), \(card)")
    }
    #expect(matches > 500 && matches < 4_500)
    let isNothingLetThrough = PackedCardFilter(.all).matches([UInt8]().span)
    #expect(!isNothingLetThrough)
  }

  @Test("a filter reads damaged bytes to their end and no further")
  func damagedFilters() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var matches = 0
    for _ in 0..<5_000 {
      let card = random.product().card
      var bytes = PackedCard.bytes(of: card)
      if random.oneIn(2) { bytes = Array(bytes.prefix(random.integer(in: 0...bytes.count))) }
      if !bytes.isEmpty {
        bytes[random.integer(in: 0...(bytes.count - 1))] = UInt8(truncatingIfNeeded: random.next())
      }
      // What comes out is chance; that it comes out is the point.
      matches += PackedCardFilter(random.filter()).matches(bytes.span) ? 1 : 0
    }
    #expect(matches > 0, "seed \(seed)")
  }
}
