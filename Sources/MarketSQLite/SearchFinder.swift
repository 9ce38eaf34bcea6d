import MarketCatalog
import MarketText

/// The words of a search, ready to be looked for.
struct SearchWords {
  /// The words as the scalars of folded texts.
  let scalars: [[UInt32]]
  /// The grams that a product with all of them must have.
  let grams: [UInt64]

  init(_ filter: FeedFilter) {
    scalars = filter.words.map { word in word.unicodeScalars.map(\.value) }
    grams = SearchGrams.required(by: scalars)
  }
}

/// What a reader finds products by their texts with.
final class SearchFinder {
  private let posting: SQLiteStatement
  private let pending: SQLiteStatement
  private let indexedThrough: SQLiteStatement
  private let texts: SQLiteStatement
  /// The statements that look up a product's place, by page.
  private let placeByID: [SQLiteStatement]
  private let leftPlaces: SQLiteStatement
  private var folded = FoldedText()

  init(_ connection: SQLiteConnection) throws(StoreError) {
    posting = try connection.prepare(SearchSQL.posting)
    pending = try connection.prepare(SearchSQL.pending)
    indexedThrough = try connection.prepare(SearchSQL.indexedThrough)
    texts = try connection.prepare(SearchSQL.texts)
    var placeByID: [SQLiteStatement] = []
    for page in Page.allCases {
      placeByID.append(try connection.prepare(SearchSQL.place(in: page.feed)))
    }
    self.placeByID = placeByID
    leftPlaces = try connection.prepare(SearchSQL.leftPlaces)
  }

  /// The products that may have all the words: those that the index names, and those that it does
  /// not know yet.
  func candidates(_ words: SearchWords) throws(StoreError) -> SearchCandidates {
    // Before the index: what a writer takes into it meanwhile is then in both, not in neither.
    var unknown: [Int64] = []
    while try pending.step() { unknown.append(pending.integer(0)) }
    guard unknown.count <= Int(SearchIndexer.pendingLimit) else {
      throw .unavailable(detail: "the search index is not complete; run: market-cli migrate")
    }
    var candidates = SearchCandidates()
    let last = try indexedThrough.step() ? indexedThrough.integer(0) : 0
    indexedThrough.reset()
    var grams = words.grams
    var (bits, scratch) = (SearchBits(), SearchBits())
    for chunk in 0...SearchGrams.chunk(of: last) {
      if try intersect(&grams, chunk, &bits, &scratch) { candidates.append(bits, of: chunk) }
    }
    for id in unknown { candidates.insert(id) }
    return candidates
  }

  /// Puts the products of a chunk that have all grams into `bits`; false when a gram has none.
  private func intersect(
    _ grams: inout [UInt64], _ chunk: Int64, _ bits: inout SearchBits, _ scratch: inout SearchBits
  ) throws(StoreError) -> Bool {
    defer { posting.reset() }
    for index in grams.indices {
      posting.reset()
      posting.bind(SearchGrams.key(grams[index], in: chunk), at: 1)
      guard try posting.step() else {
        // What is rare is asked for first in the chunks behind.
        grams.swapAt(0, index)
        return false
      }
      if index == 0 { bits.removeAll() }
      let isWhole = posting.withBytes(0) { row in
        index == 0 ? bits.formUnion(row: row) : bits.formIntersection(row: row, &scratch)
      }
      guard isWhole else { throw SearchSQL.damage }
    }
    return true
  }

  /// Whether the index has a product under a gram.
  func has(_ gram: UInt64, _ id: Int64) throws(StoreError) -> Bool {
    var grams = [gram]
    var (bits, scratch) = (SearchBits(), SearchBits())
    guard try intersect(&grams, SearchGrams.chunk(of: id), &bits, &scratch) else { return false }
    return bits.contains(SearchGrams.place(of: id))
  }

  /// Whether a product has all the words in its name or its description; adds what looking cost.
  func matches(_ words: SearchWords, _ id: Int64, _ cost: inout Int) throws(StoreError) -> Bool {
    texts.bind(id, at: 1)
    defer { texts.reset() }
    guard try texts.step() else { return false }
    var missing = words.scalars.indices.map { $0 }
    var byteCount = 0
    for column: Int32 in 0...1 where !missing.isEmpty {
      texts.withBytes(column) { text in
        byteCount += text.count
        folded.fold(text)
      }
      missing.removeAll { folded.contains(words.scalars[$0]) }
    }
    cost += SearchSQL.cost(ofTexts: byteCount)
    return missing.isEmpty
  }

  /// The places of products in a feed at a generation behind a keyset, in the feed's order; nil when
  /// too many products have moved since to tell.
  func places(
    of candidates: SearchCandidates, in page: Page, at generation: Int64, behind start: Keyset,
    readingLeftPlaces leftLimit: Int
  ) throws(StoreError) -> [Keyset]? {
    let statement = placeByID[page.rawValue]
    defer { statement.reset() }
    var places: [Keyset] = []
    var hasMoved = false
    for id in candidates.ids {
      statement.reset()
      statement.bind(id, at: 1)
      guard try statement.step() else { continue }
      if statement.integer(1) > generation {
        hasMoved = true
      } else {
        places.append(Keyset(sortKey: statement.integer(0), id: id))
      }
    }
    if hasMoved {
      guard let left = try placesLeft(by: candidates, since: generation, leftLimit) else {
        return nil
      }
      places += left
    }
    func comesBefore(_ left: Keyset, _ right: Keyset) -> Bool {
      (left.sortKey, left.id) > (right.sortKey, right.id)
    }
    return places.filter { comesBefore(start, $0) }.sorted(by: comesBefore)
  }

  /// Where products stood in the popular feed at a generation who have left the place since.
  private func placesLeft(
    by candidates: SearchCandidates, since generation: Int64, _ limit: Int
  ) throws(StoreError) -> [Keyset]? {
    leftPlaces.bind(generation, at: 1)
    leftPlaces.bind(Int64(limit) + 1, at: 2)
    defer { leftPlaces.reset() }
    var places: [Keyset] = []
    var examined = 0
    while try leftPlaces.step() {
      examined += 1
      guard examined <= limit else { return nil }
      let place = CardRow.keyset(leftPlaces)
      if candidates.contains(place.id) { places.append(place) }
    }
    return places
  }
}
