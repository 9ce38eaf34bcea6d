import MarketCatalog
import MarketJSON
import MarketSQLite
import MarketText

/// Times slices of searches: words of one to five characters out of the texts of products, two of
/// them together, and frequent ones that never meet.
struct SearchBench {
  let store: Store
  let now: Timestamp
  /// The searches by what they are.
  let searches: [(name: String, words: [[String]])]

  init(_ store: Store, cursors: [Cursor], at now: Timestamp) throws {
    self.store = store
    self.now = now
    var words: [[UInt32]] = []
    for cursor in cursors.prefix(40) {
      let query = FeedQuery(page: .latelyProduct, limit: 5, cursor: cursor)
      for card in try store.reader.slice(query, at: now).items {
        guard let product = try store.reader.product(card.id) else { continue }
        let text = product.card.name + " " + product.description
        words += text.searchWords.map { FoldedText($0).scalars }
      }
    }
    /// Parts of so many characters: of real words, and two ends of them that no word need have.
    func parts(_ length: Int) -> [[String]] {
      var parts: [[String]] = []
      for (index, word) in words.enumerated() where word.count >= length {
        let start = index % (word.count - length + 1)
        parts.append([Self.text(word[start..<(start + length)])])
        let other = words[(index * 7 + 3) % words.count]
        if index % 4 == 0, length > 1 {
          parts.append([Self.text(word.prefix(length - 1)) + Self.text(other.suffix(1))])
        }
      }
      return Array(parts.prefix(300)) + [[String(repeating: "갹", count: length)]]
    }
    let pairs = zip(parts(2), parts(2).dropFirst(11)).map { [$0[0], $1[0]] }
    searches = [
      ("1", parts(1)), ("2", parts(2)), ("3", parts(3)), ("5", parts(5)), ("pairs", pairs),
      ("never-meet", try Self.strangers(words, in: store)),
    ]
  }

  private static func text(_ scalars: ArraySlice<UInt32>) -> String {
    var view = String.UnicodeScalarView()
    for value in scalars { if let scalar = Unicode.Scalar(value) { view.append(scalar) } }
    return String(view)
  }

  /// Pairs of the most frequent words that no product has together.
  private static func strangers(_ words: [[UInt32]], in store: Store) throws -> [[String]] {
    var counts: [String: Int] = [:]
    for word in words where word.count >= 2 { counts[text(word[...]), default: 0] += 1 }
    let frequent = counts.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(200).map(\.key)
    var pairs: [[String]] = []
    for (place, left) in frequent.enumerated() {
      for right in frequent[(place + 1)...] where pairs.count < 60 {
        var query = FeedQuery(page: .latelyProduct, filter: FeedFilter(words: [left, right]))
        var (found, slices) = (0, 0)
        repeat {
          let slice = try store.reader.slice(query, at: .now)
          found += slice.items.count
          slices += 1
          query.cursor = slice.next
        } while query.cursor != nil && found == 0 && slices < 4
        if found == 0 { pairs.append([left, right]) }
      }
    }
    // A benchmark without its hardest case would say too little.
    guard !pairs.isEmpty else {
      throw StoreError.unexpected(detail: "all frequent words that were drawn meet somewhere")
    }
    return pairs
  }

  /// The microseconds of the first slice of each search and of the one behind it, ascending.
  func times(_ page: Page, _ searches: [[String]]) throws -> [Double] {
    var times: [Double] = []
    for words in searches {
      var query = FeedQuery(page: page, filter: FeedFilter(words: words))
      for _ in 0..<2 {
        let start = monotonicNanoseconds()
        var count = 0
        let scan = try store.reader.scan(query, at: now) { _, _ in count += 1 }
        times.append(Double(monotonicNanoseconds() - start) / 1_000)
        guard let next = scan.next else { break }
        query.cursor = next
      }
    }
    return times.sorted()
  }
}
