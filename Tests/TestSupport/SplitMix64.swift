import Foundation

/// A small seeded generator, so that a failing property can be run again from its printed seed.
///
/// Guy Steele, Doug Lea, Christine Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA
/// 2014. The same seed gives the same numbers on every machine.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator that starts at `seed`, moved by `MARKET_TEST_SEED` when that is set, as
  /// `make fuzz` does: every test then draws other input, and the number brings it back.
  public init(seed: UInt64) {
    state = seed ^ Self.offset
  }

  private static let offset = given ?? 0

  private static let given: UInt64? = {
    guard let text = ProcessInfo.processInfo.environment["MARKET_TEST_SEED"] else { return nil }
    guard let seed = UInt64(text) else {
      preconditionFailure("MARKET_TEST_SEED must be a whole number from 0 to 2^64 - 1")
    }
    return seed
  }()

  /// A generator for a test that draws other input each time, and the `MARKET_TEST_SEED` that brings
  /// its numbers back.
  public static func replayable() -> (seed: UInt64, generator: SplitMix64) {
    let seed = given ?? UInt64.random(in: .min ... .max)
    return (seed, SplitMix64(seed: seed ^ offset))
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A random integer of a closed range, reached by the same draws on every platform.
  public mutating func integer(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// True once in `count` draws on average.
  public mutating func oneIn(_ count: Int) -> Bool {
    integer(in: 1...count) == 1
  }

  /// A random element; the choices must not be empty.
  public mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[integer(in: 0...(choices.count - 1))]
  }
}
