public import MarketCatalog

/// What a server tells about a feed while someone listens.
///
/// Each carries the newest position: the ranking's generation of the popular feed, the catalog's
/// version of the recent one.
public enum FeedChange: Hashable, Sendable {
  /// Listening begins, or goes on, and this is how things stand.
  case present(Int64)
  /// There is something newer than before.
  case changed(Int64)
  /// What was heard last is unknown to the server or long ago: what is shown has to be read anew.
  case reset(Int64)
}

/// Follows a feed's stream of changes, over as many connections as that takes.
///
/// A value that any transport can drive: send ``request``, pass the answer's head to ``begin(_:)``
/// and its bytes to ``take(_:)``; when the connection ends, for whatever reason, wait for as long as
/// ``end(jitter:)`` says and send ``request`` again, which goes on where the stream was left.
public struct ChangeListener: Sendable {
  /// The feed's page.
  public let page: Page
  private let settings: ClientSettings
  private var parser: EventStreamParser
  /// The wait after a connection that told something, in milliseconds; the server may name another.
  private var retry: Int64 = 2_000
  /// How many connections in a row have told nothing.
  private var fruitless = 0

  /// How long nothing may come, in milliseconds: three times as long as the server is silent.
  public static let silenceLimit: Int64 = 45_000
  /// The longest wait between two connections, in milliseconds, before jitter.
  public static let longestWait: Int64 = 60_000

  /// Listens to a page's feed of a server.
  public init(to page: Page, _ settings: ClientSettings) {
    self.page = page
    self.settings = settings
    parser = EventStreamParser(limit: settings.answerLimit)
  }

  private var path: String { "/v1/feeds/" + page.feed.name + "/changes" }

  /// `GET /v1/feeds/{feed}/changes`, from where the stream was left.
  public var request: ClientRequest {
    var fields = settings.fields(accepting: "text/event-stream")
    if !parser.lastEventID.isEmpty {
      fields.append(HeaderField("Last-Event-ID", parser.lastEventID))
    }
    return ClientRequest(
      url: settings.server.baseURL + path, socketPath: settings.server.socketPath, fields: fields,
      timeout: Self.silenceLimit, answerLimit: settings.answerLimit)
  }

  /// Takes an answer's head.
  ///
  /// - Throws: ``ClientError`` when what follows is no stream of changes.
  public mutating func begin(_ head: ClientResponse) throws(ClientError) {
    parser.begin()
    guard head.status == 200 else { throw head.failure(path: path) }
    let type = head.field("content-type") ?? ""
    guard type.lowercased().hasPrefix("text/event-stream") else {
      throw .unexpected(.contentType(type))
    }
  }

  /// Takes bytes of the stream, cut anywhere, and says what they tell.
  ///
  /// - Throws: ``ClientError`` when one event is longer than the settings' limit of an answer.
  public mutating func take(_ bytes: [UInt8]) throws(ClientError) -> [FeedChange] {
    var changes: [FeedChange] = []
    for event in try parser.parse(bytes) {
      if let time = event.retry { retry = min(max(time, 100), Self.longestWait) }
      // The id is the position; what has none is of a later version of the API.
      guard let position = Int64(event.id) else { continue }
      switch event.name {
      case "ranking", "products": changes.append(.changed(position))
      case "reset": changes.append(.reset(position))
      case _ where event.hasData: continue
      case _: changes.append(.present(position))
      }
    }
    if !changes.isEmpty { fruitless = 0 }
    return changes
  }

  /// Notes that a connection has ended, or that there was none.
  ///
  /// - Parameter jitter: From 0 to 1, at random, so that not all clients come back at once.
  /// - Returns: How long to wait, in milliseconds: twice as long as the last time when nothing was
  ///   told meanwhile.
  public mutating func end(jitter: Double) -> Int64 {
    let wait = min(retry << min(fruitless, 10), Self.longestWait)
    fruitless += 1
    return wait + Int64(Double(wait) / 2 * min(max(jitter, 0), 1))
  }

  /// Listens over one connection until it ends or `receive` tells by false that it wants no more.
  ///
  /// Blocks. Call ``end(jitter:)`` before the next connection.
  public mutating func listen(
    over transport: some BlockingStreamTransport, _ receive: (FeedChange) -> Bool
  ) throws(ClientError) {
    var fault: ClientError?
    do throws(TransportFault) {
      try transport.stream(request) { part in
        do throws(ClientError) {
          switch part {
          case .head(let head):
            try begin(head)
            return true
          case .bytes(let bytes): return try take(bytes).allSatisfy(receive)
          }
        } catch {
          fault = error
          return false
        }
      }
    } catch {
      throw fault ?? .transport(error)
    }
    if let fault { throw fault }
  }
}
