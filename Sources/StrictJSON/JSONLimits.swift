/// What a reader takes from a document before it refuses the whole.
public struct JSONLimits: Hashable, Sendable {
  /// How deep arrays and objects may be nested, from 1; at most 512.
  public var depth: Int
  /// How many values the document may have in all: what bounds the memory, since a value takes up
  /// to 300 bytes.
  public var values: Int
  /// Whether a number that a 64-bit float cannot hold exactly is refused wherever it stands.
  ///
  /// When false, only the numbers that are read are checked, by their shortest form, so that a
  /// foreign file may have `3.3333333333333335` in a member that nobody reads.
  public var refusesInexactNumbers: Bool
  /// Whether a byte-order mark at the beginning is ignored, as for files.
  public var ignoresByteOrderMark: Bool
  /// How many faults are kept; further ones are only counted.
  public var faults: Int

  /// Makes limits; the depth is brought into 1…512.
  public init(
    depth: Int = 64, values: Int = 100_000, refusesInexactNumbers: Bool = true,
    ignoresByteOrderMark: Bool = false, faults: Int = 100
  ) {
    // jansson's own bound is 2,048, a recursion that a small thread's stack may not hold.
    self.depth = min(max(depth, 1), 512)
    self.values = values
    self.refusesInexactNumbers = refusesInexactNumbers
    self.ignoresByteOrderMark = ignoresByteOrderMark
    self.faults = faults
  }

  /// For the body of a request: 64 deep, 100,000 values, exact numbers, no byte-order mark.
  public static let body = JSONLimits()
  /// For a file or line that another program wrote: any number of values, lenient in what is not
  /// read.
  public static let file = JSONLimits(
    values: .max, refusesInexactNumbers: false, ignoresByteOrderMark: true)
}
