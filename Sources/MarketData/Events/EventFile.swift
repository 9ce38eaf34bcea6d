public import MarketCatalog
import StrictJSON

/// A file of events, one JSON object a line, with the members of an event of the API: `id`, `type`,
/// `product_id`, `actor`, and `occurred_at` when it was not just now.
public enum EventFile {
  /// One event with the line it stands on.
  public struct Row: Hashable, Sendable {
    /// The line, from 1.
    public var row: Int
    /// The event.
    public var event: Event
  }

  /// The most bytes of a line: 64 KiB.
  public static let lineLimit = 65_536

  /// Reads every event of a file in its order.
  ///
  /// Faulty lines are left out and reported. Line ends may be CR LF, a byte-order mark and empty lines
  /// are ignored.
  ///
  /// - Parameters:
  ///   - path: The file's path, or `-` for standard input.
  ///   - now: The present, against which the events' times are checked.
  ///   - hash: Makes the number under which an actor is stored from the actor's text.
  ///   - take: Takes an event; an error that it throws ends the reading and is thrown on.
  /// - Returns: The faults of the lines that were left out.
  /// - Throws: ``InputFault/file(_:)`` when the file cannot be read, ``InputFault/document(_:)`` when
  ///   it is empty; what `take` throws.
  public static func read(
    path: String, at now: Timestamp, hashingActorsWith hash: (String) -> Int64,
    _ take: (Row) throws -> Void
  ) throws -> RowFaults {
    let reader = try LineReader(path: path)
    var faults = RowFaults()
    var isEmpty = true
    var line: [UInt8] = []
    while true {
      switch try reader.next(into: &line, limit: lineLimit) {
      case .none:
        if isEmpty { throw InputFault.document("the file is empty") }
        return faults
      case .tooLong:
        isEmpty = false
        try reader.skipLine()
        faults.append(
          RowFault(
            row: reader.lineNumber, detail: "the line is longer than \(lineLimit >> 10) KiB"))
      case .whole:
        if line.isBlank { continue }
        isEmpty = false
        if let event = event(in: line, reader.lineNumber, now, hash, &faults) {
          try take(Row(row: reader.lineNumber, event: event))
        }
      }
    }
  }

  private static func event(
    in line: [UInt8], _ row: Int, _ now: Timestamp, _ hash: (String) -> Int64,
    _ faults: inout RowFaults
  ) -> Event? {
    let document: JSONDocument
    do throws(JSONSyntaxFault) {
      document = try JSONDocument(line, limits: .file)
    } catch {
      faults.append(RowFault(syntax: error, row: row))
      return nil
    }
    let event = event(from: document.root, now, hash)
    for fault in document.faults {
      faults.append(RowFault(row: row, pointer: fault.pointer, detail: fault.detail))
    }
    return document.isFaultless ? event : nil
  }

  private static func event(
    from value: JSONValue, _ now: Timestamp, _ hash: (String) -> Int64
  ) -> Event? {
    guard var object = value.object() else { return nil }
    let id = object.required("id").flatMap { value -> EventID? in
      guard let text = value.string() else { return nil }
      guard let id = EventID(uuid: text) else {
        value.report("must be a UUID of 36 characters")
        return nil
      }
      return id
    }
    let kind = object.required("type").flatMap { value -> EventKind? in
      guard let text = value.string() else { return nil }
      guard let kind = EventKind(name: text) else {
        value.report("must be view, like, unlike or purchase")
        return nil
      }
      return kind
    }
    let productID = object.required("product_id")?.integer(in: 1 ... .max)
    let actor = object.required("actor").flatMap { value -> String? in
      guard let text = value.string() else { return nil }
      guard (1...Event.actorLimit).contains(text.utf8.count) else {
        value.report("must have 1 to \(Event.actorLimit) bytes")
        return nil
      }
      return text
    }
    let occurredAt = object.optional("occurred_at").map { time($0, now) } ?? now
    object.refuseUnread()
    guard let id, let kind, let productID, let actor, let occurredAt else { return nil }
    return Event(
      id: id, kind: kind, productID: productID, actor: hash(actor), occurredAt: occurredAt)
  }

  private static func time(_ value: JSONValue, _ now: Timestamp) -> Timestamp? {
    guard let moment = value.timestamp() else { return nil }
    do throws(FieldRejection) {
      return try Event.acceptedTime(moment, at: now)
    } catch {
      value.document.report(JSONFault(pointer: value.pointer, detail: error.detail))
      return nil
    }
  }
}
