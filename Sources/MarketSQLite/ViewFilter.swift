/// Tells of most views of one UTC day that nobody has recorded them: a Bloom filter in blocks (Putze,
/// Sanders, Singler, 2007), each of which is one line of the processor's cache.
///
/// A view that is new, as most are, has otherwise to be looked up in a table of all views of the day,
/// where no two lie on one page. What the filter does not know to be new is looked up as before.
struct ViewFilter {
  /// The UTC day, since 1970-01-01.
  let day: Int64
  /// Whether every view of the day that is recorded is in the filter.
  private(set) var isComplete = false
  /// The last row of the table that was put in.
  private(set) var lastRow: (productID: Int64, actor: Int64) = (.min, .min)

  private static let wordsOfBlock = 8
  private var words: [UInt64]

  /// Makes an empty filter with at least `bitCount` bits.
  init(day: Int64, bitCount: Int) {
    self.day = day
    var blocks = 1
    while blocks * Self.wordsOfBlock * 64 < bitCount { blocks *= 2 }
    words = Array(repeating: 0, count: blocks * Self.wordsOfBlock)
  }

  /// Whether a view of the day may have been put in; false when it certainly was not.
  func mayContain(productID: Int64, actor: Int64) -> Bool {
    var places = Places(productID: productID, actor: actor, blockCount: blockCount)
    for _ in 0..<Places.count {
      let (word, bit) = places.next()
      if words[word] & bit == 0 { return false }
    }
    return true
  }

  /// Puts a view of the day in.
  mutating func insert(productID: Int64, actor: Int64) {
    var places = Places(productID: productID, actor: actor, blockCount: blockCount)
    for _ in 0..<Places.count {
      let (word, bit) = places.next()
      words[word] |= bit
    }
  }

  /// Puts the table's next row in.
  mutating func insertRow(productID: Int64, actor: Int64) {
    insert(productID: productID, actor: actor)
    lastRow = (productID, actor)
  }

  /// Notes that the table has no more rows.
  mutating func complete() {
    isComplete = true
  }

  private var blockCount: Int { words.count / Self.wordsOfBlock }

  /// The bits of one view, all in one block.
  private struct Places {
    static let count = 4
    private let block: Int
    private var rest: UInt64

    init(productID: Int64, actor: Int64, blockCount: Int) {
      // Actors are keyed hashes, so that nobody chooses what falls together.
      var mixed = UInt64(bitPattern: actor) ^ UInt64(bitPattern: productID) &* 0x9e37_79b9_7f4a_7c15
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      mixed ^= mixed >> 31
      // Four times nine bits choose within the block, the 28 above them the block.
      block = Int(mixed >> 36) & (blockCount - 1)
      rest = mixed
    }

    mutating func next() -> (word: Int, bit: UInt64) {
      let place = rest & 511
      rest >>= 9
      return (block * ViewFilter.wordsOfBlock + Int(place >> 6), 1 << (place & 63))
    }
  }
}
