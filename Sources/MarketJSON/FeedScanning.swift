public import MarketCatalog

/// Reads slices of feeds in packed form: what a server needs that writes bytes, not values.
public protocol FeedScanning {
  /// Calls `visit` for each product of one slice, in the feed's order.
  ///
  /// The same products as ``FeedReading/slice(_:at:)`` gives, at a fraction of the cost.
  ///
  /// - Parameters:
  ///   - query: What to read.
  ///   - now: The present, against which cursors are checked.
  ///   - visit: Takes a product's id and its ``PackedCard``, which is lent for the call.
  /// - Returns: What stands around the products of the slice.
  /// - Throws: The same as ``FeedReading/slice(_:at:)``.
  func scan(
    _ query: FeedQuery, at now: Timestamp, _ visit: (_ id: Int64, _ card: Span<UInt8>) -> Void
  ) throws(StoreError) -> FeedScan
}

/// What stands around the products of a slice that was read in packed form.
public struct FeedScan: Hashable, Sendable {
  /// The version of the ranking that the whole walk reads.
  public var generation: Int64
  /// Where the next slice begins, or nil at the end of the feed.
  public var next: Cursor?

  /// Makes the surroundings of a slice.
  public init(generation: Int64, next: Cursor?) {
    self.generation = generation
    self.next = next
  }
}

extension FeedScanning where Self: FeedReading {
  /// Packs each product of a slice for the call: for stores that hold cards as values.
  public func scan(
    _ query: FeedQuery, at now: Timestamp, _ visit: (_ id: Int64, _ card: Span<UInt8>) -> Void
  ) throws(StoreError) -> FeedScan {
    let slice = try slice(query, at: now)
    for item in slice.items { visit(item.id, PackedCard.bytes(of: item).span) }
    return FeedScan(generation: slice.generation, next: slice.next)
  }
}

/// What the API needs of a store's reader.
public protocol MarketScanning: MarketReading, FeedScanning, SnapshotReading, Authorizing {}
