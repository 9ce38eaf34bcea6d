import MarketCatalog
import Synchronization

/// Limits how many writes a second one key may ask for, with as many at once after a pause.
///
/// The generic cell rate algorithm (ITU-T I.371): a time for each key, at which it would be even with
/// its rate, so that nothing is counted up or emptied by a clock. Shared by all loops of a process; only
/// writes with a key ask. Each process counts by itself.
public final class WriteLimit: Sendable {
  /// How many writes a second are let through.
  public let perSecond: Int

  /// When each key is even with its rate, by the token's id, in microseconds.
  private let evenAt = Mutex<[Int64: Int64]>([:])

  /// The keys that are remembered before those that are even are forgotten.
  private static let capacity = 4_096
  /// How far a key may be ahead of its rate, in microseconds.
  private static let burst: Int64 = 1_000_000

  /// Makes a limit; the rate is brought into 1…1,000,000.
  public init(perSecond: Int = 100) {
    self.perSecond = min(max(perSecond, 1), 1_000_000)
  }

  /// Counts a write of a key's holder; nil when it is let through, else after how many whole seconds
  /// the next will be, at least 1.
  func secondsUntilAdmitted(tokenID id: Int64, at now: Timestamp) -> Int? {
    let now = now.milliseconds * 1_000
    let interval = Self.burst / Int64(perSecond)
    return evenAt.withLock { evenAt in
      if evenAt.count >= Self.capacity { evenAt = evenAt.filter { $0.value > now } }
      // A clock that was set back leaves nobody out for longer than a burst.
      let present = min(max(evenAt[id] ?? now, now), now + Self.burst)
      guard present + interval <= now + Self.burst else {
        evenAt[id] = present
        let wait = present + interval - now - Self.burst
        return Int((wait + 999_999) / 1_000_000)
      }
      evenAt[id] = present + interval
      return nil
    }
  }
}
