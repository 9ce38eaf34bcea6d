import HTTPServer
import MarketCatalog
import MarketJSON

extension MarketHandler {
  /// The parameters that feeds take.
  static let feedParameters = ["limit", "cursor", "in_stock"]

  /// `GET /v1/feeds/recent` and `/v1/feeds/popular`: one slice.
  func feed(_ page: Page, _ request: Request) throws(RequestError) -> Response {
    let present = try freshness(for: request)
    let query = try feedQuery(page, request, at: present.now)
    var answer = Answer(
      contentType: "application/json",
      cacheControl: "public, max-age=5, stale-while-revalidate=30",
      tag: tags.tag(query: query, version: present.version, walkStart: present.walkStart),
      body: [])
    if let notModified = fitter.notModified(request, answer) { return notModified }

    let scan: FeedScan
    itemWriter.removeAll()
    itemWriter.beginArray()
    do {
      scan = try reader.scan(query, at: present.now) { id, card in
        itemWriter.card(id: id, packed: card)
      }
    } catch {
      throw .store(error)
    }
    itemWriter.endArray()
    let nextCursor = scan.next.map(signer.sign)
    writer.removeAll()
    writer.slice(scan, items: itemWriter, of: query, nextCursor: nextCursor)
    answer.body = writer.bytes
    if let nextCursor {
      answer.fields = [("Link", Self.link(to: query, nextCursor: nextCursor))]
    }
    guard query.cursor == nil else { return fitter.response(to: request, with: answer) }
    let rendered = RenderedSlice(answer)
    renderedSlices.insert(rendered, for: request.target, at: present)
    return response(to: request, with: rendered)
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

  /// The query that a request asks for, with a cursor that is genuine, the query's own and alive.
  private func feedQuery(
    _ page: Page, _ request: Request, at now: Timestamp
  ) throws(RequestError) -> FeedQuery {
    let parameters = try QueryParameters(request.query, accepting: Self.feedParameters)
    let limit = try parameters.wholeNumber("limit", atMost: FeedQuery.limits.upperBound)
    let inStock = try parameters.flag("in_stock")
    var query = FeedQuery(
      page: page, limit: limit ?? FeedQuery.defaultLimit,
      filter: FeedFilter(inStock: inStock ?? false))
    if let text = parameters["cursor"] {
      do {
        let (cursor, payload) = try signer.verify(text)
        try payload.check(against: query, policy: configuration.cursorPolicy, at: now)
        query.cursor = cursor
      } catch {
        throw .store(.cursor(error))
      }
    }
    return query
  }

  /// The value of `Link` that leads to the slice behind (RFC 8288).
  private static func link(to query: FeedQuery, nextCursor: [UInt8]) -> String {
    "</v1/feeds/" + query.page.feed.name + "?limit=" + String(query.limit)
      + (query.filter.inStock ? "&in_stock=true" : "")
      + "&cursor=" + String(decoding: nextCursor, as: UTF8.self) + ">; rel=\"next\""
  }
}
