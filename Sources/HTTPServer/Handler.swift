/// What answers requests: the seam between the engine and an API.
///
/// One handler is made for each loop, inside the loop's thread, and stays there: it needs no locks
/// and is never called from two threads. A call must not block for long, since every connection of
/// the loop waits for it.
public protocol Handler: AnyObject {
  /// Answers a complete request, or says how its answer will come.
  func respond(to request: Request) -> Reply

  /// Gives the shape of the API to an answer that the engine makes itself.
  ///
  /// The engine closes the connection after it, unless the request was read well.
  func refuse(_ refusal: Refusal) -> Response

  /// Lets go of what was held for the requests that had arrived together: all of them are answered,
  /// and the loop is about to wait for more.
  func willWait()
}

/// What a handler makes of a request.
public enum Reply {
  /// This answer, at once.
  case now(Response)
  /// An answer that another thread gives, while the loop serves others.
  ///
  /// The closure is called at once, on the loop, with what takes the answer. Until it comes no
  /// further request of the connection is read, so that answers keep the order of their requests.
  case later((Responder) -> Void)
  /// An answer that goes on until one side has enough.
  case stream(EventStream)
}

/// Why the engine answers without asking the handler.
public enum Refusal: Error, Hashable, Sendable {
  /// 400: the request breaks the grammar of HTTP/1.1; the text says where, in plain words.
  case badRequest(String)
  /// 408: the request was not complete in time.
  case requestTimeout
  /// 413: the body is longer than the limit, in bytes.
  case bodyTooLarge(limit: Int)
  /// 414: the target is longer than the limit, in bytes.
  case targetTooLong(limit: Int)
  /// 417: an `Expect` other than `100-continue`.
  case expectationFailed
  /// 431: the head is longer, or has more fields, than the limits allow.
  case headTooLarge
  /// 500: the handler let go of a ``Responder`` without an answer.
  case unanswered
  /// 501: a method or transfer coding that the engine does not know; the text names it.
  case notImplemented(String)
  /// 503: as many connections as the server may have are open.
  case tooManyConnections
  /// 503: the answer did not come in time; what was asked for may have been done all the same.
  case answerTimeout
  /// 505: a version other than HTTP/1.0 and HTTP/1.1.
  case versionNotSupported

  /// The status that goes with the refusal.
  public var status: Status {
    switch self {
    case .badRequest: Status(400)
    case .requestTimeout: Status(408)
    case .bodyTooLarge: Status(413)
    case .targetTooLong: Status(414)
    case .expectationFailed: Status(417)
    case .headTooLarge: Status(431)
    case .unanswered: Status(500)
    case .notImplemented: Status(501)
    case .tooManyConnections, .answerTimeout: Status(503)
    case .versionNotSupported: Status(505)
    }
  }
}
