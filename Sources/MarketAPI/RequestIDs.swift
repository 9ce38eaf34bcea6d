/// Gives out ids by which a client's report finds its line in the log: 16 hexadecimal digits.
///
/// Random-looking, so that they tell nothing about traffic; the sequence is SplitMix64's.
struct RequestIDs {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A generator that starts anywhere.
  static func random() -> RequestIDs {
    RequestIDs(seed: .random(in: .min ... .max))
  }

  mutating func next() -> String {
    state &+= 0x9e37_79b9_7f4a_7c15
    var id = state
    id = (id ^ (id >> 30)) &* 0xbf58_476d_1ce4_e5b9
    id = (id ^ (id >> 27)) &* 0x94d0_49bb_1331_11eb
    id ^= id >> 31
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
