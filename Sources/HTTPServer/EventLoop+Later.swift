/// Answers that other threads give.
extension EventLoop {
  /// Makes a connection wait for an answer, and what takes it.
  func awaitAnswer(
    on connection: Connection, method: Method, keepsAlive: Bool, isVersion10: Bool
  ) -> Responder {
    lastTicket += 1
    let (ticket, descriptor) = (lastTicket, connection.descriptor)
    connection.awaited = Connection.Awaited(
      ticket: ticket, method: method, keepsAlive: keepsAlive, isVersion10: isVersion10)
    return Responder { [mailbox] response in
      mailbox.post(.answer(response, descriptor: descriptor, ticket: ticket))
    }
  }

  /// Does what other threads have asked for.
  func takeLetters() {
    for letter in mailbox.takeAll() {
      switch letter {
      case .answer(let response, let descriptor, let ticket):
        guard let connection = connection(at: descriptor), let awaited = connection.awaited,
          awaited.ticket == ticket
        else { continue }
        complete(connection, awaited, with: response ?? handler.refuse(.unanswered))
      case .publication(let publication):
        publish(publication)
      }
    }
  }

  /// Sends the answer that a connection was waiting for, and goes on with its next request.
  func complete(
    _ connection: Connection, _ awaited: Connection.Awaited, with response: Response
  ) {
    connection.awaited = nil
    let persistence = settle(
      connection, keepsAlive: awaited.keepsAlive, isVersion10: awaited.isVersion10)
    if connection.ending == .closing && connection.incoming != nil {
      connection.ending = .lingering
      connection.incoming = nil
    }
    append(response, method: awaited.method, persistence: persistence)
    flush(connection)
    guard !connection.hasOutput else { return }
    // What the answer says must be seen by the next request, whose arrival is another.
    arrival += 1
    resume(connection)
  }
}
