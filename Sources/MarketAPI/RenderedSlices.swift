import Glibc
import HTTPServer

/// A first slice as bytes, in each coding that was asked for.
final class RenderedSlice {
  let answer: Answer
  /// The number of the route that it answers.
  let route: Int
  /// The whole answer in no coding.
  var identity: Response?
  /// The whole answer in gzip, or in no coding where gzip does not gain.
  var gzip: Response?

  init(_ answer: Answer, of route: Int) {
    self.answer = answer
    self.route = route
  }

  /// The most bytes that the slice comes to hold.
  var cost: Int { answer.body.count * 2 + 2_048 }
}

/// The first slices of feeds that a loop has rendered, by the target exactly as it was sent.
///
/// All of them belong to one ``Freshness``. Bounded by count and bytes; the oldest goes first. There is
/// room for those of every category, in stock and not, of both feeds.
final class RenderedSlices {
  /// How many slices are kept at most.
  var countLimit: Int
  private let byteLimit: Int
  /// The slices by the length of their target, the oldest of each length first.
  ///
  /// Most targets differ in length, so that this costs less than hashing them; one with a cursor,
  /// which is long, is compared with hardly any.
  private var groups: [Group] = []

  /// The slices whose targets have one length.
  private struct Group {
    /// The targets, one behind the other.
    var targets: [UInt8] = []
    /// Their slices, in the same order.
    var slices: [RenderedSlice] = []
  }

  /// The lengths of the targets in the order in which they came.
  private var lengths: [Int] = []
  private var freshness: Freshness?
  /// The most bytes that the slices hold.
  private(set) var byteCount = 0

  /// How many bytes a loop keeps at most: 4 MiB.
  static let byteLimit = 4_194_304

  init(countLimit: Int = 1_024, byteLimit: Int = RenderedSlices.byteLimit) {
    self.countLimit = countLimit
    self.byteLimit = byteLimit
  }

  /// How many slices are kept.
  var count: Int { lengths.count }

  /// The slice that was rendered for a target; right only while ``areFresh(at:)``.
  subscript(target: ArraySlice<UInt8>) -> RenderedSlice? {
    guard target.count < groups.count, let place = place(of: target) else { return nil }
    return groups[target.count].slices[place]
  }

  /// Which of the slices with targets of its length is a target's.
  private func place(of target: ArraySlice<UInt8>) -> Int? {
    let length = target.count
    return target.withUnsafeBytes { target in
      groups[length].targets.withUnsafeBytes { kept in
        guard let target = target.baseAddress, let kept = kept.baseAddress else { return nil }
        return (0..<groups[length].slices.count).first {
          memcmp(kept + $0 * length, target, length) == 0
        }
      }
    }
  }

  /// Whether what is kept is what would be rendered now.
  func areFresh(at present: Freshness) -> Bool {
    freshness?.rendersAlike(present) ?? false
  }

  /// Keeps a slice that was rendered now, and nothing older than it.
  func insert(_ slice: RenderedSlice, for target: [UInt8], at present: Freshness) {
    if !areFresh(at: present) {
      groups.removeAll(keepingCapacity: true)
      lengths.removeAll(keepingCapacity: true)
      byteCount = 0
      freshness = present
    }
    let cost = slice.cost + target.count
    guard cost <= byteLimit, !target.isEmpty, self[target[...]] == nil else { return }
    while count >= countLimit || byteCount + cost > byteLimit { removeOldest() }
    while groups.count <= target.count { groups.append(Group()) }
    groups[target.count].targets += target
    groups[target.count].slices.append(slice)
    lengths.append(target.count)
    byteCount += cost
  }

  private func removeOldest() {
    let length = lengths.removeFirst()
    groups[length].targets.removeFirst(length)
    byteCount -= groups[length].slices.removeFirst().cost + length
  }
}
