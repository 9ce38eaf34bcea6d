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

  let descriptor: Int32
  var ending = Ending.open
  /// Whether it is closed for sending, and only thrown-away bytes are still awaited.
  var isLingering = false
  /// Whether it is closed; events that were fetched before say nothing any more.
  var isClosed = false
  /// Whether a request has been answered.
  var hasAnswered = false
  /// Whether the loop waits for room to send, and not for bytes to read.
  var awaitsRoom = false
  /// When, in the loop's milliseconds, patience ends with what the connection is doing.
  var deadline: Int64
  /// The request of which a part has arrived.
  var incoming: Incoming?
  /// Answers that the socket did not take yet, and how many bytes of them are sent.
  var output: [UInt8] = []
  var sent = 0
  /// Bytes that were thrown away while lingering.
  var discarded = 0

  init(descriptor: Int32, deadline: Int64) {
    self.descriptor = descriptor
    self.deadline = deadline
  }

  /// Whether answers wait for the client to read.
  var hasOutput: Bool { !output.isEmpty }
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
