import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Packed cards")
struct CardRecordTests {
  private func unpack(_ bytes: [UInt8], id: Int64) throws(StoreError) -> ProductCard {
    try CardRecord.unpack(bytes.span, id: id)
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
      let packed = CardRecord.pack(card)
      #expect(try unpack(packed, id: card.id) == card, "seed \(seed)")
      #expect(CardRecord.stock(packed.span) == card.stock)
    }
  }

  @Test("damaged bytes are an error, never a trap")
  func damage() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let packed = CardRecord.pack(random.product().card)
    for length in 0..<packed.count {
      #expect(throws: StoreError.self) { try unpack(Array(packed.prefix(length)), id: 1) }
    }
    for _ in 0..<20_000 {
      var bytes = packed
      bytes[random.integer(in: 0...(bytes.count - 1))] = UInt8(truncatingIfNeeded: random.next())
      do throws(StoreError) {
        _ = try unpack(bytes, id: 1)
      } catch {
        guard case .corrupt = error else {
          Issue.record("seed \(seed): \(error)")
          return
        }
      }
    }
  }
}
