import Testing

@testable import HTTPServer

/// What the parser and the decoder make of one request, without a socket.
enum Parsed: Hashable {
  case incomplete
  case refused(Refusal)
  case complete(Whole)

  /// A complete request in comparable parts.
  struct Whole: Hashable {
    var method: Method
    var target: String
    var fields: [[String]]
    var body: String
    var keepsAlive: Bool
    var expectsContinue: Bool
    /// How many bytes of the input belong to it.
    var length: Int
  }
}

/// Feeds bytes to the parser and the decoder, cut in pieces, as a loop does.
func parse(
  _ bytes: [UInt8], cutAt cuts: [Int] = [],
  configuration: ServerConfiguration = ServerConfiguration(
    address: .ipv4(host: "127.0.0.1", port: 0), threads: 1)
) -> Parsed {
  var parser = HeadParser(
    limits: HeadParser.Limits(
      headBytes: configuration.headLimit, targetBytes: configuration.targetLimit,
      fields: configuration.fieldLimit))
  var isComplete = false
  do {
    for end in cuts + [bytes.count] {
      let part = Array(bytes[..<end])
      isComplete = try parser.read(part.span)
      if isComplete { break }
    }
    guard isComplete else { return .incomplete }
    return try parseBody(bytes, behind: parser, cutAt: cuts, configuration)
  } catch {
    return .refused(error)
  }
}

private func parseBody(
  _ bytes: [UInt8], behind head: HeadParser, cutAt cuts: [Int],
  _ configuration: ServerConfiguration
) throws(Refusal) -> Parsed {
  var body: [UInt8] = []
  var end = head.length
  switch head.framing {
  case .noBody:
    break
  case .length(let count):
    guard count <= configuration.bodyLimit else {
      throw .bodyTooLarge(limit: configuration.bodyLimit)
    }
    guard bytes.count - end >= count else { return .incomplete }
    body = Array(bytes[end..<(end + count)])
    end += count
  case .chunked:
    var decoder = ChunkedDecoder(
      limits: ChunkedDecoder.Limits(
        bodyBytes: configuration.bodyLimit, trailerBytes: configuration.headLimit,
        trailerFields: configuration.fieldLimit))
    for cut in cuts.filter({ $0 > end }) + [bytes.count] where !decoder.isComplete {
      let part = Array(bytes[end..<cut])
      end += try decoder.decode(part.span, into: &body)
    }
    guard decoder.isComplete else { return .incomplete }
  }
  guard let method = head.method else { return .incomplete }
  let text = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
  return .complete(
    Parsed.Whole(
      method: method, target: text(head.target),
      fields: head.fields.map { [text($0.name), text($0.value)] },
      body: String(decoding: body, as: UTF8.self), keepsAlive: head.keepsAlive,
      expectsContinue: head.expectsContinue, length: end))
}
