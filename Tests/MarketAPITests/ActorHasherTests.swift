import MarketAPI
import Testing

@Suite struct ActorHasherTests {
  private let hasher = ActorHasher(secret: [UInt8](0..<32))

  @Test func numbersAreBelowZeroAndDiffer() {
    let numbers = (0..<1_000).map { hasher.number(of: "device-\($0)") }
    #expect(numbers.allSatisfy { $0 < 0 })
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func theNumberDependsOnActorAndSecretAlone() {
    let same = ActorHasher(secret: [UInt8](0..<32))
    let other = ActorHasher(secret: [UInt8](1..<33))
    #expect(hasher.number(of: "기기") == same.number(of: "기기"))
    #expect(hasher.number(of: "기기") != other.number(of: "기기"))
  }

  /// From `b2sum`'s algorithm with a key, by another implementation (Python's hashlib):
  /// `blake2b(b"device-1", key=bytes(range(32)), digest_size=16)`.
  @Test func theNumberIsBLAKE2b() {
    #expect(hasher.number(of: "device-1") == -8_328_400_834_946_144_328)
  }
}
