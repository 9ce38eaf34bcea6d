/// A status code with its reason phrase.
public struct Status: Hashable, Sendable {
  /// The three-digit code.
  public let code: Int

  /// Wraps a code from 100 to 599.
  public init(_ code: Int) {
    precondition((100...599).contains(code), "a status code has three digits, from 100 to 599")
    self.code = code
  }

  /// The reason phrase of RFC 9110, or an empty text for a code that it does not name.
  public var reason: String {
    switch code {
    case 100: "Continue"
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: ""
    }
  }

  /// 200.
  public static let ok = Status(200)
  /// 204, which has no body.
  public static let noContent = Status(204)
  /// 304, which has no body.
  public static let notModified = Status(304)
}

/// An answer, ready to be sent and to be kept: sending the same response again costs a copy of its
/// bytes and nothing else.
///
/// The engine adds `Date`, `Connection: close` where it will close, and leaves the body out where
/// the method or the status has none (HEAD, 304, 204).
public struct Response: Sendable {
  /// The status.
  public let status: Status
  /// The status line and the fields, each ended by CR LF; no empty line behind them.
  public let head: [UInt8]
  /// Where the body is.
  let content: ResponseBody

  /// A copy of the body.
  public var body: [UInt8] {
    var body: [UInt8] = []
    content.append(to: &body)
    return body
  }

  /// Makes an answer; `Content-Length` is added from the body.
  ///
  /// For HEAD pass the body that GET would have: its length is announced, its bytes are not sent.
  public init(status: Status, fields: FieldLines = FieldLines(), body: [UInt8] = []) {
    self.init(status: status, fields: fields, content: .bytes(body))
  }

  /// Makes an answer whose body is sent from where its maker has it.
  public init(status: Status, fields: FieldLines, lending body: any LentBytes) {
    self.init(status: status, fields: fields, content: .lent(body))
  }

  private init(status: Status, fields: FieldLines, content: ResponseBody) {
    var head = Self.head(status, fields)
    if status != .notModified && status != .noContent {
      head.append("Content-Length: ")
      head.appendDecimal(content.count)
      head.append("\r\n")
    }
    self.init(status: status, head: head, content: content)
  }

  /// Makes the head of an answer whose length nobody knows: it ends with its connection.
  ///
  /// - Parameter fields: The fields; none about length or transfer.
  public init(unboundedWith fields: FieldLines) {
    self.init(status: .ok, head: Self.head(.ok, fields), content: .empty)
  }

  /// The status line and the fields, with room for those that follow.
  private static func head(_ status: Status, _ fields: FieldLines) -> [UInt8] {
    var head: [UInt8] = []
    head.reserveCapacity(fields.bytes.count + 80)
    head.append("HTTP/1.1 ")
    head.appendDecimal(status.code)
    head.append(" ")
    head.append(status.reason)
    head.append("\r\n")
    head.append(contentsOf: fields.bytes)
    return head
  }

  private init(status: Status, head: [UInt8], content: ResponseBody) {
    self.status = status
    self.head = head
    self.content = content
  }
}
