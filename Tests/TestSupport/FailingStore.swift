public import MarketCatalog
public import MarketJSON

/// A store on which every call fails in the same way.
public struct FailingStore: MarketScanning, Sendable {
  /// What every call throws.
  public let error: StoreError

  /// Makes a store that throws `error`.
  public init(_ error: StoreError) {
    self.error = error
  }

  /// Throws ``error``.
  public func slice(_ query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedSlice {
    throw error
  }

  /// Throws ``error``.
  public func product(_ id: Int64) throws(StoreError) -> Product? { throw error }

  /// Throws ``error``.
  public func products(_ ids: [Int64]) throws(StoreError) -> [ProductCard] { throw error }

  /// Throws ``error``.
  public func count(_ filter: FeedFilter) throws(StoreError) -> Int64? { throw error }

  /// Throws ``error``.
  public func categories() throws(StoreError) -> [CategoryCount] { throw error }

  /// Throws ``error``.
  public func beginSnapshot() throws(StoreError) { throw error }

  /// Throws ``error``.
  public func token(withHash hash: [UInt8]) throws(StoreError) -> AccessToken? { throw error }

  /// Throws ``error``.
  public func ownership(ofProduct id: Int64) throws(StoreError) -> ProductOwnership? {
    throw error
  }

  /// Does nothing, as no snapshot ever begins.
  public func endSnapshot() {}

  /// Throws ``error``.
  public func version() throws(StoreError) -> StoreVersion { throw error }
}
