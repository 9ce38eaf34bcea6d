/// One call of the API as a value: what to ask, and how to read the answer.
///
/// Any transport can run it, blocking or not:
/// `try call.answer(from: try await transport.send(call.request(settings)))`.
public struct Call<Answer: Sendable>: Sendable {
  /// The path below the server's base, and perhaps a query, percent-encoded.
  public let target: String
  /// Fields of the request that belong to the call.
  let fields: [HeaderField]
  private let body: [UInt8]?
  private let read: @Sendable (ClientResponse) throws(ClientError) -> Answer

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - path: The path below the server's base, percent-encoded.
  ///   - parameters: The query's parameters as plain texts, in their order.
  ///   - fields: Fields of the request.
  ///   - body: What is sent with it, as JSON; nil for a call that reads.
  ///   - read: Reads an answer of any status whose length is within the limit.
  init(
    _ path: String, parameters: [(name: String, value: [UInt8])] = [], fields: [HeaderField] = [],
    body: [UInt8]? = nil,
    read: @escaping @Sendable (ClientResponse) throws(ClientError) -> Answer
  ) {
    var target = path
    for (number, parameter) in parameters.enumerated() {
      target += number == 0 ? "?" : "&"
      target += parameter.name + "=" + percentEncoded(parameter.value)
    }
    self.target = target
    self.fields = fields + (body == nil ? [] : [HeaderField("Content-Type", "application/json")])
    self.body = body
    self.read = read
  }

  /// The request that a transport must send.
  public func request(_ settings: ClientSettings) -> ClientRequest {
    ClientRequest(
      url: settings.server.baseURL + target, socketPath: settings.server.socketPath,
      fields: settings.fields(accepting: "application/json, application/problem+json") + fields,
      timeout: settings.timeout, answerLimit: settings.answerLimit, body: body)
  }

  /// Reads the answer that a transport brought.
  public func answer(from response: ClientResponse) throws(ClientError) -> Answer {
    try read(response)
  }
}

/// How a server is asked.
public struct ClientSettings: Hashable, Sendable {
  /// Where the server is.
  public var server: ServerAddress
  /// The program that asks, with its version, such as `shop-app/1.2`.
  public var userAgent: String
  /// How long a call may take, in milliseconds.
  public var timeout: Int64
  /// The most bytes that an answer may have, after decompression.
  public var answerLimit: Int
  /// The key that goes with every request, or nil for what anyone may do.
  public var accessKey: ServerKey?

  /// Makes settings: by default ten seconds and four mebibytes, a hundred times what a full slice
  /// needs, and no key.
  public init(
    server: ServerAddress, userAgent: String = "MarketClient", timeout: Int64 = 10_000,
    answerLimit: Int = 4 << 20, accessKey: ServerKey? = nil
  ) {
    self.server = server
    self.userAgent = userAgent
    self.timeout = timeout
    self.answerLimit = answerLimit
    self.accessKey = accessKey
  }
}

/// Every byte that RFC 3986 does not call unreserved as `%XX`.
private func percentEncoded(_ bytes: [UInt8]) -> String {
  var encoded: [UInt8] = []
  encoded.reserveCapacity(bytes.count)
  let digits = Array("0123456789ABCDEF".utf8)
  for byte in bytes {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      encoded.append(byte)
    default:
      encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: encoded, as: UTF8.self)
}
