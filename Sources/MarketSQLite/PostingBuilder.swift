/// The postings of one chunk while they are gathered: for each gram the products that have it.
///
/// A hash table of its own, because it takes a step for each of seventy grams of a product:
/// `Dictionary`, with a hash that withstands an attacker, would take longer than all else together.
/// Its memory is about three bytes a posting, some 14 MB for a chunk of short texts.
struct PostingBuilder {
  /// Places in ``grams`` from 1 on, and 0 for none.
  ///
  /// The count is a power of two, at least twice that of the grams.
  private var slots = [UInt32](repeating: 0, count: 1 << 12)
  private var grams: [UInt64] = []
  private var lists: [[UInt16]] = []

  /// Whether nothing was added.
  var isEmpty: Bool { grams.isEmpty }

  /// Adds the grams of a folded text of a product.
  ///
  /// The texts of a product must come one after the other, and products in the order of their ids.
  mutating func add(_ scalars: [UInt32], of place: UInt16) {
    var previous: UInt32?
    for scalar in scalars {
      if SearchGrams.isSpace(scalar) {
        previous = nil
        continue
      }
      add(SearchGrams.gram(scalar), place)
      if let previous { add(SearchGrams.gram(previous, scalar), place) }
      previous = scalar
    }
  }

  private mutating func add(_ gram: UInt64, _ place: UInt16) {
    var slot = firstSlot(of: gram)
    while true {
      let index = Int(slots[slot]) - 1
      if index < 0 { break }
      if grams[index] == gram {
        if lists[index].last != place { lists[index].append(place) }
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    grams.append(gram)
    lists.append([place])
    slots[slot] = UInt32(grams.count)
    if grams.count * 2 > slots.count { grow() }
  }

  /// Where to look for a gram first: multiplicative hashing (Donald Knuth, "The Art of Computer
  /// Programming", 6.4).
  private func firstSlot(of gram: UInt64) -> Int {
    let mixed = gram &* 0x9E37_79B9_7F4A_7C15
    return Int(mixed >> 32) & (slots.count - 1)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (index, gram) in grams.enumerated() {
      var slot = firstSlot(of: gram)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(index + 1)
    }
  }

  /// Calls `body` with each gram, ascending, and the ascending places of its products.
  func visitGrams<Failure: Error>(
    _ body: (UInt64, [UInt16]) throws(Failure) -> Void
  ) throws(Failure) {
    let order = grams.indices.sorted { grams[$0] < grams[$1] }
    for index in order { try body(grams[index], lists[index]) }
  }
}
