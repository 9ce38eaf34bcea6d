public import MarketCatalog
import MarketText
public import StrictJSON

// How values that come from outside are read, alike in the API's bodies and in files.

extension JSONValue {
  /// The moment, or nil and a fault; a time without an offset is one of UTC.
  public func timestamp() -> Timestamp? {
    guard let text = string() else { return nil }
    guard let moment = Timestamp(rfc3339: text) else {
      report("must be a date and time such as 2026-01-02T03:04:05Z, not \"\(Self.excerpt(text))\"")
      return nil
    }
    return moment
  }

  /// The beginning of a text from outside, as it may be shown.
  public static func excerpt(_ text: String) -> String {
    String(text.displayable.prefix(40))
  }

  /// The event, or nil and a fault for each member that is wrong.
  ///
  /// - Parameters:
  ///   - now: The present: when the event occurred unless it says otherwise.
  ///   - hash: Makes the number under which an actor is stored from the actor's text.
  /// - Returns: An event whose time is accepted now.
  public func event(
    at now: Timestamp, hashingActorsWith hash: (String) -> Int64
  ) -> Event? {
    guard var object = object() else { return nil }
    let id = object.required("id")?.eventID()
    let kind = object.required("type")?.eventKind()
    let productID = object.required("product_id")?.integer(in: 1 ... .max)
    let actor = object.required("actor")?.actor()
    let occurredAt = object.optional("occurred_at").map { $0.acceptedTime(at: now) } ?? now
    object.refuseUnread()
    guard let id, let kind, let productID, let actor, let occurredAt else { return nil }
    return Event(
      id: id, kind: kind, productID: productID, actor: hash(actor), occurredAt: occurredAt)
  }

  private func eventID() -> EventID? {
    guard let text = string() else { return nil }
    guard let id = EventID(uuid: text) else {
      report("must be a UUID of 36 characters")
      return nil
    }
    return id
  }

  private func eventKind() -> EventKind? {
    guard let text = string() else { return nil }
    guard let kind = EventKind(name: text) else {
      report("must be view, like, unlike or purchase")
      return nil
    }
    return kind
  }

  private func actor() -> String? {
    guard let text = string() else { return nil }
    guard (1...Event.actorLimit).contains(text.utf8.count) else {
      report("must have 1 to \(Event.actorLimit) bytes")
      return nil
    }
    return text
  }

  private func acceptedTime(at now: Timestamp) -> Timestamp? {
    guard let moment = timestamp() else { return nil }
    do throws(FieldRejection) {
      return try Event.acceptedTime(moment, at: now)
    } catch {
      document.report(JSONFault(pointer: pointer, detail: error.detail))
      return nil
    }
  }
}
