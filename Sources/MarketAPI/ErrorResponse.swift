import HTTPServer
import MarketCatalog

// The one place where errors become problems, and with them statuses.

extension Problem {
  /// The problem that tells a client about an error.
  init(_ error: RequestError) {
    switch error {
    case .badTarget(let detail), .badField(let detail):
      self.init(type: .badRequest, detail: detail)
    case .invalidParameter(let name, let detail):
      self.init(type: .invalidParameter, detail: detail, parameter: name)
    case .unknownParameter(let name, let accepted):
      let hint =
        accepted.isEmpty ? "takes no parameters" : "takes " + accepted.joined(separator: ", ")
      self.init(
        type: .unknownParameter,
        detail: "there is no parameter " + quoted(name) + "; this path " + hint, parameter: name)
    case .noSuchPath:
      self.init(type: .notFound, detail: "there is nothing at this path; see /openapi.json")
    case .noSuchProduct(let id):
      self.init(
        type: .notFound, detail: "there is no listed product with the id " + excerpt(id),
        parameter: "id")
    case .noSuchPicture:
      self.init(type: .notFound, detail: "there is no picture with this name")
    case .methodNotAllowed(let allow):
      self.init(
        type: .methodNotAllowed, detail: "this path works with " + allow + " only", allow: allow)
    case .invalidBody(let detail, let errors):
      self.init(type: .invalidBody, detail: detail, errors: errors)
    case .unsupportedMediaType(let detail):
      self.init(type: .unsupportedMediaType, detail: detail)
    case .unauthorized(let fault):
      self.init(fault)
    case .forbidden(let detail):
      self = .forbidden(detail)
    case .preconditionFailed(let detail):
      self.init(type: .preconditionFailed, detail: detail)
    case .tooManyWrites(let perSecond, let seconds):
      self.init(
        type: .tooManyRequests, detail: "one key may write \(perSecond) times a second",
        retryAfter: seconds)
    case .notReady(let reason):
      self.init(type: .unavailable, detail: reason)
    case .store(let error):
      self.init(error)
    case .fault(let detail):
      self.init(type: .internalFault, detail: Self.internalDetail, logDetail: detail)
    }
  }

  private static let internalDetail =
    "the server failed; the log has the details under this request_id"

  private init(_ error: StoreError) {
    switch error {
    case .busy:
      self.init(type: .busy, detail: "the store is busy; try again")
    case .unavailable, .notPermitted, .full, .inputOutput:
      self.init(
        type: .unavailable, detail: error.description, logDetail: error.debugDescription)
    case .cancelled:
      self.init(type: .unavailable, detail: error.description)
    case .schemaMismatch, .corrupt, .constraint, .unexpected:
      self.init(
        type: .internalFault, detail: Self.internalDetail, logDetail: error.debugDescription)
    case .cursor(let error):
      self.init(error)
    case .unknownProducts:
      self.init(type: .notFound, detail: error.description)
    }
  }

  private init(_ error: CursorError) {
    switch error {
    case .malformed:
      self.init(
        type: .invalidCursor, detail: "cursor is damaged or was not made by this server",
        parameter: "cursor")
    case .foreign:
      self.init(
        type: .invalidCursor, detail: "cursor belongs to another feed or another filter",
        parameter: "cursor")
    case .expired:
      self.init(
        type: .cursorExpired,
        detail: "cursor is too old; begin again with the first slice",
        parameter: "cursor")
    }
  }

  /// The problem that tells a client why the engine refused a request.
  init(_ refusal: Refusal) {
    switch refusal {
    case .badRequest(let detail):
      self.init(type: .badRequest, detail: detail)
    case .requestTimeout:
      self.init(type: .requestTimeout, detail: "the request was not complete in time")
    case .bodyTooLarge(let limit):
      self.init(
        type: .payloadTooLarge, detail: "the body must have at most \(limit) bytes")
    case .targetTooLong(let limit):
      self.init(
        type: .uriTooLong, detail: "path and query must have at most \(limit) bytes")
    case .expectationFailed:
      self.init(
        type: .expectationFailed, detail: "the only expectation that is met is 100-continue")
    case .headTooLarge:
      self.init(
        type: .headerFieldsTooLarge, detail: "the request has too many or too long header fields")
    case .unanswered:
      self.init(
        type: .internalFault, detail: Self.internalDetail,
        logDetail: "a responder was let go without an answer")
    case .notImplemented(let detail):
      self.init(type: .notImplemented, detail: detail)
    case .tooManyConnections:
      self.init(type: .busy, detail: "too many connections are open; try again")
    case .answerTimeout:
      self.init(
        type: .unavailable,
        detail: "the answer took too long; what was asked for may have been done all the same")
    case .versionNotSupported:
      self.init(
        type: .versionNotSupported, detail: "the server speaks HTTP/1.1 and HTTP/1.0")
    }
  }
}
