/// What someone did with a product.
public enum EventKind: Int, CaseIterable, Sendable {
  /// Looked at it; counts once for each actor, product and UTC day.
  case view = 1
  /// Likes it; a state of actor and product.
  case like = 2
  /// Likes it no longer.
  case unlike = 3
  /// Bought it.
  case purchase = 4

  /// The kind's name in the API and in files.
  public var name: String {
    switch self {
    case .view: "view"
    case .like: "like"
    case .unlike: "unlike"
    case .purchase: "purchase"
    }
  }

  /// The kind with the given name in the API, or nil.
  public init?(name: String) {
    guard let kind = EventKind.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// The id that a client gives to an event, so that sending it twice counts once: a UUID.
///
/// Ordered as its bytes are.
public struct EventID: Hashable, Comparable, Sendable {
  /// The first eight bytes, most significant first.
  public var high: UInt64
  /// The last eight bytes, most significant first.
  public var low: UInt64

  /// Makes an id from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The id's sixteen bytes, most significant first.
  public var bytes: [UInt8] {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
  }

  /// Reads a UUID in its 36-character form (RFC 9562), in either case; nil for any other text.
  public init?(uuid text: String) {
    self.init(uuid: Array(text.utf8)[...])
  }

  /// The same for a text in UTF-8.
  public init?(uuid bytes: ArraySlice<UInt8>) {
    guard bytes.count == 36 else { return nil }
    var halves: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for place in bytes.indices {
      let (index, byte) = (place - bytes.startIndex, bytes[place])
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case 48...57: digit = byte - 48
      case 65...70: digit = byte - 55
      case 97...102: digit = byte - 87
      default: return nil
      }
      if digits < 16 {
        halves.0 = halves.0 << 4 | UInt64(digit)
      } else {
        halves.1 = halves.1 << 4 | UInt64(digit)
      }
      digits += 1
    }
    self.init(high: halves.0, low: halves.1)
  }

  /// Tells whether an id's bytes come first.
  public static func < (left: EventID, right: EventID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// Something that someone did, ready to be recorded.
public struct Event: Hashable, Sendable {
  /// The client's id of the event.
  public var id: EventID
  /// What was done.
  public var kind: EventKind
  /// The product's id.
  public var productID: Int64
  /// A keyed hash of who did it; below 0, since 0 and above are the seed's made-up visitors.
  public var actor: Int64
  /// When it was done.
  public var occurredAt: Timestamp
  /// Whether it moves the product's rank where it counts; what a vendor tells of its own products
  /// does not.
  public var isWeighed: Bool
  /// Why it is rejected, unless it is recorded already; nil for an event that may be recorded.
  public var refusal: EventRefusal?

  /// Makes an event; one that is weighed, unless told otherwise.
  public init(
    id: EventID, kind: EventKind, productID: Int64, actor: Int64, occurredAt: Timestamp,
    isWeighed: Bool = true
  ) {
    self.id = id
    self.kind = kind
    self.productID = productID
    self.actor = actor
    self.occurredAt = occurredAt
    self.isWeighed = isWeighed
  }

  /// How far back events are accepted, and their ids remembered: 400 days, in milliseconds.
  public static let memory: Int64 = 400 * Timestamp.millisecondsPerDay
  /// How far ahead of this machine's clock an event may be, in milliseconds: five minutes.
  public static let clockTolerance: Int64 = 5 * 60 * 1_000
  /// The most bytes in an actor's id.
  public static let actorLimit = 128

  /// The moment to record for an event that says it occurred at `time`, or why it is rejected.
  ///
  /// Up to five minutes ahead is taken as `now`; more is rejected, and so is what is older than
  /// ``memory``.
  public static func acceptedTime(
    _ time: Timestamp, at now: Timestamp
  ) throws(FieldRejection) -> Timestamp {
    if time > now {
      guard time <= now.advanced(byMilliseconds: clockTolerance) else {
        throw FieldRejection(detail: "occurred_at is more than five minutes ahead")
      }
      return now
    }
    guard time >= now.advanced(byMilliseconds: -memory) else {
      throw FieldRejection(detail: "occurred_at is more than 400 days ago")
    }
    return time
  }
}

/// Why an event is not to be recorded.
///
/// Only a store can apply it: who got no answer sends an event again, and is told that it is recorded
/// whatever has become of the product, of whose it is or of the sender's limit meanwhile.
public enum EventRefusal: Hashable, Sendable {
  /// There is no product with the id, or it is not listed.
  case noListedProduct
  /// Its sender has sent too many.
  case overLimit
  /// A vendor tells of a purchase of a product that is not the vendor's.
  case foreignPurchase
  /// A vendor views or likes a product of its own.
  case ownVisit

  /// What is wrong with the event.
  public var detail: String {
    switch self {
    case .noListedProduct: "product_id names no listed product"
    case .overLimit: "too many events of this product came from here today"
    case .foreignPurchase: "a purchase needs a key of the product's own vendor, or an admin's"
    case .ownVisit: "a vendor's key takes only purchases of the vendor's own products"
    }
  }
}

/// Why one event of a call was not recorded.
public struct FieldRejection: Error, Hashable, Sendable {
  /// What is wrong, naming the field.
  public var detail: String

  /// Makes a rejection.
  public init(detail: String) {
    self.detail = detail
  }
}

/// What became of recorded events.
public struct EventReport: Hashable, Sendable {
  /// Events recorded for the first time.
  public var accepted: Int
  /// Events whose id was known already.
  public var duplicate: Int
  /// Events that were not recorded, by their place in the call, counted from 0.
  public var rejected: [Rejection]

  /// One event that was not recorded.
  public struct Rejection: Hashable, Sendable {
    /// The event's place in the call, from 0.
    public var index: Int
    /// What is wrong.
    public var detail: String

    /// Makes a rejection.
    public init(index: Int, detail: String) {
      self.index = index
      self.detail = detail
    }
  }

  /// Makes a report.
  public init(accepted: Int = 0, duplicate: Int = 0, rejected: [Rejection] = []) {
    self.accepted = accepted
    self.duplicate = duplicate
    self.rejected = rejected
  }
}
