import HTTPServer

/// A successful answer before it is fitted to the request: in which coding, for which origin, or 304.
struct Answer {
  /// The value of `Content-Type`.
  var contentType: StaticString
  /// The value of `Cache-Control`.
  var cacheControl: StaticString
  /// Further fields of the whole answer, which 304 does not repeat.
  var fields = FieldLines()
  /// The request's fields that the answer depends on, beside those of coding and origin.
  var vary: [String] = []
  /// Whether the body is of a kind that gzip shortens.
  var isCompressible = true
  /// The tag of the body in no coding.
  var tag: EntityTag
  /// The body in no coding.
  var body: [UInt8]
}

/// Fits answers to requests.
final class AnswerFitter {
  private let cors: CORSPolicy
  private let gzip = GzipEncoder()
  /// What the request before liked, since a loop's clients mostly like the same.
  private var lastAcceptEncoding = ""
  private var lastCoding = ContentCoding.identity

  init(cors: CORSPolicy) {
    self.cors = cors
  }

  /// The coding that the request likes best.
  func coding(of request: Request) -> ContentCoding {
    guard let accepted = request.field("accept-encoding") else { return .identity }
    if accepted != lastAcceptEncoding {
      lastCoding = ContentCoding(accepting: accepted)
      lastAcceptEncoding = accepted
    }
    return lastCoding
  }

  /// 304 when the request has the answer already, the whole answer otherwise.
  func response(to request: Request, with answer: Answer) -> Response {
    notModified(request, answer) ?? whole(answer, in: coding(of: request), for: request)
  }

  /// 304 when `If-None-Match` names the answer, for which its body need not be known.
  ///
  /// Whether gzip would gain is not known then, so with gzip accepted both tags count: each stands
  /// for the same content.
  func notModified(_ request: Request, _ answer: Answer) -> Response? {
    guard let condition = request.field("if-none-match") else { return nil }
    var tags = [answer.tag]
    if answer.isCompressible, coding(of: request) == .gzip {
      tags.append(answer.tag.coded(.gzip))
    }
    guard let named = EntityTag.first(of: tags, namedBy: condition) else { return nil }
    var fields = FieldLines(capacity: 256)
    fields.append("ETag", named.append)
    addCommonFields(of: answer, for: request, to: &fields)
    return Response(status: .notModified, fields: fields)
  }

  /// The answer in a coding, where that gains, and otherwise in none.
  func whole(_ answer: Answer, in coding: ContentCoding, for request: Request) -> Response {
    switch coding {
    case .identity: break
    case .gzip:
      if answer.isCompressible, answer.body.count >= ContentCoding.leastCompressibleCount,
        let compressed = gzip.compress(answer.body)
      {
        return Response(
          status: .ok, fields: fields(of: answer, coding: .gzip, for: request), body: compressed)
      }
    }
    return Response(
      status: .ok, fields: fields(of: answer, coding: .identity, for: request), body: answer.body)
  }

  /// The answer in no coding, with a body that is sent from where it is.
  func whole(_ answer: Answer, lending body: any LentBytes, for request: Request) -> Response {
    Response(
      status: .ok, fields: fields(of: answer, coding: .identity, for: request), lending: body)
  }

  private func fields(
    of answer: Answer, coding: ContentCoding, for request: Request
  ) -> FieldLines {
    var fields = FieldLines(capacity: 512)
    fields.append("Content-Type", answer.contentType)
    switch coding {
    case .identity: break
    case .gzip: fields.append("Content-Encoding", "gzip")
    }
    fields.append("ETag", answer.tag.coded(coding).append)
    addCommonFields(of: answer, for: request, to: &fields)
    fields.append(answer.fields)
    return fields
  }

  private func addCommonFields(
    of answer: Answer, for request: Request, to fields: inout FieldLines
  ) {
    fields.append("Cache-Control", answer.cacheControl)
    if answer.vary.isEmpty && answer.isCompressible && !cors.dependsOnOrigin {
      // Every slice, mostly.
      fields.append("Vary", "Accept-Encoding")
    } else {
      var vary = answer.vary
      if answer.isCompressible { vary.append("Accept-Encoding") }
      if cors.dependsOnOrigin { vary.append("Origin") }
      if !vary.isEmpty { fields.append("Vary", vary.joined(separator: ", ")) }
    }
    cors.addFields(for: request, to: &fields)
  }
}
