// What can be asked of a store about the ranks of its products. The feeds' own roles are in
// StoreRoles.swift.

/// Tells with which arithmetic a store's ranks are made.
public protocol RankArithmeticReading {
  /// The arithmetic with which the store's ranks are made; nil while there are none.
  ///
  /// A store keeps it, and every process ranks by it, whatever it is configured with: scores that
  /// were made with different half-lives cannot be compared.
  func rankArithmetic() throws(StoreError) -> Popularity?
}

/// Makes ranks anew.
public protocol RankRebuilding {
  /// Makes every count and rank anew from the recorded events, with the configured arithmetic, which
  /// becomes the store's.
  ///
  /// Gives what applying the same events one by one has given, to the last bit. One transaction and
  /// at most one generation: readers see all of it or nothing, and whoever is killed leaves the
  /// store as it was. Memory is bounded; what does not fit into it goes through temporary files.
  ///
  /// - Parameters:
  ///   - isAcceptingLostEvents: Whether counts may fall, because events are lost that they contain.
  ///   - clock: The present.
  ///   - progress: Called for each product: what is being done, how many are done, and of how many.
  /// - Returns: What was found and changed.
  /// - Throws: ``StoreError/unavailable(detail:)`` when recorded events are fewer than the counts
  ///   contain and that was not accepted; ``StoreError/busy(detail:)`` when others wrote all the
  ///   time. Nothing is changed then.
  func rebuildRanks(
    acceptingLostEvents isAcceptingLostEvents: Bool, clock: () -> Timestamp,
    progress: (RebuildStep, Int, Int) -> Void
  ) throws(StoreError) -> RebuildReport
}

/// What a rebuild is doing.
public enum RebuildStep: Sendable {
  /// Adding up the events of each product, while others read and write.
  case adding
  /// Giving each product its new rank, while others read, and wait to write.
  case ranking
}

/// What a rebuild found and changed.
public struct RebuildReport: Hashable, Sendable {
  /// The products of the store, listed or not.
  public var products: Int
  /// The recorded events that count.
  public var events: Int
  /// Listed products that have another place, or other counts, than before.
  public var changed: Int
  /// The generation that readers see now.
  public var generation: Int64
  /// The arithmetic of the ranks before, when it was another.
  public var replaced: Popularity?

  /// Makes a report.
  public init(
    products: Int, events: Int, changed: Int, generation: Int64, replaced: Popularity?
  ) {
    self.products = products
    self.events = events
    self.changed = changed
    self.generation = generation
    self.replaced = replaced
  }
}
