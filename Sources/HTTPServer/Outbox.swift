import CEpoll
import Glibc

/// The answers of an event loop on their way to their clients.
///
/// The present answers are those to one connection: bytes, and behind them the last body where its
/// maker has it. They are sent at once, or left to be sent with those to other connections.
struct Outbox {
  /// Answers to one connection that were left for later.
  private struct Waiting {
    var connection: Connection?
    var bytes: [UInt8] = []
    var body = ResponseBody.empty
  }

  /// The field `Date` of every answer, with its line end.
  var dateLine: [UInt8] = []

  private var bytes: [UInt8] = []
  private var body = ResponseBody.empty
  /// The answers that wait, in the first places.
  private var waiting = [Waiting](repeating: Waiting(), count: Outbox.limit)
  private var waitingCount = 0
  /// How many of them have been taken out again.
  private var takenCount = 0
  /// When the first began to wait, in nanoseconds of ``MonotonicClock``.
  private var began: Int64 = 0

  /// The most connections whose answers are sent together.
  private static let limit = 8
  /// How long an answer waits for others, in nanoseconds; when another request takes longer, until
  /// that is answered.
  private static let patience: Int64 = 250_000
  /// The capacity up to which memory is kept for the next answers.
  private static let keptCapacity = 1_048_576

  /// The bytes of the present answers.
  var count: Int { bytes.count + body.count }

  /// Writes an answer behind the present ones; its body, unless there is to be none, stays where it is.
  mutating func append(_ response: Response, persistence: Persistence, hasBody: Bool) {
    joinBody()
    bytes += response.head
    bytes += dateLine
    switch persistence {
    case .implied: bytes += "\r\n".utf8
    case .keepAlive: bytes += "Connection: keep-alive\r\n\r\n".utf8
    case .close: bytes += "Connection: close\r\n\r\n".utf8
    }
    if hasBody { body = response.content }
  }

  /// Writes bytes behind the present answers.
  mutating func append(_ more: [UInt8]) {
    joinBody()
    bytes += more
  }

  private mutating func joinBody() {
    guard body.count > 0 else { return }
    body.append(to: &bytes)
    body = .empty
  }

  /// Sends as much of the present answers as a socket takes; returns what sendmsg(2) does.
  ///
  /// Mutating, since a class that called it otherwise would copy all that waits, to be sure of it.
  mutating func send(to descriptor: Int32) -> Int {
    var sent = -1
    bytes.withUnsafeBytes { bytes in
      body.withBytes { body in
        // The call only reads what the parts point to.
        var parts = (
          iovec(
            iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count),
          iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count)
        )
        sent = withUnsafeMutableBytes(of: &parts) { parts in
          var message = msghdr()
          message.msg_iov = parts.assumingMemoryBound(to: iovec.self).baseAddress
          message.msg_iovlen = 2
          return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
        }
      }
    }
    return sent
  }

  /// A copy of the present answers from a byte on.
  func rest(after sent: Int) -> [UInt8] {
    var rest = Array(bytes.dropFirst(sent))
    body.append(from: max(sent - bytes.count, 0), to: &rest)
    return rest
  }

  /// Forgets the present answers.
  mutating func discard() {
    body = .empty
    if bytes.capacity > Self.keptCapacity {
      bytes = []
    } else {
      bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Leaves the present answers to be sent with those to other connections; true when it is time.
  ///
  /// Each answer wakes a client, which on a busy machine takes the processor from the loop at once;
  /// clients that are woken one after the other without a pause go on together (decision 18).
  mutating func leave(for connection: Connection) -> Bool {
    let now = MonotonicClock.nanoseconds()
    if waitingCount == 0 { began = now }
    swap(&bytes, &waiting[waitingCount].bytes)
    swap(&body, &waiting[waitingCount].body)
    waiting[waitingCount].connection = connection
    waitingCount += 1
    return waitingCount == Self.limit || now - began > Self.patience
  }

  /// Makes the next answers that were left the present ones; returns whom they are for, or nil when
  /// there are none.
  mutating func takeNext() -> Connection? {
    guard takenCount < waitingCount else {
      waitingCount = 0
      takenCount = 0
      return nil
    }
    swap(&bytes, &waiting[takenCount].bytes)
    swap(&body, &waiting[takenCount].body)
    let connection = waiting[takenCount].connection
    waiting[takenCount].connection = nil
    takenCount += 1
    return connection
  }
}
