import HTTPServer
import MarketCatalog
import MarketJSON

extension MarketHandler {
  /// The parameters that feeds take.
  static let feedParameters: [StaticString] = [
    "limit", "cursor", "in_stock", "category", "vendor_id", "min_price", "max_price", "currency",
    "count", "q",
  ]

  /// What a request asks of a feed.
  private struct Wish {
    var query: FeedQuery
    /// The query's cursor as the client sent it, and what it carries.
    var cursor: (text: ArraySlice<UInt8>, payload: CursorPayload)?
    /// Whether the number of products under the filter is wanted, too.
    var countsTotal: Bool
  }

  /// `GET /v1/feeds/recent` and `/v1/feeds/popular`: one slice.
  func feed(_ page: Page, _ request: Request) throws(RequestError) -> Response {
    let present = try freshness(for: request)
    let wish = try wish(page, request, at: present.now)
    let query = wish.query
    var answer = Answer(
      contentType: "application/json",
      cacheControl: "public, max-age=5, stale-while-revalidate=30",
      tag: tag(of: wish, at: present),
      body: [])
    if let notModified = fitter.notModified(request, answer) { return notModified }

    let snapshot = try snapshot(for: request)
    if !snapshot.rendersAlike(present) {
      // Someone wrote between the two looks: the tag must be that of what is read now.
      answer.tag = tag(of: wish, at: snapshot)
    }
    let (slice, next) = try writeSlice(wish, at: snapshot)
    if let next {
      answer.fields.append("Link") { Self.appendLink(to: query, nextCursor: next, to: &$0) }
    }
    let coding = fitter.coding(of: request)
    if query.cursor != nil && coding == .identity {
      return fitter.whole(answer, lending: slice, for: request)
    }
    answer.body = slice.json.bytes
    // What people search for is endless: it would push out what everyone asks for.
    guard query.cursor == nil, query.filter.words.isEmpty else {
      return fitter.whole(answer, in: coding, for: request)
    }
    let rendered = RenderedSlice(answer, of: route)
    keep(rendered, for: Array(request.targetBytes), at: snapshot)
    return response(to: request, with: rendered)
  }

  private func tag(of wish: Wish, at present: Freshness) -> EntityTag {
    tags.tag(
      query: wish.query, cursorText: wish.cursor?.text, countsTotal: wish.countsTotal,
      at: present)
  }

  /// Writes a slice as JSON; returns it with the signed cursor of the slice behind it, which is nil at
  /// the end.
  private func writeSlice(
    _ wish: Wish, at present: Freshness
  ) throws(RequestError) -> (slice: SliceBody, next: [UInt8]?) {
    let slice = slices.take()
    // Taken out for the while: a class's property is checked for exclusive access at each use.
    var json = JSONWriter(capacity: 0)
    swap(&json, &slice.json)
    defer { swap(&json, &slice.json) }
    json.removeAll()
    json.beginSlice(
      of: wish.query,
      generation: wish.cursor?.payload.generation ?? present.version.generation)
    let scan: FeedScan
    var total: Int64?
    do {
      scan = try reader.scan(wish.query, at: present.now) { id, card in
        json.card(id: id, packed: card)
      }
      if wish.countsTotal { total = try reader.count(wish.query.filter) }
    } catch {
      throw .store(error)
    }
    let next = scan.next.map(signer.sign)
    json.endSlice(totalCount: total, nextCursor: next)
    return (slice, next)
  }

  /// What was rendered before for a request: the hot path, which neither parses the target nor
  /// asks the store more than whether anything changed.
  ///
  /// Nil when nothing was, or when it is out of date.
  func renderedSlice(for request: Request) throws(RequestError) -> RenderedSlice? {
    guard request.method == .get || request.method == .head,
      let rendered = renderedSlices[request.targetBytes],
      renderedSlices.areFresh(at: try freshness(for: request))
    else { return nil }
    return rendered
  }

  /// The answer with a slice that was rendered.
  func response(to request: Request, with rendered: RenderedSlice) -> Response {
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
    let text = parameters.bytes("cursor")
    var query = FeedQuery(page: page, limit: limit ?? FeedQuery.defaultLimit)
    var countsTotal = false
    // Most requests have nothing else.
    if parameters.count > (limit == nil ? 0 : 1) + (text == nil ? 0 : 1) {
      query.filter = try parameters.feedFilter()
      countsTotal = try parameters.countsTotal()
    }
    guard let text else {
      return Wish(query: query, countsTotal: countsTotal)
    }
    do {
      let (cursor, payload) = try signer.verify(text)
      try payload.check(against: query, policy: configuration.cursorPolicy, at: now)
      query.cursor = cursor
      return Wish(query: query, cursor: (text, payload), countsTotal: countsTotal)
    } catch {
      throw .store(.cursor(error))
    }
  }

  /// Appends the value of `Link` that leads to the slice behind (RFC 8288); who wants the total has
  /// it.
  private static func appendLink(
    to query: FeedQuery, nextCursor: [UInt8], to link: inout [UInt8]
  ) {
    link.reserveCapacity(link.count + nextCursor.count + 96)
    link.append(contentsOf: "</v1/feeds/".utf8)
    link.append(contentsOf: query.page.feed.name.utf8)
    link.append(contentsOf: "?limit=".utf8)
    link.appendDigits(of: UInt64(query.limit), radix: 10)
    for (name, value) in query.filter.parameters {
      link.append(contentsOf: "&\(name)=".utf8)
      link.append(contentsOf: PercentEncoding.encode(value))
    }
    link.append(contentsOf: "&cursor=".utf8)
    link.append(contentsOf: nextCursor)
    link.append(contentsOf: ">; rel=\"next\"".utf8)
  }
}
