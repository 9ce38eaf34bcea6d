import Glibc
import Synchronization

extension EventLoop {
  /// Bytes of a refused client that are thrown away before its connection is cut.
  private static let discardLimit = 16_777_216

  /// Reads once from a connection and answers what is complete.
  ///
  /// - Parameters:
  ///   - connection: A connection that may have something to read.
  ///   - isLast: Whether its client is known to have sent all that it will.
  func readable(_ connection: Connection, isLast: Bool = false) {
    let held = restoreHead(of: connection)
    let room = buffer.count - held
    let count = buffer.withUnsafeMutableBytes { bytes in
      recv(connection.descriptor, bytes.baseAddress.map { $0 + held }, room, 0)
    }
    // What fills the room may not be all, and behind the last bytes is the end: no event tells again of
    // what was there before.
    if count == room || (count > 0 && isLast) || (count < 0 && errno == EINTR) {
      watchAgain(connection)
    }
    guard count > 0 else {
      // A client that closes in the middle of a request is owed no answer.
      if count == 0 || (errno != EAGAIN && errno != EINTR) { drop(connection) }
      return
    }
    if connection.isLingering || connection.subscription != nil {
      connection.discarded += count
      if connection.discarded > Self.discardLimit { drop(connection) }
      return
    }
    isFirstOfRead = true
    advance(connection, to: held + count)
  }

  /// Goes on with requests that had arrived while answers waited, for the client or for another
  /// thread.
  func resume(_ connection: Connection) {
    guard connection.takesRequests, let incoming = connection.incoming, incoming.isHead else {
      return
    }
    incoming.startedAt = clock.now
    isFirstOfRead = true
    advance(connection, to: restoreHead(of: connection))
  }

  /// Puts the part of a head that is there at the beginning of the buffer; returns its length.
  private func restoreHead(of connection: Connection) -> Int {
    guard let incoming = connection.incoming, incoming.isHead else { return 0 }
    buffer.withUnsafeMutableBytes { $0.copyBytes(from: incoming.head) }
    return incoming.head.count
  }

  /// Answers the requests in the first `count` bytes of the buffer, and keeps what is left over.
  private func advance(_ connection: Connection, to count: Int) {
    var start = 0
    repeat {
      start = takeRequests(of: connection, from: start, to: count)
      if connection.ending == .closing && start < count { connection.ending = .lingering }
      if start == count && connection.takesRequests && !connection.hasOutput && outbox.count > 0 {
        flushLater(connection)
      } else {
        flush(connection)
      }
    } while start < count && connection.takesRequests && !connection.hasOutput
    if start < count && connection.ending == .open && !connection.isClosed
      && connection.subscription == nil
    {
      connection.incoming = makeIncoming(head: Array(buffer[start..<count]))
    }
  }

  /// Answers requests until the bytes or the room for answers is used up; returns where it stopped.
  private func takeRequests(of connection: Connection, from start: Int, to count: Int) -> Int {
    var position = start
    do throws(Refusal) {
      while position < count && connection.takesRequests
        && outbox.count < configuration.pendingOutputLimit
      {
        if let incoming = connection.incoming, !incoming.isHead {
          position += try takeBody(incoming, of: connection, from: position, to: count)
        } else {
          position += try takeHead(of: connection, from: position, to: count)
        }
      }
    } catch {
      let head = connection.incoming.map { $0.isHead ? parser : $0.parser } ?? parser
      refuse(connection, error, method: head.method)
    }
    return position
  }

  /// Reads a head, and answers when no body follows; returns how many bytes it used.
  private func takeHead(
    of connection: Connection, from start: Int, to count: Int
  ) throws(Refusal) -> Int {
    if let incoming = connection.incoming {
      swap(&parser, &incoming.parser)
    } else {
      parser.reset()
    }
    let bytes = buffer
    guard try parser.read(bytes.span.extracting(start..<count)) else {
      let incoming = connection.incoming ?? makeIncoming(head: [])
      swap(&parser, &incoming.parser)
      incoming.head = Array(buffer[start..<count])
      connection.incoming = incoming
      return count - start
    }
    let length = parser.length
    switch parser.framing {
    case .noBody:
      connection.incoming = nil
      answer(connection, parser.head, bytes: bytes, start: start, body: [])
    case .length(let size):
      guard size <= configuration.bodyLimit else {
        throw .bodyTooLarge(limit: configuration.bodyLimit)
      }
      awaitBody(.counted(size), of: connection, head: start..<(start + length), to: count)
    case .chunked:
      awaitBody(.chunked, of: connection, head: start..<(start + length), to: count)
    }
    return length
  }

  /// Begins to take in a body.
  private func awaitBody(
    _ stage: Incoming.Stage, of connection: Connection, head: Range<Int>, to count: Int
  ) {
    let incoming = connection.incoming ?? makeIncoming(head: [])
    swap(&parser, &incoming.parser)
    incoming.head = Array(buffer[head])
    incoming.stage = stage
    connection.incoming = incoming
    // Not needed any more when the body has begun to arrive (RFC 9110, 10.1.1).
    if incoming.parser.expectsContinue && head.upperBound == count {
      appendContinue()
    }
  }

  /// Takes in a part of a body, and answers when it was the last; returns how many bytes it used.
  private func takeBody(
    _ incoming: Incoming, of connection: Connection, from start: Int, to count: Int
  ) throws(Refusal) -> Int {
    let used: Int
    switch incoming.stage {
    case .head:
      preconditionFailure("the body begins after the head")
    case .counted(let remaining):
      used = min(remaining, count - start)
      incoming.body += buffer[start..<(start + used)]
      incoming.stage = .counted(remaining - used)
      guard used == remaining else { return used }
    case .chunked:
      let bytes = buffer
      used = try incoming.decoder.decode(
        bytes.span.extracting(start..<count), into: &incoming.body)
      guard incoming.decoder.isComplete else { return used }
    }
    connection.incoming = nil
    answer(
      connection, incoming.parser.head, bytes: incoming.head, start: 0, body: incoming.body)
    return used
  }

  private func makeIncoming(head: [UInt8]) -> Incoming {
    Incoming(startedAt: clock.now, parser: parser.fresh(), decoder: decoder, head: head)
  }

  /// Hands a complete request to the handler and writes its answer.
  private func answer(
    _ connection: Connection, _ head: RequestHead, bytes: [UInt8], start: Int, body: [UInt8]
  ) {
    let method = head.method
    if isFirstOfRead { isFirstOfRead = false } else { arrival += 1 }
    let reply = handler.respond(
      to: Request(
        method: method, bytes: bytes, start: start, target: head.target, fields: head.fields,
        body: body, arrival: arrival, peer: connection.peer))
    connection.hasAnswered = true
    // Taken apart without a copy, which counts the references of all that an answer holds.
    switch consume reply {
    case .now(let response):
      let persistence = settle(
        connection, keepsAlive: head.keepsAlive, isVersion10: head.isVersion10)
      append(response, method: method, persistence: persistence)
    case .later(let begin):
      begin(
        awaitAnswer(
          on: connection, method: method, keepsAlive: head.keepsAlive,
          isVersion10: head.isVersion10))
    case .stream(let stream):
      open(stream, on: connection)
    }
  }

  /// Decides what becomes of a connection behind an answer, and what the answer says of it.
  func settle(
    _ connection: Connection, keepsAlive: Bool, isVersion10: Bool
  ) -> Persistence {
    if !keepsAlive {
      connection.ending = .closing
    } else if state.isDraining.load(ordering: .relaxed) {
      connection.ending = .lingering
    }
    if connection.ending != .open { return .close }
    // HTTP/1.0 closes unless told otherwise (RFC 9112, 9.3 and appendix C.2.2).
    return isVersion10 ? .keepAlive : .implied
  }

  /// Answers in the handler's shape why the connection ends here.
  func refuse(_ connection: Connection, _ refusal: Refusal, method: Method?) {
    connection.incoming = nil
    connection.ending = .lingering
    append(handler.refuse(refusal), method: method, persistence: .close)
  }
}
