import HTTPServer
import MarketCatalog
import MarketJSON

/// Who may read `/metrics`.
public enum MetricsAccess: String, CaseIterable, Sendable {
  /// This machine, where no proxy speaks for someone else, and who has an admin's key.
  case loopback
  /// Whoever reaches the server.
  case everyone
}

extension MarketHandler {
  /// `GET /metrics`: what the process counts, in the text format of Prometheus.
  func metrics(_ request: Request) throws(RequestError) -> Response {
    _ = try QueryParameters(request.queryBytes, accepting: [])
    let version = try freshness(for: request).version
    let metrics = configuration.metrics
    let loops = metrics.allLoops
    let requests = loops.map(\.requests) + [metrics.answeredLater]
    var others = configuration.figures()
    others[.generation] = Double(version.generation)
    others[.catalogVersion] = Double(version.catalogVersion)
    others[.renderedSlices] = Double(loops.reduce(0) { $0 + $1.renderedSlices.present })
    others[.renderedBytes] = Double(loops.reduce(0) { $0 + $1.renderedBytes.present })
    others[.renderedBytesLimit] = Double(loops.count * RenderedSlices.byteLimit)
    var text = MetricsText()
    for name in MetricName.allCases {
      switch name {
      case .requests: text.writeRequests(requests)
      case .durations: text.writeDurations(requests)
      case .connections, .streams, .renderedSlices, .renderedBytes, .renderedBytesLimit,
        .generation, .catalogVersion, .eventsAccepted, .eventsDuplicate, .eventsApplied,
        .eventsWaiting, .ticks, .failedTicks, .residentMemory, .processorTime, .openFiles,
        .openFilesLimit:
        if let value = others[name] { text.write(name, value) }
      }
    }
    let body = Array(text.text.utf8)
    return fitter.response(
      to: request,
      with: Answer(
        contentType: "text/plain; version=0.0.4; charset=utf-8", cacheControl: "no-store",
        tag: tags.tag(body: body), body: body))
  }

  /// Refuses who may not read the figures.
  func requireMetricsAccess(_ request: Request, _ caller: Caller) throws(RequestError) {
    switch configuration.metricsAccess {
    case .everyone: return
    case .loopback:
      // What a proxy on this machine passes on was sent by someone else.
      let isPassedOn =
        request.field("x-forwarded-for") != nil || request.field("forwarded") != nil
      if !isPassedOn, request.peer?.isLoopback ?? true { return }
      switch caller {
      case .anyone:
        throw .unauthorized(
          .missing(detail: "from elsewhere than this machine the figures need an admin's key"))
      case .holder(let token):
        switch token.role {
        case .admin: return
        case .vendor: throw .forbidden(detail: "the figures need an admin's key")
        }
      }
    }
  }
}
