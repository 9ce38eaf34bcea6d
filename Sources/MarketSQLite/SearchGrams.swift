/// What texts are cut into for search, and where the index keeps it.
///
/// A gram is one scalar of a folded text or two neighbours of one word, as a number below 2^42. The
/// index has a row for each gram and chunk of products; their form is told in
/// `0006_create_search.sql`.
enum SearchGrams {
  /// How many bits of an id tell the product inside of its chunk.
  static let chunkBits: Int64 = 16
  /// How many products a chunk has room for.
  static let chunkSize = 1 << 16
  private static let gramBits: Int64 = 42
  private static let scalarBits: UInt64 = 21

  /// The chunk of a product.
  static func chunk(of id: Int64) -> Int64 { id >> chunkBits }

  /// The ids that belong to a chunk.
  static func ids(of chunk: Int64) -> ClosedRange<Int64> {
    (chunk << chunkBits)...(chunk << chunkBits | Int64(chunkSize - 1))
  }

  /// The place of a product inside of its chunk.
  static func place(of id: Int64) -> UInt16 { UInt16(truncatingIfNeeded: id) }

  /// The key of a gram's row in a chunk.
  static func key(_ gram: UInt64, in chunk: Int64) -> Int64 { chunk << gramBits | Int64(gram) }

  /// The gram of one scalar.
  static func gram(_ scalar: UInt32) -> UInt64 { UInt64(scalar) }

  /// The gram of two scalars that stand side by side.
  static func gram(_ first: UInt32, _ second: UInt32) -> UInt64 {
    UInt64(first) << scalarBits | UInt64(second)
  }

  /// Whether a scalar of a folded text is one of the most common spaces, as folding leaves them.
  ///
  /// Grams with others in them are kept and never asked for.
  static func isSpace(_ scalar: UInt32) -> Bool { scalar == 0x20 || scalar == 0x0A }

  /// The grams that a product with all the words must have, few of many: what they let through is
  /// looked at anyway.
  ///
  /// - Parameters:
  ///   - words: Folded words as scalars, none empty.
  ///   - limit: The most grams, of which each word has its share.
  /// - Returns: The grams, each once.
  static func required(by words: [[UInt32]], limit: Int = 16) -> [UInt64] {
    var grams: [UInt64] = []
    for word in words {
      let pairs = zip(word, word.dropFirst()).map { gram($0, $1) }
      let all = pairs.isEmpty ? word.map { gram($0) } : pairs
      let share = max(limit / words.count, 1)
      let step = (all.count + share - 1) / share
      for index in stride(from: 0, to: all.count, by: max(step, 1))
      where !grams.contains(all[index]) {
        grams.append(all[index])
      }
    }
    return grams
  }
}
