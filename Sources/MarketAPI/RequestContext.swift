import HTTPServer

/// What an answer needs of its request, also when another thread makes it.
struct RequestContext: Sendable {
  /// Finds the request in the log.
  let requestID: String
  /// The request's method and target, or what the engine did.
  let request: String
  /// The fields that let other origins read the answer.
  let fields: FieldLines
  let log: @Sendable (InternalFault) -> Void

  /// The fields of an answer to a write, which no cache may keep.
  var jsonFields: FieldLines {
    var all: FieldLines = ["Content-Type": "application/json", "Cache-Control": "no-store"]
    all.append(fields)
    return all
  }

  /// Tells the client what went wrong, and the log what the client is not told.
  func response(to problem: Problem) -> Response {
    if let detail = problem.logDetail {
      log(InternalFault(requestID: requestID, request: request, detail: detail))
    }
    return problem.response(requestID: requestID, fields: fields)
  }
}
