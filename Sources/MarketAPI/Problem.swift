import HTTPServer
import MarketJSON
import StrictJSON

/// The kinds of problems that the API reports; raw values are the last part of `type`.
enum ProblemType: String, CaseIterable {
  case badRequest = "bad-request"
  case invalidParameter = "invalid-parameter"
  case unknownParameter = "unknown-parameter"
  case invalidCursor = "invalid-cursor"
  case cursorExpired = "cursor-expired"
  case invalidBody = "invalid-body"
  case notFound = "not-found"
  case methodNotAllowed = "method-not-allowed"
  case unauthorized = "unauthorized"
  case forbidden = "forbidden"
  /// Reserved, as ``unprocessable`` is: no answer has it yet, and the API's description names both.
  case conflict = "conflict"
  case preconditionFailed = "precondition-failed"
  case payloadTooLarge = "payload-too-large"
  case uriTooLong = "uri-too-long"
  case headerFieldsTooLarge = "header-fields-too-large"
  case unsupportedMediaType = "unsupported-media-type"
  case unprocessable = "unprocessable"
  case expectationFailed = "expectation-failed"
  case requestTimeout = "request-timeout"
  case tooManyRequests = "too-many-requests"
  case notImplemented = "not-implemented"
  case versionNotSupported = "http-version-not-supported"
  case busy = "busy"
  case unavailable = "unavailable"
  case internalFault = "internal"

  /// The status that goes with the type, always the same.
  var status: Status {
    switch self {
    case .badRequest, .invalidParameter, .unknownParameter, .invalidCursor, .invalidBody:
      Status(400)
    case .unauthorized: Status(401)
    case .forbidden: Status(403)
    case .notFound: Status(404)
    case .methodNotAllowed: Status(405)
    case .requestTimeout: Status(408)
    case .conflict: Status(409)
    case .cursorExpired: Status(410)
    case .preconditionFailed: Status(412)
    case .payloadTooLarge: Status(413)
    case .uriTooLong: Status(414)
    case .unsupportedMediaType: Status(415)
    case .expectationFailed: Status(417)
    case .unprocessable: Status(422)
    case .tooManyRequests: Status(429)
    case .headerFieldsTooLarge: Status(431)
    case .internalFault: Status(500)
    case .notImplemented: Status(501)
    case .busy, .unavailable: Status(503)
    case .versionNotSupported: Status(505)
    }
  }

  /// The title that goes with the type, always the same.
  var title: String {
    switch self {
    case .badRequest: "Bad request"
    case .invalidParameter: "Invalid parameter"
    case .unknownParameter: "Unknown parameter"
    case .invalidCursor: "Invalid cursor"
    case .cursorExpired: "Cursor expired"
    case .invalidBody: "Invalid body"
    case .notFound: "Not found"
    case .methodNotAllowed: "Method not allowed"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .conflict: "Conflict"
    case .preconditionFailed: "Precondition failed"
    case .payloadTooLarge: "Payload too large"
    case .uriTooLong: "URI too long"
    case .headerFieldsTooLarge: "Header fields too large"
    case .unsupportedMediaType: "Unsupported media type"
    case .unprocessable: "Unprocessable"
    case .expectationFailed: "Expectation failed"
    case .requestTimeout: "Request timeout"
    case .tooManyRequests: "Too many requests"
    case .notImplemented: "Not implemented"
    case .versionNotSupported: "HTTP version not supported"
    case .busy: "Busy"
    case .unavailable: "Unavailable"
    case .internalFault: "Internal fault"
    }
  }

  /// After how many seconds the same request may work, where waiting helps.
  var retryAfterSeconds: Int? {
    switch self {
    case .busy: 1
    case .unavailable: 5
    case .badRequest, .invalidParameter, .unknownParameter, .invalidCursor, .cursorExpired,
      .invalidBody, .notFound, .methodNotAllowed, .unauthorized, .forbidden, .conflict,
      .preconditionFailed, .payloadTooLarge, .uriTooLong, .headerFieldsTooLarge,
      .unsupportedMediaType, .unprocessable, .expectationFailed, .requestTimeout,
      .tooManyRequests, .notImplemented, .versionNotSupported, .internalFault:
      nil
    }
  }
}

/// One problem, told to the client (RFC 9457).
struct Problem {
  var type: ProblemType
  /// What is wrong with this request, naming the faulty part; safe to show to anyone.
  var detail: String
  /// The query or path parameter that is wrong.
  var parameter: String?
  /// The faults of a body's values.
  var errors: [JSONFault] = []
  /// The value of `Allow`, which 405 must have.
  var allow: String?
  /// After how many seconds the same request may work, where the type alone does not tell.
  var retryAfter: Int?
  /// The value of `WWW-Authenticate`, which 401 must have.
  var challenge: String?
  /// What the operator's log should have, and the client must not see.
  var logDetail: String?

  /// The problem as `application/problem+json`.
  func json(requestID: String) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    writer.beginObject()
    writer.name(.type)
    writer.string("/problems/" + type.rawValue)
    writer.name(.title)
    writer.string(type.title)
    writer.name(.status)
    writer.integer(type.status.code)
    writer.name(.detail)
    writer.string(detail)
    if let parameter {
      writer.name(.parameter)
      writer.string(parameter)
    }
    if !errors.isEmpty {
      writer.name(.errors)
      writer.beginArray()
      for error in errors {
        writer.beginObject()
        writer.name(.pointer)
        writer.string(error.pointer)
        writer.name(.detail)
        writer.string(error.detail)
        writer.endObject()
      }
      writer.endArray()
    }
    writer.name(.requestID)
    writer.string(requestID)
    writer.endObject()
    return writer.bytes
  }

  /// The whole answer; `others` come behind the problem's own fields.
  func response(requestID: String, fields others: FieldLines) -> Response {
    var fields: FieldLines = [
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
    ]
    if let allow { fields.append("Allow", allow) }
    if let challenge { fields.append("WWW-Authenticate", challenge) }
    if let seconds = retryAfter ?? type.retryAfterSeconds {
      fields.append("Retry-After", String(seconds))
    }
    fields.append(others)
    return Response(status: type.status, fields: fields, body: json(requestID: requestID))
  }
}
