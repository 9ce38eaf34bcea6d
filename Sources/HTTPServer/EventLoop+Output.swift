import CEpoll
import Glibc

/// What an answer says about the connection's future.
enum Persistence {
  /// It stays open, as HTTP/1.1 has it without a word.
  case implied
  /// It stays open, and a client of HTTP/1.0 must be told.
  case keepAlive
  /// It is closed after the answer.
  case close
}

/// Answers to one connection that are about to be sent.
struct Outgoing {
  var connection: Connection?
  var head: [UInt8] = []
  var body = ResponseBody.empty
}

extension Connection.Interest {
  /// The events to watch for, each told of once (EPOLLET): the kernel would otherwise look at every
  /// socket once more after its request has been read.
  var events: UInt32 {
    switch self {
    case .bytes: EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
    case .room: EPOLLOUT.rawValue | EPOLLET.rawValue
    case .nothing: EPOLLET.rawValue
    }
  }
}

extension EventLoop {
  /// The capacity up to which the output's memory is kept for the next answers.
  private static let outputKept = 1_048_576

  /// Writes an answer behind the others of this round.
  func append(_ response: Response, method: Method?, persistence: Persistence) {
    joinLastBody()
    output += response.head
    output += clock.dateLine
    switch persistence {
    case .implied: output += "\r\n".utf8
    case .keepAlive: output += "Connection: keep-alive\r\n\r\n".utf8
    case .close: output += "Connection: close\r\n\r\n".utf8
    }
    let hasBody =
      method != .head && response.status != .notModified && response.status != .noContent
    if hasBody { lastBody = response.content }
  }

  /// Tells the client to send the body that it announced.
  func appendContinue() {
    joinLastBody()
    output += "HTTP/1.1 100 Continue\r\n\r\n".utf8
  }

  private func joinLastBody() {
    guard lastBody.count > 0 else { return }
    lastBody.append(to: &output)
    lastBody = .empty
  }

  /// The bytes of the answers of this round.
  var outputCount: Int { output.count + lastBody.count }

  /// Sends the answers of this round, and decides what the connection waits for next.
  func flush(_ connection: Connection) {
    guard !connection.isClosed else { return }
    if connection.hasOutput {
      // An answer that came from elsewhere while one before it waits for room.
      joinLastBody()
      connection.output += output
      discardOutput()
    } else if outputCount > 0 {
      let sent = sendOutput(to: connection.descriptor)
      let isAlive = sent >= 0 || errno == EAGAIN || errno == EINTR
      if isAlive && sent < outputCount { keepRest(for: connection, after: max(sent, 0)) }
      discardOutput()
      guard isAlive else {
        drop(connection)
        return
      }
    }
    if connection.hasOutput {
      connection.deadline = clock.now + configuration.writeTimeout
      expect(.room, of: connection)
    } else {
      outputIsSent(connection)
    }
  }

  /// The most answers that are sent together.
  static let outboxLimit = 8
  /// How long an answer waits for others, in nanoseconds; when another request takes longer, until
  /// that is answered.
  private static let outboxPatience: Int64 = 250_000

  /// Leaves answers to be sent with those to other connections, at the latest before the loop waits.
  ///
  /// Each answer wakes a client, which on a busy machine takes the processor from the loop at once;
  /// clients that are woken one after the other without a pause go on together (decision 18).
  func flushLater(_ connection: Connection) {
    let now = MonotonicClock.nanoseconds()
    if outboxCount == 0 { outboxBegan = now }
    swap(&output, &outbox[outboxCount].head)
    outbox[outboxCount].body = lastBody
    outbox[outboxCount].connection = connection
    lastBody = .empty
    outboxCount += 1
    if outboxCount == outbox.count || now - outboxBegan > Self.outboxPatience { sendOutbox() }
  }

  /// Sends the answers that were left for later.
  func sendOutbox() {
    for index in 0..<outboxCount {
      guard let connection = outbox[index].connection else { continue }
      outbox[index].connection = nil
      swap(&output, &outbox[index].head)
      lastBody = outbox[index].body
      outbox[index].body = .empty
      if connection.isClosed { discardOutput() } else { flush(connection) }
    }
    outboxCount = 0
  }

  /// Sends as much as the socket takes, the last body straight from its answer's memory; returns
  /// what sendmsg(2) does.
  private func sendOutput(to descriptor: Int32) -> Int {
    var sent = -1
    output.withUnsafeMutableBytes { head in
      lastBody.withBytes { body in
        var parts = (
          iovec(iov_base: head.baseAddress, iov_len: head.count),
          // The call only reads what the part points to.
          iovec(
            iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count)
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

  private func keepRest(for connection: Connection, after sent: Int) {
    connection.output = Array(output.dropFirst(sent))
    lastBody.append(from: max(sent - output.count, 0), to: &connection.output)
    connection.sent = 0
  }

  private func discardOutput() {
    lastBody = .empty
    if output.capacity > Self.outputKept {
      output = []
    } else {
      output.removeAll(keepingCapacity: true)
    }
  }

  /// Sends more of the answers that the socket had no room for.
  func sendRest(of connection: Connection) {
    let sent = connection.output.withUnsafeBytes {
      send(
        connection.descriptor, $0.baseAddress.map { $0 + connection.sent },
        $0.count - connection.sent, Int32(MSG_NOSIGNAL))
    }
    guard sent >= 0 else {
      if errno == EINTR { watchAgain(connection) } else if errno != EAGAIN { drop(connection) }
      return
    }
    connection.sent += sent
    connection.deadline = clock.now + configuration.writeTimeout
    guard connection.sent == connection.output.count else { return }
    connection.output = []
    connection.sent = 0
    outputIsSent(connection)
    if !connection.isClosed && connection.ending == .open { resume(connection) }
  }

  private func outputIsSent(_ connection: Connection) {
    if connection.awaited != nil {
      connection.deadline = clock.now + configuration.answerTimeout
      expect(.nothing, of: connection)
      return
    }
    // Answers that were waiting when a drain began promised to go on; now nothing follows them.
    if isDraining && connection.incoming == nil && connection.ending == .open
      && connection.hasAnswered
    {
      connection.ending = .lingering
    }
    switch connection.ending {
    case .open:
      connection.deadline = nextDeadline(of: connection)
      expect(.bytes, of: connection)
      catchUp(connection)
    case .closing:
      drop(connection)
    case .lingering:
      guard !connection.isLingering else { return }
      connection.isLingering = true
      shutdown(connection.descriptor, Int32(SHUT_WR))
      connection.deadline = clock.now + configuration.lingerTimeout
      expect(.bytes, of: connection)
    }
  }

  /// When patience ends with a connection that has nothing to send.
  private func nextDeadline(of connection: Connection) -> Int64 {
    if connection.subscription != nil { return clock.now + configuration.heartbeatInterval }
    guard let incoming = connection.incoming else { return clock.now + configuration.idleTimeout }
    return incoming.startedAt
      + (incoming.isHead ? configuration.headTimeout : configuration.requestTimeout)
  }

  /// Waits for room to send, for bytes to read, or for neither.
  private func expect(_ interest: Connection.Interest, of connection: Connection) {
    guard connection.interest != interest else { return }
    connection.interest = interest
    watchAgain(connection)
  }

  /// Asks for an event of what a connection waits for, also of what is there already.
  func watchAgain(_ connection: Connection) {
    var event = epoll_event(
      events: connection.interest.events, data: epoll_data(fd: connection.descriptor))
    if epoll_ctl(epoll, EPOLL_CTL_MOD, connection.descriptor, &event) != 0 { drop(connection) }
  }
}
