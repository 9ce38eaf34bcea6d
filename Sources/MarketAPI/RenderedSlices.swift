import HTTPServer

/// A first slice as bytes, in each coding that was asked for.
final class RenderedSlice {
  let answer: Answer
  /// The whole answer in no coding.
  var identity: Response?
  /// The whole answer in gzip, or in no coding where gzip does not gain.
  var gzip: Response?

  init(_ answer: Answer) {
    self.answer = answer
  }

  /// The most bytes that the slice comes to hold.
  var cost: Int { answer.body.count * 2 + 2_048 }
}

/// The first slices of feeds that a loop has rendered, by the target exactly as it was sent.
///
/// All of them belong to one ``Freshness``. Bounded by count and bytes; the oldest goes first.
struct RenderedSlices {
  private let countLimit: Int
  private let byteLimit: Int
  /// The slices in the order in which they came.
  ///
  /// A target is compared with each: most differ in length, so that this costs less than hashing it.
  private var slices: [(target: [UInt8], slice: RenderedSlice)] = []
  private var freshness: Freshness?
  private var byteCount = 0

  init(countLimit: Int = 64, byteLimit: Int = 4_194_304) {
    self.countLimit = countLimit
    self.byteLimit = byteLimit
  }

  /// How many slices are kept.
  var count: Int { slices.count }

  /// The slice that was rendered for a target; right only while ``areFresh(at:)``.
  subscript(target: ArraySlice<UInt8>) -> RenderedSlice? {
    for entry in slices where entry.target.count == target.count {
      if target.elementsEqual(entry.target) { return entry.slice }
    }
    return nil
  }

  /// Whether what is kept is what would be rendered now.
  func areFresh(at present: Freshness) -> Bool {
    freshness?.rendersAlike(present) ?? false
  }

  /// Keeps a slice that was rendered now, and nothing older than it.
  mutating func insert(_ slice: RenderedSlice, for target: [UInt8], at present: Freshness) {
    if !areFresh(at: present) {
      slices.removeAll(keepingCapacity: true)
      byteCount = 0
      freshness = present
    }
    guard slice.cost <= byteLimit, self[target[...]] == nil else { return }
    while slices.count >= countLimit || byteCount + slice.cost > byteLimit {
      byteCount -= slices.removeFirst().slice.cost
    }
    slices.append((target, slice))
    byteCount += slice.cost
  }
}
