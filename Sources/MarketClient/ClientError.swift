/// Why a call has no answer.
public enum ClientError: Error, Hashable, Sendable {
  /// The server was not reached, or stopped in the middle.
  case transport(TransportFault)
  /// The server says what is wrong.
  case problem(ServerProblem)
  /// What answered is no Market server of version 1, or something stands between.
  case unexpected(AnswerFault)
}

extension ClientError: CustomStringConvertible {
  /// What went wrong, in one line.
  public var description: String {
    switch self {
    case .transport(let fault): fault.description
    case .problem(let problem): problem.description
    case .unexpected(let fault): fault.description
    }
  }
}

/// In what way an answer is not one of the API's.
public enum AnswerFault: Error, Hashable, Sendable {
  /// A status that carries no problem: a proxy's, or another program's.
  case status(Int)
  /// The server is somewhere else; the address as the server wrote it, perhaps empty.
  case redirect(String)
  /// The path does not exist: another version of the API, or a prefix is missing or too much.
  case noSuchPath(String)
  /// A body of another type than the API's; the type, perhaps empty.
  case contentType(String)
  /// A body that is not JSON, or lacks what the API promises; what and where.
  case content(String)
  /// A body of more bytes than the limit.
  case tooLarge(limit: Int)
}

extension AnswerFault: CustomStringConvertible {
  /// What is wrong with the answer, in one line.
  public var description: String {
    switch self {
    case .status(let status): "it answers with status \(status) and without saying why"
    case .redirect(let address): "it sends on to \(address.isEmpty ? "nowhere" : address)"
    case .noSuchPath(let path): "it has no \(path)"
    case .contentType(let type): "it answers with \(type.isEmpty ? "no type" : type), not with JSON"
    case .content(let detail): "its answer cannot be read: \(detail)"
    case .tooLarge(let limit): "its answer is longer than \(limit) bytes"
    }
  }
}

/// What the server says is wrong (RFC 9457).
public struct ServerProblem: Hashable, Sendable {
  /// The kind of problem: the last part of the problem's `type`; decide by it.
  public var type: ProblemType
  /// The status of the answer.
  public var status: Int
  /// What is wrong with this request, for a developer.
  public var detail: String
  /// The query or path parameter that is wrong, or nil.
  public var parameter: String?
  /// By what the operator finds the request in the log, or nil.
  public var requestID: String?
  /// After how many seconds the same request may work, or nil.
  public var retryAfter: Int?

  /// Makes a problem.
  public init(
    type: ProblemType, status: Int, detail: String, parameter: String? = nil,
    requestID: String? = nil, retryAfter: Int? = nil
  ) {
    self.type = type
    self.status = status
    self.detail = detail
    self.parameter = parameter
    self.requestID = requestID
    self.retryAfter = retryAfter
  }
}

extension ServerProblem: CustomStringConvertible {
  /// The detail, with what finds the request in the server's log.
  public var description: String {
    let text = detail.isEmpty ? type.rawValue : detail
    return requestID.map { "\(text) (request \($0))" } ?? text
  }
}

/// A kind of problem; servers may know more than are named here.
public struct ProblemType: RawRepresentable, Hashable, Sendable {
  /// The last part of the problem's `type`.
  public let rawValue: String

  /// Wraps the last part of a problem's `type`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A parameter has a value that it must not have.
  public static let invalidParameter = ProblemType(rawValue: "invalid-parameter")
  /// A key is missing, or is none that the server takes.
  public static let unauthorized = ProblemType(rawValue: "unauthorized")
  /// The key may not do this.
  public static let forbidden = ProblemType(rawValue: "forbidden")
  /// The path takes no such parameter.
  public static let unknownParameter = ProblemType(rawValue: "unknown-parameter")
  /// The cursor is damaged, or of another feed, filter or server.
  public static let invalidCursor = ProblemType(rawValue: "invalid-cursor")
  /// The walk began too long ago; begin again with the first slice.
  public static let cursorExpired = ProblemType(rawValue: "cursor-expired")
  /// There is no such path or product.
  public static let notFound = ProblemType(rawValue: "not-found")
  /// The request did not arrive in time.
  public static let requestTimeout = ProblemType(rawValue: "request-timeout")
  /// Too many requests came from here.
  public static let tooManyRequests = ProblemType(rawValue: "too-many-requests")
  /// The server failed.
  public static let internalFault = ProblemType(rawValue: "internal")
  /// The store or the server is busy.
  public static let busy = ProblemType(rawValue: "busy")
  /// The store is not to be had, or the server is shutting down.
  public static let unavailable = ProblemType(rawValue: "unavailable")
}
