import HTTPServer
import MarketCatalog
import MarketJSON

extension MarketHandler {
  /// The parameters that feeds take.
  static let feedParameters = ["limit", "cursor", "in_stock"]

  /// What a request asks of a feed.
  private struct Wish {
    var query: FeedQuery
    /// The query's cursor as the client sent it, and what it carries.
    var cursor: (text: String, payload: CursorPayload)?
  }

  /// `GET /v1/feeds/recent` and `/v1/feeds/popular`: one slice.
  func feed(_ page: Page, _ request: Request) throws(RequestError) -> Response {
    let present = try freshness(for: request)
    let wish = try wish(page, request, at: present.now)
    let query = wish.query
    var answer = Answer(
      contentType: "application/json",
      cacheControl: "public, max-age=5, stale-while-revalidate=30",
      tag: tags.tag(
        query: query, cursorText: wish.cursor?.text, version: present.version,
        walkStart: present.walkStart),
      body: [])
    if let notModified = fitter.notModified(request, answer) { return notModified }

    let next = try writeSlice(
      query, expecting: wish.cursor?.payload.generation ?? present.version.generation,
      at: present.now)
    answer.body = writer.bytes
    if let next { answer.fields = [("Link", Self.link(to: query, nextCursor: next))] }
    guard query.cursor == nil else { return fitter.response(to: request, with: answer) }
    let rendered = RenderedSlice(answer)
    renderedSlices.insert(rendered, for: request.target, at: present)
    return response(to: request, with: rendered)
  }

  /// Writes a slice as JSON; returns the signed cursor of the slice behind it, or nil at the end.
  ///
  /// The generation stands before the products and is known for certain only after them: a tick in
  /// between, which is as good as never, makes the slice be read again.
  private func writeSlice(
    _ query: FeedQuery, expecting expected: Int64, at now: Timestamp
  ) throws(RequestError) -> [UInt8]? {
    var generation = expected
    while true {
      writer.removeAll()
      writer.beginSlice(of: query, generation: generation)
      let scan: FeedScan
      do {
        scan = try reader.scan(query, at: now) { id, card in
          writer.card(id: id, packed: card)
        }
      } catch {
        throw .store(error)
      }
      guard scan.generation == generation else {
        generation = scan.generation
        continue
      }
      let next = scan.next.map(signer.sign)
      writer.endSlice(nextCursor: next)
      return next
    }
  }

  /// The answer from what was rendered before: the hot path, which neither parses the target nor
  /// asks the store more than whether anything changed.
  ///
  /// Nil when nothing was, or when it is out of date.
  func renderedResponse(to request: Request) throws(RequestError) -> Response? {
    guard renderedSlices.count > 0, request.method == .get || request.method == .head,
      let rendered = renderedSlices[request.target],
      renderedSlices.areFresh(at: try freshness(for: request))
    else { return nil }
    return response(to: request, with: rendered)
  }

  private func response(to request: Request, with rendered: RenderedSlice) -> Response {
    if configuration.cors.dependsOnOrigin, request.field("origin") != nil {
      return fitter.response(to: request, with: rendered.answer)
    }
    if let notModified = fitter.notModified(request, rendered.answer) { return notModified }
    let coding = fitter.coding(of: request)
    switch coding {
    case .identity:
      if let response = rendered.identity { return response }
      let response = fitter.whole(rendered.answer, in: coding, for: request)
      rendered.identity = response
      return response
    case .gzip:
      if let response = rendered.gzip { return response }
      let response = fitter.whole(rendered.answer, in: coding, for: request)
      rendered.gzip = response
      return response
    }
  }

  /// What a request asks for, with a cursor that is genuine, the query's own and alive.
  private func wish(
    _ page: Page, _ request: Request, at now: Timestamp
  ) throws(RequestError) -> Wish {
    let parameters = try QueryParameters(request.queryBytes, accepting: Self.feedParameters)
    let limit = try parameters.wholeNumber("limit", atMost: FeedQuery.limits.upperBound)
    let inStock = try parameters.flag("in_stock")
    var query = FeedQuery(
      page: page, limit: limit ?? FeedQuery.defaultLimit,
      filter: FeedFilter(inStock: inStock ?? false))
    guard let text = parameters["cursor"] else { return Wish(query: query) }
    do {
      let (cursor, payload) = try signer.verify(text)
      try payload.check(against: query, policy: configuration.cursorPolicy, at: now)
      query.cursor = cursor
      return Wish(query: query, cursor: (text, payload))
    } catch {
      throw .store(.cursor(error))
    }
  }

  /// The value of `Link` that leads to the slice behind (RFC 8288).
  private static func link(to query: FeedQuery, nextCursor: [UInt8]) -> String {
    "</v1/feeds/" + query.page.feed.name + "?limit=" + String(query.limit)
      + (query.filter.inStock ? "&in_stock=true" : "")
      + "&cursor=" + String(decoding: nextCursor, as: UTF8.self) + ">; rel=\"next\""
  }
}
