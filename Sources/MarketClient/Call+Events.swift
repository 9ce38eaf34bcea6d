public import MarketCatalog

/// Something that someone did with a product, as a client reports it.
public struct ReportedEvent: Hashable, Sendable {
  /// A UUID that stays the event's own when it is sent again; UUIDv7 is recorded fastest.
  public var id: EventID
  /// What was done.
  public var kind: EventKind
  /// The product's id.
  public var productID: Int64
  /// Who did it: a device's or user's id of 1 to 128 bytes, of which the server keeps a keyed hash.
  public var actor: String
  /// When it was done; nil for the moment at which the server takes it.
  public var occurredAt: Timestamp?

  /// Makes an event.
  public init(
    id: EventID, kind: EventKind, productID: Int64, actor: String, occurredAt: Timestamp? = nil
  ) {
    self.id = id
    self.kind = kind
    self.productID = productID
    self.actor = actor
    self.occurredAt = occurredAt
  }
}

extension Call where Answer == EventReport {
  /// The most events of one call.
  public static var eventLimit: Int { 1_000 }

  /// `POST /v1/events`: records what people did, durably before the answer.
  ///
  /// At most ``eventLimit``; the server refuses more. What is wrong with one event is told by its
  /// place in the call, and the others are recorded. Whoever got no answer may send the same call
  /// again: an id counts once.
  public static func record(_ events: [ReportedEvent]) -> Call {
    let path = "/v1/events"
    return Call(path, body: JSONText.events(events)) { response throws(ClientError) in
      let report: WireEventReport = try response.decoded(path: path)
      return report.report
    }
  }
}

struct WireEventReport: Decodable {
  let report: EventReport

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    report = EventReport(
      accepted: try members.decode(Int.self, forKey: .accepted),
      duplicate: try members.decode(Int.self, forKey: .duplicate),
      rejected: try members.decode([WireRejection].self, forKey: .rejected).map(\.rejection))
  }
}

private struct WireRejection: Decodable {
  let rejection: EventReport.Rejection

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    rejection = EventReport.Rejection(
      index: try members.decode(Int.self, forKey: .index),
      detail: try members.decode(String.self, forKey: .detail))
  }
}

/// The little JSON that this client writes; unlike Foundation's encoder it cannot fail.
private enum JSONText {
  static func events(_ events: [ReportedEvent]) -> [UInt8] {
    let list = events.map { event in
      var text = #"{"id":"\#(event.id.uuid)","type":"\#(event.kind.name)""#
      text += #","product_id":\#(event.productID),"actor":\#(string(event.actor))"#
      if let time = event.occurredAt { text += #","occurred_at":"\#(time.rfc3339)""# }
      return text + "}"
    }
    return Array((#"{"events":["# + list.joined(separator: ",") + "]}").utf8)
  }

  /// A text in quotation marks (RFC 8259, 7).
  private static func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\0"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension EventID {
  /// The id in its form of 36 characters (RFC 9562).
  fileprivate var uuid: String {
    var text = ""
    for (place, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(place) { text += "-" }
      let digits = String(byte, radix: 16)
      text += digits.utf8.count < 2 ? "0" + digits : digits
    }
    return text
  }
}
