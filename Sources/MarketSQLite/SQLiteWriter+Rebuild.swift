public import MarketCatalog

extension SQLiteWriter: RankRebuilding {
  /// How often a rebuild begins again because another one was faster.
  private static let attempts = 5

  /// Makes every count and rank anew from the recorded events, with the configured arithmetic.
  ///
  /// Events are added up beside everyone else, and written in one transaction, so that a reader never
  /// sees ranks of two arithmetics. Others wait to write for as long as that takes; reading and
  /// recording go on.
  public func rebuildRanks(
    acceptingLostEvents isAcceptingLostEvents: Bool, clock: () -> Timestamp,
    progress: (RebuildStep, Int, Int) -> Void
  ) throws(StoreError) -> RebuildReport {
    for _ in 0..<Self.attempts {
      _ = try applyRecordedEvents(at: clock())
      let rebuild = try RankRebuild(
        of: market, from: events, ranking, state, to: options.popularity)
      try rebuild.add(progress)
      let written = try market.storing { () throws(StoreError) in
        try write(
          rebuild, acceptingLostEvents: isAcceptingLostEvents, clock: clock, progress: progress)
      }
      try rebuild.end()
      guard let written else { continue }
      // The log has each page that the transaction wrote; folding it back is no more than tidy, and
      // readers of an older state may prevent it.
      try market.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      return written
    }
    throw .busy(detail: "another rebuild is running")
  }

  /// Writes what a rebuild has added up; nil when another one came before it.
  private func write(
    _ rebuild: RankRebuild, acceptingLostEvents isAcceptingLostEvents: Bool,
    clock: () -> Timestamp, progress: (RebuildStep, Int, Int) -> Void
  ) throws(StoreError) -> RebuildReport? {
    let present = try MarketState.read(state)
    guard let arithmetic = try rebuild.finish(ranking, present) else { return nil }
    let generation = present.generation + 1
    var (changed, written) = (0, 0)
    // An unlisted product's key too: one generation must not have it at two places when it is listed
    // again within it.
    var hasNewGeneration = false
    var lost = ProductCounts()
    try rebuild.forEachStaged(progress) { sum throws(StoreError) in
      guard let old = try standings.standing(of: sum.productID) else { return }
      lost.addFall(from: old.counts, to: sum.counts)
      var new = old
      new.counts = sum.counts
      new.z = sum.z
      new.move(to: arithmetic.key(of: sum.z), at: generation)
      let hasMoved = old.rankKey != new.rankKey
      let isRecounted = old.counts != new.counts
      guard hasMoved || isRecounted || old.z.bitPattern != new.z.bitPattern else { return }
      if let place = old.rank, let newPlace = new.rank, hasMoved || isRecounted {
        let card =
          isRecounted ? try places.card(ofProduct: sum.productID, showing: sum.counts) : nil
        try show(sum, card, from: place, to: newPlace)
        changed += 1
      }
      if hasMoved || (old.rank != nil && isRecounted) { hasNewGeneration = true }
      try standings.store(new)
      written += 1
    }
    if !isAcceptingLostEvents, let loss = lost.told {
      throw .unavailable(
        detail: "the counts contain more than was recorded (" + loss
          + "): events are lost; restore the events from a backup, or let the counts fall to what is "
          + "recorded: market-cli popularity rebuild --accept-lost-events")
    }
    let report = rebuild.report(
      changed: changed, generation: hasNewGeneration ? generation : present.generation)
    if written > 0 || report.replaced != nil { try ranking.write(arithmetic) }
    if hasNewGeneration {
      // The time is read last: who began to read while this was written still has a whole walk.
      try tickStatements().storeState(
        generation: generation, appliedSequence: present.appliedSequence, madeAt: clock(),
        sweptGeneration: present.sweptGeneration)
    }
    return report
  }

  /// Shows a listed product at its new place, with a new card if it has one.
  private func show(
    _ sum: RankSum, _ card: ProductCard?, from old: FeedPlaces.Rank, to new: FeedPlaces.Rank
  ) throws(StoreError) {
    switch card {
    case let card? where new.key == old.key: try places.refresh(card, at: old)
    case let card?: try places.move(card, from: old, to: new)
    case nil: try places.move(from: old, createdAt: sum.createdAt, to: new)
    }
  }
}

extension ProductCounts {
  /// Adds by how much the counts of a product fall.
  fileprivate mutating func addFall(from old: ProductCounts, to new: ProductCounts) {
    views += max(old.views - new.views, 0)
    likes += max(old.likes - new.likes, 0)
    purchases += max(old.purchases - new.purchases, 0)
  }

  /// The counts in words, or nil when all are 0.
  fileprivate var told: String? {
    var parts: [String] = []
    for (count, name) in [(views, "view"), (likes, "like"), (purchases, "purchase")] where count > 0
    {
      parts.append(String(count) + " " + name + (count == 1 ? "" : "s"))
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
