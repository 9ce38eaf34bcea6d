/// Keeps the answers that came last, and asks the server only whether they are still right.
///
/// Nothing is ever used without asking, so a reader who refreshes sees the present; an unchanged
/// answer just costs no body. (URLSession does the same by itself.)
final class RevalidatingTransport: BlockingTransport {
  /// How many answers are kept.
  static let capacity = 16
  /// The longest body that is kept, in bytes: a full slice has about half of it.
  static let bodyLimit = 128 << 10

  private struct Entry {
    let request: ClientRequest
    let tag: String
    let response: ClientResponse
  }

  private let base: any BlockingTransport
  /// Oldest use first.
  private var entries: [Entry] = []

  init(_ base: any BlockingTransport) {
    self.base = base
  }

  func send(_ request: ClientRequest) throws(TransportFault) -> ClientResponse {
    if request.body != nil { return try base.send(request) }
    let kept = entries.firstIndex { $0.request == request }.map { entries.remove(at: $0) }
    var conditional = request
    if let kept { conditional.fields.append(HeaderField("If-None-Match", kept.tag)) }
    let response: ClientResponse
    do {
      response = try base.send(conditional)
    } catch {
      if let kept { entries.append(kept) }
      throw error
    }
    if response.status == 304, let kept {
      entries.append(kept)
      return kept.response
    }
    if response.status == 200, let tag = response.field("etag"),
      response.body.count <= Self.bodyLimit
    {
      if entries.count == Self.capacity { entries.removeFirst() }
      entries.append(Entry(request: request, tag: tag, response: response))
    }
    return response
  }
}
