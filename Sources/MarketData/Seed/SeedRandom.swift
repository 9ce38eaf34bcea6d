/// Random draws that are the same on every machine for the same seed: SplitMix64.
///
/// Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. The standard
/// library's own draws from a generator may change with its version, so bounds are applied here.
struct SeedRandom {
  private var state: UInt64

  /// Begins the draws of one thing among many: `stream` tells kinds apart, `index` the things.
  init(seed: UInt64, stream: UInt64, index: Int) {
    state = Self.mix(seed &+ stream &* 0xD1B5_4A32_D192_ED03)
    state = Self.mix(state ^ UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number from 0 to `bound` − 1; `bound` must be above 0.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of a closed range.
  mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(below(Int(range.upperBound - range.lowerBound) + 1))
  }

  /// A number from 0 to just below 1.
  mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// True with a chance of `share` in a thousand.
  mutating func chance(perMille share: Int) -> Bool {
    below(1_000) < share
  }

  /// The whole number below or above `value` that makes the expectation right.
  mutating func rounded(_ value: Double) -> Int {
    let floor = value.rounded(.down)
    return Int(floor) + (unit() < value - floor ? 1 : 0)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
