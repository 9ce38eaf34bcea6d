public import MarketCatalog
public import MarketJSON

extension SQLiteReader: FeedReading {
  /// One slice of a feed, read with one statement.
  public func slice(_ query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedSlice {
    var items: [ProductCard] = []
    items.reserveCapacity(query.limit)
    let scan = try scan(query, at: now) { id, packed throws(StoreError) in
      items.append(try CardRow.card(id: id, packed))
    }
    return FeedSlice(generation: scan.generation, items: items, next: scan.next)
  }
}

extension SQLiteReader: FeedScanning {
  /// The products of one slice in packed form, read with one statement.
  public func scan(
    _ query: FeedQuery, at now: Timestamp, _ visit: (Int64, Span<UInt8>) -> Void
  ) throws(StoreError) -> FeedScan {
    try scan(query, at: now, taking: { id, packed throws(StoreError) in visit(id, packed) })
  }
}

extension SQLiteReader {
  /// Calls `take` with the id and the packed card of each product of a slice.
  ///
  /// Reading stops at one product more than the limit, which tells whether anything follows. Work
  /// is bounded by ``FeedSQL/examinedRowLimit``: a filter, or products that were unlisted since,
  /// may leave few of the rows; a slice that ends there is short, perhaps empty, and goes on with
  /// its cursor.
  private func scan(
    _ query: FeedQuery, at now: Timestamp,
    taking take: (Int64, Span<UInt8>) throws(StoreError) -> Void
  ) throws(StoreError) -> FeedScan {
    let walk = try walk(of: query, at: now)
    if !query.filter.words.isEmpty { return try search(query, walk, taking: take) }
    let scan = try bindScan(query, walk)
    let rowCost = rowCost(query)
    defer {
      scan.reset()
      productByID.reset()
    }

    let filter = PackedCardFilter(query.filter)
    var taken = 0
    var resume = walk.keyset
    var examined = 0
    var hasMore = false
    func look(at packed: Span<UInt8>) throws(StoreError) {
      guard filter.matches(packed) else { return }
      if taken == query.limit {
        hasMore = true
        return
      }
      try take(scan.integer(1), packed)
      taken += 1
      if taken == query.limit { resume = CardRow.keyset(scan) }
    }
    while try scan.step() {
      let isSuperseded = try scan.withBytes(2) { packed throws(StoreError) in
        // A card has bytes; only the place of a superseded one has none.
        if packed.isEmpty { return true }
        try look(at: packed)
        return false
      }
      examined += isSuperseded ? FeedSQL.lookUpCost : rowCost
      if isSuperseded, let (row, column) = try liveCard(scan) {
        try row.withBytes(column) { packed throws(StoreError) in try look(at: packed) }
      }
      if hasMore { break }
      if examined >= FeedSQL.examinedRowLimit {
        // A slug or vendor that nothing has: whoever follows the cursors would go through the store.
        let isEmpty = taken == 0 ? try isKnownEmpty(query.filter) : false
        hasMore = !isEmpty
        if taken < query.limit { resume = CardRow.keyset(scan) }
        break
      }
    }
    return FeedScan(
      generation: walk.generation, next: hasMore ? walk.cursor(query, after: resume) : nil)
  }

  /// The statement that reads the feed of a query on from a walk's place.
  func bindScan(
    _ query: FeedQuery, _ walk: FeedWalk
  ) throws(StoreError) -> SQLiteStatement {
    var scan = try feedStatement(query.page, at: walk.generation)
    if let vendorID = listedVendor(query) {
      scan = vendorFeed
      scan.bind(vendorID, at: 4)
    }
    scan.bind(walk.keyset.sortKey, at: 1)
    scan.bind(walk.keyset.id, at: 2)
    scan.bind(walk.generation, at: 3)
    return scan
  }

  /// As how many examined rows one of that statement counts.
  func rowCost(_ query: FeedQuery) -> Int {
    listedVendor(query) == nil ? 1 : FeedSQL.lookUpCost
  }

  /// The vendor of a query whose products have a list in the feed's order.
  private func listedVendor(_ query: FeedQuery) -> Int64? {
    query.page.feed.sortKey == .createdAt ? query.filter.vendorID : nil
  }

  private func walk(of query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedWalk {
    guard let cursor = query.cursor else {
      let state = try currentState()
      return FeedWalk(
        generation: state.generation, keyset: .start,
        startedAt: options.cursorPolicy.walkStart(at: now))
    }
    let payload: CursorPayload
    do throws(CursorError) {
      payload = try CursorPayload(decoding: cursor)
      try payload.check(against: query, policy: options.cursorPolicy, at: now)
    } catch {
      throw .cursor(error)
    }
    // A generation that this store swept, or never had (as after restoring a backup), is gone.
    guard try currentState().readableGenerations.contains(payload.generation) else {
      throw .cursor(.expired)
    }
    return FeedWalk(
      generation: payload.generation, keyset: payload.keyset, startedAt: payload.startedAt)
  }
}

/// A walk through a feed at one generation, and where it stands.
struct FeedWalk {
  var generation: Int64
  var keyset: Keyset
  var startedAt: Timestamp

  func cursor(_ query: FeedQuery, after keyset: Keyset) -> Cursor {
    CursorPayload(
      page: query.page, filterFingerprint: query.filter.fingerprint, generation: generation,
      keyset: keyset, startedAt: startedAt
    ).encoded()
  }
}
