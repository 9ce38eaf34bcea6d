/// One client's connection; it belongs to one loop and is never seen by another thread.
///
/// A connection that lies idle holds this object and nothing else.
final class Connection {
  /// What becomes of the connection once its output is sent.
  enum Ending {
    /// It stays open for another request.
    case open
    /// It is closed at once: the client asked for it and has nothing more to say.
    case closing
    /// It is closed for sending, and what the client still sends is thrown away for a while:
    /// closing at once would answer those bytes with a reset, which can overtake the answer.
    case lingering
  }

  /// What the loop waits for at the socket, beside its failure.
  enum Interest {
    case bytes
    case room
    case nothing
  }

  /// A request whose answer comes from another thread.
  struct Awaited {
    /// Tells the answer from one to an earlier request, or to one of an earlier connection that had
    /// the same descriptor.
    var ticket: UInt64
    var method: Method
    var keepsAlive: Bool
    var isVersion10: Bool
  }

  /// What a connection that has become a stream of events is told.
  struct Subscription {
    var topic: Int
    /// The newest position that its client knows of.
    var position: Int64
  }

  let descriptor: Int32
  /// The other end, or nil for a Unix socket.
  let peer: PeerAddress?
  var ending = Ending.open
  /// Whether it is closed for sending, and only thrown-away bytes are still awaited.
  var isLingering = false
  /// Whether it is closed; events that were fetched before say nothing any more.
  var isClosed = false
  /// Whether a request has been answered.
  var hasAnswered = false
  var interest = Interest.bytes
  /// When, in the loop's milliseconds, patience ends with what the connection is doing.
  var deadline: Int64
  /// The request of which a part has arrived.
  var incoming: Incoming?
  /// The request that is being answered elsewhere; no other is read meanwhile.
  var awaited: Awaited?
  /// Set for good once the connection is a stream.
  var subscription: Subscription?
  /// Answers that the socket did not take yet, and how many bytes of them are sent.
  var output: [UInt8] = []
  var sent = 0
  /// Bytes that were thrown away while lingering.
  var discarded = 0

  init(descriptor: Int32, peer: PeerAddress?, deadline: Int64) {
    self.descriptor = descriptor
    self.peer = peer
    self.deadline = deadline
  }

  /// Whether answers wait for the client to read.
  var hasOutput: Bool { !output.isEmpty }

  /// Whether a request may be answered now.
  var takesRequests: Bool {
    ending == .open && awaited == nil && subscription == nil && !isClosed
  }
}

/// A request of which a part has arrived.
final class Incoming {
  enum Stage {
    case head
    /// A body with this many bytes still to come.
    case counted(Int)
    case chunked
  }

  var stage = Stage.head
  /// When the first byte came, in the loop's milliseconds.
  var startedAt: Int64
  var parser: HeadParser
  var decoder: ChunkedDecoder
  /// The head as far as it has arrived; perhaps with more behind it while answers wait.
  var head: [UInt8]
  var body: [UInt8] = []

  init(startedAt: Int64, parser: HeadParser, decoder: ChunkedDecoder, head: [UInt8]) {
    self.startedAt = startedAt
    self.parser = parser
    self.decoder = decoder
    self.head = head
  }

  /// Whether the head is not complete.
  var isHead: Bool {
    switch stage {
    case .head: true
    case .counted, .chunked: false
    }
  }
}
