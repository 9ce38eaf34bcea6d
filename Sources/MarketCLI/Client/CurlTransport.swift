import CCurl
import Glibc
import MarketClient

/// Carries calls by libcurl, over one connection that stays open between them.
///
/// Belongs to the thread that uses it. libcurl is loaded when the first transport is made; it minds
/// `http_proxy`, `https_proxy`, `no_proxy` and the system's certificates.
final class CurlTransport: BlockingTransport {
  /// How long connecting may take, in milliseconds: a host that is up answers sooner.
  private static let connectTimeout = 5_000

  private let handle: UnsafeMutableRawPointer

  /// Makes a transport; nothing is sent yet.
  ///
  /// - Throws: ``MarketClient/TransportFault`` when libcurl is not to be had.
  init() throws(TransportFault) {
    if let fault = ccurl_load() { throw TransportFault(.failed, detail: String(cString: fault)) }
    guard let handle = ccurl_make() else {
      throw TransportFault(.failed, detail: "libcurl makes no handle")
    }
    self.handle = handle
  }

  deinit {
    ccurl_free(handle)
  }

  func send(_ request: ClientRequest) throws(TransportFault) -> ClientResponse {
    let receiver = CurlReceiver(limit: request.answerLimit)
    try run(request, receiver, timeout: request.timeout) { ccurl_perform($0) }
    return ClientResponse(
      status: ccurl_status(handle), fields: receiver.fields, body: receiver.body)
  }

  /// Sends a request and hands over the parts of its answer as they come, without a timer.
  ///
  /// - Parameters:
  ///   - request: The request; its timeout is how long nothing may come.
  ///   - endDescriptor: Ends the answer when it can be read; none where it is negative.
  ///   - receive: Takes a part; false ends the answer.
  /// - Throws: What kept the answer from coming or going on.
  func stream(
    _ request: ClientRequest, until endDescriptor: Int32, _ receive: (StreamPart) -> Bool
  ) throws(TransportFault) {
    let handle = handle
    try withoutActuallyEscaping(receive) { receive throws(TransportFault) in
      let receiver = CurlReceiver(limit: .max) { fields, bytes in
        bytes.map { receive(.bytes($0)) }
          ?? receive(.head(ClientResponse(status: ccurl_status(handle), fields: fields)))
      }
      do throws(TransportFault) {
        // The whole may last as long as it likes.
        try run(request, receiver, timeout: 0) {
          ccurl_stream($0, endDescriptor, Int32(clamping: request.timeout))
        }
      } catch  where receiver.isDone {
        // That the receiver had enough is no fault.
      }
    }
  }

  private func run(
    _ request: ClientRequest, _ receiver: CurlReceiver, timeout: Int64,
    _ perform: (UnsafeMutableRawPointer) -> CURLcode
  ) throws(TransportFault) {
    var list: UnsafeMutablePointer<curl_slist>?
    defer { ccurl_free_list(list) }
    for field in request.fields {
      guard let longer = ccurl_append(list, "\(field.name): \(field.value)") else {
        throw TransportFault(.failed, detail: "no memory")
      }
      list = longer
    }
    var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    let code = message.withUnsafeMutableBufferPointer { message in
      let refused = prepare(
        request, fields: list, receiver: receiver, timeout: timeout, message: message.baseAddress)
      let code = refused ?? withExtendedLifetime(receiver) { perform(handle) }
      // The buffer ends with this call.
      ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, nil)
      return code
    }
    guard code == CURLE_OK else {
      let told = String(
        decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw receiver.isTooLong
        ? TransportFault(.tooLarge, detail: "more than \(request.answerLimit) bytes")
        : TransportFault(code, told: told, socketPath: request.socketPath)
    }
  }

  /// Tells libcurl what is asked; gives the code with which it refuses something.
  private func prepare(
    _ request: ClientRequest, fields: UnsafeMutablePointer<curl_slist>?, receiver: CurlReceiver,
    timeout: Int64, message: UnsafeMutablePointer<CChar>?
  ) -> CURLcode? {
    let context = Unmanaged.passUnretained(receiver).toOpaque()
    var options: [CURLcode] = [
      ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, message),
      ccurl_set_text(handle, CURLOPT_URL, request.url),
      ccurl_set_text(handle, CURLOPT_UNIX_SOCKET_PATH, request.socketPath),
      // Also keeps a redirect or a proxy setting from reaching anything but the web.
      ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"),
      ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, fields),
      // Every coding that this libcurl can undo.
      ccurl_set_text(handle, CURLOPT_ACCEPT_ENCODING, ""),
      ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, Int(timeout)),
      ccurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, Self.connectTimeout),
      // Signals belong to the terminal's driver; timeouts do without them.
      ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1),
      ccurl_set_sink(handle, CURLOPT_HEADERFUNCTION, takeHeaderLine),
      ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context),
      ccurl_set_sink(handle, CURLOPT_WRITEFUNCTION, takeBody),
      ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context),
    ]
    if let body = request.body {
      // Copied with its length, which has to be told before.
      options.append(ccurl_set_number(handle, CURLOPT_POSTFIELDSIZE, body.count))
      options.append(
        body.withUnsafeBytes {
          ccurl_set_pointer(
            handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
        })
    } else {
      options.append(ccurl_set_number(handle, CURLOPT_HTTPGET, 1))
    }
    return options.first { $0 != CURLE_OK }
  }
}

/// A transport whose streams end when a descriptor can be read.
struct EndableCurlTransport: BlockingStreamTransport {
  let transport: CurlTransport
  let endDescriptor: Int32

  func stream(
    _ request: ClientRequest, _ receive: (StreamPart) -> Bool
  ) throws(TransportFault) {
    try transport.stream(request, until: endDescriptor, receive)
  }
}

/// Gathers an answer while libcurl receives it, or hands its parts over.
private final class CurlReceiver {
  private let limit: Int
  private(set) var fields: [HeaderField] = []
  private(set) var body: [UInt8] = []
  private(set) var isTooLong = false
  private var isInterim = false
  /// Whether ``pass`` wanted no more.
  private(set) var isDone = false
  /// Takes the fields of the head, or bytes after it; nil to gather all.
  private let pass: ((_ fields: [HeaderField], _ bytes: [UInt8]?) -> Bool)?

  init(limit: Int, pass: ((_ fields: [HeaderField], _ bytes: [UInt8]?) -> Bool)? = nil) {
    self.limit = limit
    self.pass = pass
  }

  /// Takes a line of the head; false stops the transfer.
  func takeHeaderLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let line = String(decoding: bytes, as: UTF8.self)
    // A new status line begins a new head: the one before was interim (RFC 9110, 15.2).
    if line.hasPrefix("HTTP/") {
      fields = []
      isInterim = line.split(separator: " ").dropFirst().first?.hasPrefix("1") == true
    } else if let colon = line.firstIndex(of: ":") {
      fields.append(
        HeaderField(String(line[..<colon]), line[line.index(after: colon)...].trimmedLine))
    } else if let pass, !isInterim {
      // The empty line behind the head.
      isDone = !pass(fields, nil)
    }
    return !isDone
  }

  /// Takes a part of the body; false stops the transfer.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let pass {
      isDone = !pass(fields, Array(bytes))
      return !isDone
    }
    guard bytes.count <= limit - body.count else {
      isTooLong = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmedLine: String {
    var rest = self
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

// What libcurl calls; `context` is the receiver, which lives as long as the transfer.

private func takeHeaderLine(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  pass(UnsafeRawBufferPointer(start: bytes, count: size * count), to: context) {
    $0.takeHeaderLine($1)
  }
}

private func takeBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  pass(UnsafeRawBufferPointer(start: bytes, count: size * count), to: context) {
    $0.takeBody($1)
  }
}

/// Lends bytes to the receiver; returns how many libcurl may take for taken, 0 to stop it.
private func pass(
  _ bytes: UnsafeRawBufferPointer, to context: UnsafeMutableRawPointer?,
  _ take: (CurlReceiver, UnsafeRawBufferPointer) -> Bool
) -> Int {
  guard let context else { return 0 }
  let receiver = Unmanaged<CurlReceiver>.fromOpaque(context).takeUnretainedValue()
  return take(receiver, bytes) ? bytes.count : 0
}

extension TransportFault {
  /// Tells what a code of libcurl means; https://curl.se/libcurl/c/libcurl-errors.html lists them.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - told: What libcurl wrote about this transfer; may be empty.
  ///   - socketPath: The socket that was to be connected to, if it is one of the file system.
  fileprivate init(_ code: CURLcode, told: String, socketPath: String?) {
    let kind: Kind =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
      case CURLE_COULDNT_CONNECT: .refused
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_INVALIDCERTSTATUS:
        .insecure
      case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
        CURLE_HTTP2_STREAM:
        .interrupted
      // An answer without a status line counts as HTTP/0.9, an unsupported protocol.
      case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
        .notHTTP
      case CURLE_FILESIZE_EXCEEDED: .tooLarge
      case CURLE_ABORTED_BY_CALLBACK: .cancelled
      default: .failed
      }
    if kind == .refused, let socketPath {
      // libcurl writes of a host and a port, which the socket stands for.
      let isThere = access(socketPath, R_OK | W_OK) == 0
      self.init(kind, detail: isThere ? "no server listens" : describe(errorNumber: errno))
    } else {
      self.init(kind, detail: told.isEmpty ? String(cString: ccurl_explain(code)) : told.visible)
    }
  }
}
