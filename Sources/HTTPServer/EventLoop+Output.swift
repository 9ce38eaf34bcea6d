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
  private static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// Writes an answer behind the others of this round.
  func append(_ response: Response, method: Method?, persistence: Persistence) {
    outbox.append(
      response, persistence: persistence,
      hasBody: method != .head && response.status != .notModified && response.status != .noContent)
  }

  /// Tells the client to send the body that it announced.
  func appendContinue() {
    outbox.append(Self.continueLine)
  }

  /// Sends the answers of this round, and decides what the connection waits for next.
  func flush(_ connection: Connection) {
    guard !connection.isClosed else { return }
    let count = outbox.count
    if connection.hasOutput {
      // An answer that came from elsewhere while one before it waits for room.
      connection.output += outbox.rest(after: 0)
      outbox.discard()
    } else if count > 0 {
      let sent = outbox.send(to: connection.descriptor)
      let isAlive = sent >= 0 || errno == EAGAIN || errno == EINTR
      if isAlive && sent < count {
        connection.output = outbox.rest(after: max(sent, 0))
        connection.sent = 0
      }
      outbox.discard()
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

  /// Sends the answers of this round with those to other connections, at the latest before the loop
  /// waits.
  func flushLater(_ connection: Connection) {
    if outbox.leave(for: connection) { sendOutbox() }
  }

  /// Sends the answers that were left for later.
  func sendOutbox() {
    while let connection = outbox.takeNext() {
      if connection.isClosed { outbox.discard() } else { flush(connection) }
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
