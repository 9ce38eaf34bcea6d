import Synchronization

/// An answer of server-sent events (the HTML standard, 9.2) that goes on until one side ends.
///
/// Made for thousands of listeners that mostly wait: each holds its connection's object and nothing
/// else, and is told only of the newest (``Server/publish(_:at:to:)``).
public struct EventStream: Sendable {
  /// The answer's head, without a length.
  public var head: Response
  /// The first events, sent with the head.
  public var opening: [UInt8]
  /// What the stream tells of, by a number that the handler and the publisher agree on.
  public var topic: Int
  /// The newest position that the client will know of once it has read `opening`; what was published
  /// behind it in the meantime follows at once.
  public var position: Int64

  /// Makes a stream.
  public init(head: Response, opening: [UInt8], topic: Int, position: Int64) {
    self.head = head
    self.opening = opening
    self.topic = topic
    self.position = position
  }
}

/// Something new of a topic.
struct Publication: Sendable {
  var topic: Int
  var position: Int64
  var message: [UInt8]
}

extension EventLoop {
  /// A comment, which clients read over.
  private static let heartbeat = Array(":\n\n".utf8)
  private static let farewell = Array(": the server is ending\n\n".utf8)

  /// Turns a connection into a stream.
  func open(_ stream: EventStream, on connection: Connection) {
    append(stream.head, method: .get, persistence: .close)
    outbox.append(stream.opening)
    connection.incoming = nil
    connection.subscription = Connection.Subscription(
      topic: stream.topic, position: stream.position)
    streamCount += 1
    state.load.streamCount.add(1, ordering: .relaxed)
    if state.isDraining.load(ordering: .relaxed) { endStream(connection) }
  }

  /// Tells the streams of a topic what is new.
  func publish(_ publication: Publication) {
    if let known = latest[publication.topic], known.position >= publication.position { return }
    latest[publication.topic] = publication
    guard streamCount > 0 else { return }
    forEachConnection { connection in
      // One that still waits for room gets the newest when there is some.
      if !connection.hasOutput { catchUp(connection) }
    }
  }

  /// Tells a stream the newest of its topic, unless it knows.
  func catchUp(_ connection: Connection) {
    guard let subscription = connection.subscription, connection.ending == .open,
      let newest = latest[subscription.topic], newest.position > subscription.position
    else { return }
    connection.subscription?.position = newest.position
    outbox.append(newest.message)
    flush(connection)
  }

  /// Shows a client, and whatever stands between, that the stream is alive.
  func sendHeartbeat(_ connection: Connection) {
    outbox.append(Self.heartbeat)
    flush(connection)
  }

  /// Ends a stream at once: it must never hold up a drain.
  func endStream(_ connection: Connection) {
    guard !connection.hasOutput else {
      drop(connection)
      return
    }
    outbox.append(Self.farewell)
    connection.ending = .closing
    flush(connection)
    if connection.hasOutput { drop(connection) }
  }
}
