// The seam between calls and whatever carries HTTP: URLSession in an app, libcurl in market-cli, a
// script in tests.

/// A field of a request's or answer's head.
public struct HeaderField: Hashable, Sendable {
  /// The name; upper and lower case mean the same.
  public var name: String
  /// The value.
  public var value: String

  /// Makes a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request: one that reads, or with a body one that writes.
public struct ClientRequest: Hashable, Sendable {
  /// The whole URL, percent-encoded.
  public var url: String
  /// The Unix socket to connect to in place of the URL's host, or nil.
  public var socketPath: String?
  /// The fields to send, besides those that the transport adds, such as `Accept-Encoding`.
  public var fields: [HeaderField]
  /// How long everything may take, in milliseconds, from looking up the host to the last byte.
  public var timeout: Int64
  /// The most bytes that an answer's body may have, after decompression.
  public var answerLimit: Int
  /// What a POST request carries, of the type that ``fields`` name; nil makes it a GET request.
  public var body: [UInt8]?

  /// Makes a request.
  public init(
    url: String, socketPath: String? = nil, fields: [HeaderField] = [], timeout: Int64,
    answerLimit: Int, body: [UInt8]? = nil
  ) {
    self.url = url
    self.socketPath = socketPath
    self.fields = fields
    self.timeout = timeout
    self.answerLimit = answerLimit
    self.body = body
  }
}

/// What a server answered.
public struct ClientResponse: Hashable, Sendable {
  /// The three-digit code.
  public var status: Int
  /// The fields of the head.
  public var fields: [HeaderField]
  /// The body, decompressed.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, fields: [HeaderField] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// The value of the first field with the name, in upper or lower case; nil when there is none.
  public func field(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Carries requests to a server without blocking the caller's thread.
///
/// It follows ``ClientRequest/timeout`` and ``ClientRequest/answerLimit``, and gives answers of any
/// status as answers: only what kept an answer from coming is a fault.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole answer.
  func send(_ request: ClientRequest) async throws(TransportFault) -> ClientResponse
}

/// Carries requests to a server and blocks until the answer is there.
///
/// Keeps the promises of ``Transport``, and belongs to the thread that uses it.
public protocol BlockingTransport {
  /// Sends a request and waits for the whole answer.
  func send(_ request: ClientRequest) throws(TransportFault) -> ClientResponse
}

/// Carries requests whose answers have no end, and blocks as long as they last.
///
/// Belongs to the thread that uses it.
public protocol BlockingStreamTransport {
  /// Sends a request and hands over the answer's parts as they come: the head, then the body's bytes.
  ///
  /// ``ClientRequest/timeout`` is how long nothing may come; ``ClientRequest/answerLimit`` does not
  /// count. Returns when the answer has ended or `receive` has told by false that it wants no more.
  func stream(
    _ request: ClientRequest, _ receive: (StreamPart) -> Bool
  ) throws(TransportFault)
}

/// A part of an answer that has no end.
public enum StreamPart: Hashable, Sendable {
  /// The status and the fields, once, before everything else.
  case head(ClientResponse)
  /// Some bytes of the body, after decompression.
  case bytes([UInt8])
}

/// Why no answer came.
public struct TransportFault: Error, Hashable, Sendable {
  /// What kept the answer from coming.
  public enum Kind: Hashable, Sendable {
    /// The host's name leads nowhere.
    case unknownHost
    /// Nothing can be connected to: refused, no route, no such socket.
    case refused
    /// The time was up.
    case timedOut
    /// No trusted encrypted connection can be made.
    case insecure
    /// The connection ended before the answer did.
    case interrupted
    /// What came is not HTTP.
    case notHTTP
    /// The answer is longer than the request allows.
    case tooLarge
    /// The caller gave up.
    case cancelled
    /// Something else, in this process: no memory, a library that is missing.
    case failed
  }

  /// What happened.
  public var kind: Kind
  /// The carrier's own words, in one line; may be empty.
  public var detail: String

  /// Makes a fault.
  public init(_ kind: Kind, detail: String = "") {
    self.kind = kind
    self.detail = detail
  }
}

extension TransportFault: CustomStringConvertible {
  /// What happened, with the carrier's words.
  public var description: String {
    let summary =
      switch kind {
      case .unknownHost: "the host is not known"
      case .refused: "nothing answers there"
      case .timedOut: "no answer came in time"
      case .insecure: "no trusted connection can be made"
      case .interrupted: "the connection ended before the answer did"
      case .notHTTP: "what answers does not speak HTTP"
      case .tooLarge: "the answer is too long"
      case .cancelled: "the request was cancelled"
      case .failed: "the request could not be sent"
      }
    return detail.isEmpty ? summary : "\(summary) (\(detail))"
  }
}
