import HTTPServer
import MarketCatalog
import Synchronization

/// Counts the events that come without a key by address, product and UTC day, so that nobody makes a
/// product popular alone.
///
/// A count-min sketch with conservative update (Cormode, Muthukrishnan, 2005; Estan, Varghese, 2002):
/// four megabytes however many addresses there are. A count is never too low; it is too high only
/// when an address and product share all four of their counters with others. Addresses are hashed
/// under the process's own random seed and never stored. A new day, and a new process, begin at
/// nothing.
public final class AddressCap: Sendable {
  private struct Day {
    var number = Int64.min
    var counters: [UInt16] = []
  }

  private static let rows = 4
  private static let columns = 1 << 19

  /// The most events of one address, product and day.
  public let limit: Int
  private let day = Mutex(Day())

  /// Makes an empty count; the limit is brought into 1…60,000.
  public init(limit: Int) {
    self.limit = min(max(limit, 1), 60_000)
  }

  /// Counts one event; false, without counting it, when there were too many.
  func admits(_ address: ClientAddress, productID: Int64, at now: Timestamp) -> Bool {
    var hasher = Hasher()
    hasher.combine(address)
    hasher.combine(productID)
    let hash = UInt64(bitPattern: Int64(hasher.finalize()))
    // Four places from two halves of one hash (Kirsch, Mitzenmacher, 2006).
    let (first, step) = (hash & 0xffff_ffff, hash >> 32 | 1)
    return day.withLock { day in
      if day.number != now.day {
        day.number = now.day
        day.counters = [UInt16](repeating: 0, count: Self.rows * Self.columns)
      }
      func place(_ row: Int) -> Int {
        row * Self.columns + Int((first &+ UInt64(row) &* step) % UInt64(Self.columns))
      }
      var count = UInt16.max
      for row in 0..<Self.rows { count = min(count, day.counters[place(row)]) }
      guard Int(count) < limit else { return false }
      for row in 0..<Self.rows {
        day.counters[place(row)] = max(day.counters[place(row)], count + 1)
      }
      return true
    }
  }
}

/// Where a request comes from, as far as events are counted by it.
struct ClientAddress: Hashable {
  /// The address; of IPv6 the network of 64 bits, since each customer has a whole one.
  private let high: UInt64
  private let low: UInt64

  /// The address of a request.
  ///
  /// That is the other end of the connection, unless a proxy that is trusted is there: then it is
  /// what the proxy says, the last address in `X-Forwarded-For`, since whatever stands before it
  /// the client may have written.
  init(of request: Request, trusting proxies: Set<PeerAddress>) {
    let isProxy = request.peer.map { $0.isLoopback || proxies.contains($0) } ?? true
    var address = request.peer
    if isProxy,
      let named = request.field("x-forwarded-for")?.split(separator: ",").last.flatMap({
        PeerAddress($0.drop { $0 == " " }.prefix { $0 != " " })
      })
    {
      address = named
    }
    high = address?.high ?? 0
    low = address.map { $0.high == 0 ? $0.low : 0 } ?? 0
  }
}
