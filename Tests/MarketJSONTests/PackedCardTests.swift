import MarketCatalog
import MarketJSON
import TestSupport
import Testing

@Suite("Packed cards")
struct PackedCardTests {
  private func unpack(_ bytes: [UInt8], id: Int64) throws(PackedCard.Fault) -> ProductCard {
    try PackedCard.card(id: id, in: bytes.span)
  }

  @Test("what is packed is unpacked")
  func roundTrip() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      var card = random.product().card
      card.id = Int64(random.next() >> 1)
      if random.oneIn(5) { card.createdAt = Timestamp(milliseconds: -Int64(random.next() >> 20)) }
      if random.oneIn(5) { card.stock = .max }
      if random.oneIn(5) { card.price.amountMinor = Money.acceptedPrices.upperBound }
      let packed = PackedCard.bytes(of: card)
      #expect(try unpack(packed, id: card.id) == card, "seed \(seed)")
      #expect(PackedCard.isInStock(packed.span) == !card.isSoldOut)
    }
  }

  @Test("damaged bytes are an error, never a trap")
  func damage() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let packed = PackedCard.bytes(of: random.product().card)
    for length in 0..<packed.count {
      #expect(throws: PackedCard.Fault.self) { try unpack(Array(packed.prefix(length)), id: 1) }
    }
    for _ in 0..<20_000 {
      var bytes = packed
      bytes[random.integer(in: 0...(bytes.count - 1))] = UInt8(truncatingIfNeeded: random.next())
      // Reading the whole of it is what must not trap; whether it is a card is chance.
      do throws(PackedCard.Fault) {
        _ = try unpack(bytes, id: 1)
      } catch {
        #expect(error == .damaged, "seed \(seed)")
      }
    }
  }
}
