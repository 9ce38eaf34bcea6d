import Glibc

/// Made-up visitors of a shop, and what they do.
///
/// Nine in ten events are views, the others likes, by a visitor among a million. The product of rank r
/// is as likely as 1/r (Zipf), and the ranks lie all over the ids: 20,000 events are of some 10,000
/// different products among a million.
public struct Visitors: Sendable {
  /// How events are named.
  public enum IDs: String, Sendable {
    /// UUIDv7 (RFC 9562): the time in front.
    case time
    /// UUIDv4.
    case random
  }

  /// One event.
  public struct Event {
    /// The first eight bytes of its UUID.
    public var idHigh: UInt64
    /// The last eight bytes of its UUID.
    public var idLow: UInt64
    /// Whether it is a like, not a view.
    public var isLike: Bool
    /// The product's id.
    public var productID: Int64
    /// The visitor, from 0 to 999,999.
    public var visitor: Int64
  }

  private let products: Int64
  private let ids: IDs
  private var state: UInt64

  /// Makes visitors of a shop that has the products 1 to `products`; other ones each time.
  public init(products: Int64, ids: IDs) {
    self.products = products
    self.ids = ids
    var system = SystemRandomNumberGenerator()
    state = system.next()
  }

  /// What happens next, at a moment in milliseconds since 1970.
  public mutating func next(at milliseconds: Int64) -> Event {
    let draw = random()
    let high =
      switch ids {
      case .time: UInt64(milliseconds) << 16 | 0x7000 | draw & 0xfff
      case .random: draw & 0xffff_ffff_ffff_0fff | 0x4000
      }
    return Event(
      idHigh: high, idLow: random() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000,
      isLike: random() % 10 == 0, productID: product(), visitor: Int64(random() % 1_000_000))
  }

  /// An address of its own for a call, as a proxy would name it.
  public mutating func address() -> String {
    let draw = random()
    return "10.\(draw >> 16 & 255).\(draw >> 8 & 255).\(draw & 255)"
  }

  private mutating func product() -> Int64 {
    let fraction = Double(random() >> 11) / Double(1 << 53)
    let rank = min(Int64(exp(fraction * log(Double(products) + 1))), products)
    return (rank &* 611_953) % products + 1
  }

  /// SplitMix64 (Steele, Lea, Flood, 2014): the system's numbers cost a system call each.
  private mutating func random() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
