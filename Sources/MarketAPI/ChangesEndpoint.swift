import HTTPServer
public import MarketCatalog
import MarketJSON

extension MarketHandler {
  /// `GET /v1/feeds/{feed}/changes`: tells what is new in a feed for as long as anyone listens.
  func changes(of page: Page, _ request: Request) throws(RequestError) -> Reply {
    _ = try QueryParameters(request.queryBytes, accepting: [])
    // What others were told a moment ago must not be ahead of what is read here.
    endSnapshot()
    let present: Int64
    do {
      present = try reader.version().position(of: page)
    } catch {
      throw .store(error)
    }
    var fields: FieldLines = [
      "Content-Type": "text/event-stream", "Cache-Control": "no-store",
      // For proxies that gather an answer before they pass it on.
      "X-Accel-Buffering": "no",
    ]
    configuration.cors.addFields(for: request, to: &fields)
    if configuration.cors.dependsOnOrigin { fields.append("Vary", "Origin") }
    let head = Response(unboundedWith: fields)
    if request.method == .head { return .now(head) }
    return .stream(
      EventStream(
        head: head,
        opening: ChangeEvent.opening(
          page, present: present, lastEventID: request.field("last-event-id")),
        topic: page.rawValue, position: present))
  }
}

/// The events of the streams of changes, as the HTML standard writes server-sent events (9.2).
enum ChangeEvent {
  /// How far behind a listener may be and still just be told the newest; one that is further behind
  /// shows what is too old to go on from.
  static let resumeLimit: Int64 = 1_000

  /// What a listener is told first.
  ///
  /// - Parameters:
  ///   - page: Whose changes it listens to.
  ///   - present: The present position.
  ///   - lastEventID: The last `id` that it has seen, as it sends it when it comes back.
  /// - Returns: Bytes after which the listener knows `present`.
  static func opening(_ page: Page, present: Int64, lastEventID: String?) -> [UInt8] {
    let wait = Array("retry: 2000\n".utf8)
    guard let lastEventID, !lastEventID.isEmpty else {
      // An id without data is remembered and not dispatched.
      return wait + Array("id: \(present)\n\n".utf8)
    }
    let isKnown = Int64(lastEventID).map { last in
      last >= 0 && last <= present && present - last <= resumeLimit
    }
    guard isKnown == true else {
      return wait + event(named: "reset", page, at: present)
    }
    return wait
      + (Int64(lastEventID) == present
        ? Array("id: \(present)\n\n".utf8) : message(of: page, at: present))
  }

  /// Tells that a page's feed has come to a position.
  static func message(of page: Page, at position: Int64) -> [UInt8] {
    let name =
      switch page {
      case .latelyProduct: "products"
      case .popularProduct: "ranking"
      }
    return event(named: name, page, at: position)
  }

  private static func event(named name: String, _ page: Page, at position: Int64) -> [UInt8] {
    var json = JSONWriter(capacity: 64)
    json.beginObject()
    switch page {
    case .latelyProduct: json.name(.catalogVersion)
    case .popularProduct: json.name(.generation)
    }
    json.integer(position)
    json.endObject()
    return Array("event: \(name)\nid: \(position)\ndata: ".utf8) + json.bytes
      + Array("\n\n".utf8)
  }
}

extension StoreVersion {
  /// The counter that a page's feed changes with.
  func position(of page: Page) -> Int64 {
    switch page {
    case .latelyProduct: catalogVersion
    case .popularProduct: generation
    }
  }
}

/// Notices what changed in a store, and says what the listeners of each page are to be told.
public struct ChangeWatch {
  /// What the listeners of a page are told.
  public struct News: Sendable {
    /// The event as it is sent.
    public var message: [UInt8]
    /// Where it leads to.
    public var position: Int64
    /// The page's topic.
    public var topic: Int
  }

  private var last: StoreVersion?

  /// Makes a watch that has seen nothing.
  public init() {}

  /// What is new since the last look; both pages at the first.
  public mutating func news(at version: StoreVersion) -> [News] {
    let last = last
    self.last = version
    guard version != last else { return [] }
    return Page.allCases.compactMap { page in
      let position = version.position(of: page)
      guard position != last?.position(of: page) else { return nil }
      return News(
        message: ChangeEvent.message(of: page, at: position), position: position,
        topic: page.rawValue)
    }
  }
}
