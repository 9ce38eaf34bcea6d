public import MarketCatalog

/// Reads calls of events that are written plainly, as programs write them, without building a document:
/// in a seventh of the time, which is most of what a call costs before it is recorded.
///
/// Plain is `{"events": […]}` whose events have known members once each, with good values, and texts of
/// printable ASCII without escapes. It decides nothing else: any other body is for the strict reader,
/// which accepts the same events of a plain one, and says what is wrong with those that are not.
public struct PlainEvents {
  private let bytes: [UInt8]
  private var place = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The events of a call, or nil for the strict reader.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - limit: The most events that a call may have.
  ///   - now: The present: when an event occurred unless it says otherwise.
  ///   - hash: Makes the number under which an actor is stored from the actor's text.
  /// - Returns: As many events as the call has, in its order.
  public static func events(
    in bytes: [UInt8], limit: Int, at now: Timestamp, hashingActorsWith hash: (String) -> Int64
  ) -> [Event]? {
    var reader = PlainEvents(bytes)
    return reader.events(limit: limit, at: now, hash)
  }

  private mutating func events(
    limit: Int, at now: Timestamp, _ hash: (String) -> Int64
  ) -> [Event]? {
    guard take("{"), text().map(Name.init(bytes:)) == .events, take(":"), take("[") else {
      return nil
    }
    var events: [Event] = []
    if !take("]") {
      repeat {
        guard events.count < limit, let event = event(at: now, hash) else { return nil }
        events.append(event)
      } while take(",")
      guard take("]") else { return nil }
    }
    guard take("}") else { return nil }
    skipSpace()
    return place == bytes.count ? events : nil
  }

  private mutating func event(at now: Timestamp, _ hash: (String) -> Int64) -> Event? {
    var id: EventID?
    var kind: EventKind?
    var productID: Int64?
    var actor: Int64?
    var occurredAt: Timestamp?
    guard take("{") else { return nil }
    repeat {
      guard let name = text().flatMap(Name.init(bytes:)), take(":") else { return nil }
      // A member that is there already comes twice.
      switch name {
      case .id:
        guard id == nil, let text = text() else { return nil }
        id = EventID(uuid: text)
        if id == nil { return nil }
      case .type:
        guard kind == nil, let text = text() else { return nil }
        kind = EventKind(name: String(decoding: text, as: UTF8.self))
        if kind == nil { return nil }
      case .productID:
        guard productID == nil, let number = number() else { return nil }
        productID = number
      case .actor:
        guard actor == nil, let text = text(), (1...Event.actorLimit).contains(text.count) else {
          return nil
        }
        actor = hash(String(decoding: text, as: UTF8.self))
      case .occurredAt:
        guard occurredAt == nil, let text = text() else { return nil }
        occurredAt = Self.time(text, at: now)
        if occurredAt == nil { return nil }
      case .events:
        return nil
      }
    } while take(",")
    guard take("}"), let id, let kind, let productID, let actor else { return nil }
    return Event(
      id: id, kind: kind, productID: productID, actor: actor, occurredAt: occurredAt ?? now)
  }

  private enum Name {
    case events, id, type, productID, actor, occurredAt

    init?(bytes: ArraySlice<UInt8>) {
      switch String(decoding: bytes, as: UTF8.self) {
      case "events": self = .events
      case "id": self = .id
      case "type": self = .type
      case "product_id": self = .productID
      case "actor": self = .actor
      case "occurred_at": self = .occurredAt
      case _: return nil
      }
    }
  }

  private static func time(_ text: ArraySlice<UInt8>, at now: Timestamp) -> Timestamp? {
    guard let time = Timestamp(rfc3339: String(decoding: text, as: UTF8.self)) else { return nil }
    do throws(FieldRejection) {
      return try Event.acceptedTime(time, at: now)
    } catch {
      return nil
    }
  }

  // MARK: Tokens

  private mutating func skipSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      case _: return
      }
    }
  }

  /// Takes a character of the structure when it comes next.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// The characters of a plain text.
  private mutating func text() -> ArraySlice<UInt8>? {
    guard take("\"") else { return nil }
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place += 1
        return bytes[start..<(place - 1)]
      case UInt8(ascii: "\\"), 0..<0x20, 0x7F...: return nil
      case _: place += 1
      }
    }
    return nil
  }

  /// A whole number above 0 that fits by its length alone.
  private mutating func number() -> Int64? {
    skipSpace()
    var value: Int64 = 0
    let start = place
    while place < bytes.count, (48...57).contains(bytes[place]), place - start < 18 {
      value = value * 10 + Int64(bytes[place] - 48)
      place += 1
    }
    guard place > start, bytes[start] != 48 else { return nil }
    // What goes on, with digits, a fraction or an exponent, ends no member.
    return value
  }
}
