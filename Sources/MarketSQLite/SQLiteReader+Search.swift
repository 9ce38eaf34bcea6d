import MarketCatalog
import MarketJSON

extension SQLiteReader {
  /// Calls `take` with each product of a slice of a search.
  ///
  /// The index tells which products may have the words. Few of them are looked up and sorted; of
  /// many the feed is walked until enough are found. Either way each is looked at before it is
  /// taken, and the work is bounded as that of any filter is.
  func search(
    _ query: FeedQuery, _ walk: FeedWalk,
    taking take: (Int64, Span<UInt8>) throws(StoreError) -> Void
  ) throws(StoreError) -> FeedScan {
    let finder = try searchFinder()
    // Several statements that must see one state of the store.
    let opensSnapshot = !hasSnapshot
    if opensSnapshot { try beginSnapshot() }
    defer { if opensSnapshot { endSnapshot() } }

    var search = SearchSlice(query, finder: finder, examining: searchBounds.examinedRows)
    let candidates = try finder.candidates(search.words)
    if candidates.count == 0 { return FeedScan(generation: walk.generation, next: nil) }
    let places =
      candidates.count <= searchBounds.sortedProducts
      ? try finder.places(
        of: candidates, in: query.page, at: walk.generation, behind: walk.keyset,
        readingLeftPlaces: searchBounds.leftPlaces) : nil
    defer { productByID.reset() }
    if let places {
      for place in places {
        guard let row = try cardRow(of: place.id) else { continue }
        if try search.isDone(with: row, column: 2, at: place, take) { break }
      }
    } else {
      let scan = try bindScan(query, walk)
      defer { scan.reset() }
      let rowCost = rowCost(query)
      while try scan.step() {
        let place = CardRow.keyset(scan)
        search.examined += rowCost
        if candidates.contains(place.id) {
          let isSuperseded = scan.isNull(2)
          if isSuperseded { search.examined += FeedSQL.lookUpCost }
          if let (row, column) = isSuperseded ? try liveCard(scan) : (scan, 2),
            try search.isDone(with: row, column: column, at: place, take)
          {
            break
          }
        }
        if search.isDone(behind: place) { break }
      }
    }
    return FeedScan(
      generation: walk.generation, next: search.resume.map { walk.cursor(query, after: $0) })
  }

  /// How many listed products pass a filter with words, or nil when that takes too long to tell.
  func searchCount(_ filter: FeedFilter) throws(StoreError) -> Int64? {
    let finder = try searchFinder()
    let opensSnapshot = !hasSnapshot
    if opensSnapshot { try beginSnapshot() }
    defer { if opensSnapshot { endSnapshot() } }
    defer { productByID.reset() }
    let words = SearchWords(filter)
    let wanted = PackedCardFilter(filter)
    let candidates = try finder.candidates(words)
    let limit = Int(countedRowLimit)
    guard candidates.count * FeedSQL.lookUpCost <= limit else { return nil }
    var (count, cost): (Int64, Int) = (0, 0)
    for id in candidates.ids {
      guard let row = try cardRow(of: id), row.withBytes(2, { wanted.matches($0) }) else {
        continue
      }
      if try finder.matches(words, id, &cost) { count += 1 }
      if cost > limit * 2 { return nil }
    }
    return count
  }
}

/// A slice of a search while it is filled.
private struct SearchSlice {
  let words: SearchWords
  private let filter: PackedCardFilter
  private let finder: SearchFinder
  private let limit: Int
  private let examinedLimit: Int
  private var taken = 0
  private var lastTaken: Keyset?
  /// The work so far, in examined rows.
  var examined = 0
  /// Behind which place the next slice begins, when there is one.
  private(set) var resume: Keyset?

  init(_ query: FeedQuery, finder: SearchFinder, examining examinedLimit: Int) {
    words = SearchWords(query.filter)
    filter = PackedCardFilter(query.filter)
    self.finder = finder
    limit = query.limit
    self.examinedLimit = examinedLimit
  }

  /// Takes the product with a card in a row when it is wanted; true when the slice ends with it or
  /// before it.
  mutating func isDone(
    with row: SQLiteStatement, column: Int32, at place: Keyset,
    _ take: (Int64, Span<UInt8>) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    guard row.withBytes(column, { filter.matches($0) }),
      try finder.matches(words, place.id, &examined)
    else { return isDone(behind: place) }
    if taken == limit {
      resume = lastTaken
      return true
    }
    try row.withBytes(column) { card throws(StoreError) in try take(place.id, card) }
    taken += 1
    lastTaken = place
    return isDone(behind: place)
  }

  /// Whether the bound of work is reached, at a place behind which the next slice then begins.
  mutating func isDone(behind place: Keyset) -> Bool {
    guard resume == nil else { return true }
    guard examined >= examinedLimit else { return false }
    resume = taken == limit ? lastTaken : place
    return true
  }
}
