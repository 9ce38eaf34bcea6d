/// A strict decoder of one chunked body (RFC 9112, 7.1), fed with its bytes as they come.
///
/// Chunk extensions are passed over within a bound, trailer fields are checked like fields of a
/// head and dropped; those that say where a request ends or goes are refused, since they come too
/// late and another program on the way may heed them (RFC 9110, 6.5.1).
struct ChunkedDecoder {
  /// How much a body and what stands around it may hold.
  struct Limits: Sendable {
    var bodyBytes: Int
    /// Of all trailer lines together, and, separately, of all chunk extensions together.
    var trailerBytes: Int
    var trailerFields: Int
  }

  private enum State {
    case firstDigit
    case digits
    case extensionStart
    case extensionName
    case valueStart
    case value
    case quotedValue
    case quotedPair
    case quoteEnd
    case sizeLineFeed
    case data
    case dataReturn
    case dataLineFeed
    case trailerStart
    case trailerName
    case trailerValue
    case trailerLineFeed
    case lastLineFeed
    case complete
  }

  private let limits: Limits
  private var state = State.firstDigit
  /// The size of the chunk so far, then the bytes of it that are still to come.
  private var remaining = 0
  private var digitCount = 0
  private var extensionBytes = 0
  private var trailerBytes = 0
  private var trailerFields = 0
  /// The beginning of the name of the trailer field, in small letters.
  private var trailerName: [UInt8] = []

  private static let refusedTrailers = ["content-length", "host", "transfer-encoding"].map {
    Array($0.utf8)
  }
  private static let refusedTrailerLimit = refusedTrailers.map(\.count).max() ?? 0

  /// More digits than any size that fits 64 bits has.
  private static let digitLimit = 16

  init(limits: Limits) {
    self.limits = limits
  }

  /// Whether the whole body has been decoded.
  var isComplete: Bool { state == .complete }

  /// Decodes on, appends what it finds to `body`, and returns how many bytes it used.
  ///
  /// It uses all of `bytes` until the body is complete.
  mutating func decode(
    _ bytes: Span<UInt8>, into body: inout [UInt8]
  ) throws(Refusal) -> Int {
    var index = 0
    while index < bytes.count && state != .complete {
      if state == .data {
        let count = min(remaining, bytes.count - index)
        bytes.extracting(index..<(index + count)).withUnsafeBufferPointer {
          body.append(contentsOf: $0)
        }
        index += count
        remaining -= count
        if remaining == 0 { state = .dataReturn }
      } else {
        try step(bytes[index], bodyBytes: body.count)
        index += 1
      }
    }
    return index
  }

  /// Takes one byte that is not a chunk's data.
  private mutating func step(_ byte: UInt8, bodyBytes: Int) throws(Refusal) {
    switch state {
    case .firstDigit, .digits:
      try stepSize(byte, bodyBytes: bodyBytes)
    case .extensionStart, .extensionName, .valueStart, .value, .quotedValue, .quotedPair,
      .quoteEnd:
      try stepExtension(byte)
    case .sizeLineFeed:
      try expectLineFeed(byte)
      state = remaining == 0 ? .trailerStart : .data
    case .data, .complete:
      preconditionFailure("a chunk's data is not taken byte by byte")
    case .dataReturn:
      guard byte == Ascii.carriageReturn else {
        throw .badRequest("a chunk is longer than the size before it")
      }
      state = .dataLineFeed
    case .dataLineFeed:
      try expectLineFeed(byte)
      state = .firstDigit
    case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed, .lastLineFeed:
      try stepTrailer(byte)
    }
  }

  private mutating func stepSize(_ byte: UInt8, bodyBytes: Int) throws(Refusal) {
    if let digit = byte.hexValue {
      if state == .firstDigit {
        remaining = 0
        digitCount = 0
        state = .digits
      }
      digitCount += 1
      // Before the count of digits, so that a huge size is too large and not malformed.
      guard remaining <= limits.bodyBytes / 16 || remaining * 16 + digit <= limits.bodyBytes
      else { throw .bodyTooLarge(limit: limits.bodyBytes) }
      remaining = remaining * 16 + digit
      guard bodyBytes + remaining <= limits.bodyBytes else {
        throw .bodyTooLarge(limit: limits.bodyBytes)
      }
      guard digitCount <= Self.digitLimit else {
        throw .badRequest("a chunk size has too many digits")
      }
      return
    }
    guard state == .digits else { throw .badRequest("a chunk has no size") }
    switch byte {
    case Ascii.carriageReturn: state = .sizeLineFeed
    case Ascii.semicolon: state = .extensionStart
    default: throw .badRequest("a chunk size is not a hexadecimal number")
    }
  }

  private mutating func stepExtension(_ byte: UInt8) throws(Refusal) {
    extensionBytes += 1
    guard extensionBytes <= limits.trailerBytes else {
      throw .badRequest("the chunk extensions are too long")
    }
    let fault = Refusal.badRequest("a chunk extension is not a name with perhaps a value")
    switch (state, byte) {
    case (.extensionName, Ascii.carriageReturn), (.value, Ascii.carriageReturn),
      (.quoteEnd, Ascii.carriageReturn):
      state = .sizeLineFeed
    case (.extensionName, Ascii.semicolon), (.value, Ascii.semicolon),
      (.quoteEnd, Ascii.semicolon):
      state = .extensionStart
    case (.extensionName, UInt8(ascii: "=")):
      state = .valueStart
    case (.valueStart, UInt8(ascii: "\"")):
      state = .quotedValue
    case (.quotedValue, UInt8(ascii: "\"")):
      state = .quoteEnd
    case (.quotedValue, UInt8(ascii: "\\")):
      state = .quotedPair
    case (.quotedValue, _), (.quotedPair, _):
      guard byte.isFieldCharacter else { throw fault }
      state = .quotedValue
    case (.extensionStart, _), (.extensionName, _):
      guard byte.isTokenCharacter else { throw fault }
      state = .extensionName
    case (.valueStart, _), (.value, _):
      guard byte.isTokenCharacter else { throw fault }
      state = .value
    default:
      throw fault
    }
  }

  private mutating func stepTrailer(_ byte: UInt8) throws(Refusal) {
    trailerBytes += 1
    guard trailerBytes <= limits.trailerBytes else { throw .headTooLarge }
    switch state {
    case .trailerStart where byte == Ascii.carriageReturn:
      state = .lastLineFeed
    case .trailerStart:
      trailerFields += 1
      guard trailerFields <= limits.trailerFields else { throw .headTooLarge }
      guard byte.isTokenCharacter else {
        throw .badRequest("a trailer field does not begin with a name")
      }
      state = .trailerName
      trailerName = [byte.lowercased]
    case .trailerName where byte == Ascii.colon:
      guard !Self.refusedTrailers.contains(trailerName) else {
        throw .badRequest("a trailer field must not say where the request ends or goes")
      }
      state = .trailerValue
    case .trailerName:
      guard byte.isTokenCharacter else {
        throw .badRequest("a trailer field is not a name, a colon and a value")
      }
      if trailerName.count <= Self.refusedTrailerLimit { trailerName.append(byte.lowercased) }
    case .trailerValue where byte == Ascii.carriageReturn:
      state = .trailerLineFeed
    case .trailerValue:
      guard byte.isFieldCharacter else {
        throw .badRequest("a trailer field holds a control character")
      }
    case .trailerLineFeed:
      try expectLineFeed(byte)
      state = .trailerStart
    case .lastLineFeed:
      try expectLineFeed(byte)
      state = .complete
    case .firstDigit, .digits, .extensionStart, .extensionName, .valueStart, .value,
      .quotedValue, .quotedPair, .quoteEnd, .sizeLineFeed, .data, .dataReturn, .dataLineFeed,
      .complete:
      preconditionFailure("not within the trailer")
    }
  }

  private func expectLineFeed(_ byte: UInt8) throws(Refusal) {
    guard byte == Ascii.lineFeed else {
      throw .badRequest("a carriage return in a chunked body is not followed by a line feed")
    }
  }
}
