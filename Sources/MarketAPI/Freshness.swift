import HTTPServer
import MarketCatalog

/// What answers of one moment depend on.
struct Freshness: Equatable {
  var version: StoreVersion
  /// The present, for checking cursors.
  var now: Timestamp
  /// The start that the cursors of walks beginning now carry.
  var walkStart: Timestamp

  /// Whether first slices rendered at one are right at the other.
  func rendersAlike(_ other: Freshness) -> Bool {
    version == other.version && walkStart == other.walkStart
  }
}
