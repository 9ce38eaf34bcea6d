import HTTPServer
import MarketJSON

// What operators and tools ask.

extension MarketHandler {
  /// `GET /healthz`: the process runs and its loop answers, whatever the store does.
  func health(_ request: Request) throws(RequestError) -> Response {
    _ = try QueryParameters(request.queryBytes, accepting: [])
    return statusAnswer("ok", to: request)
  }

  /// `GET /readyz`: requests should be sent here.
  func readiness(_ request: Request) throws(RequestError) -> Response {
    _ = try QueryParameters(request.queryBytes, accepting: [])
    switch configuration.readiness() {
    case .ready: break
    case .notReady(let reason): throw .notReady(reason: reason)
    }
    _ = try freshness(for: request)
    return statusAnswer("ready", to: request)
  }

  /// `GET /openapi.json`: the description of this API.
  func description(_ request: Request) throws(RequestError) -> Response {
    _ = try QueryParameters(request.queryBytes, accepting: [])
    let body = PackageResources.openapi_json
    return fitter.response(
      to: request,
      with: Answer(
        contentType: "application/json", cacheControl: "public, max-age=300",
        tag: tags.tag(body: body), body: body))
  }

  private func statusAnswer(_ status: String, to request: Request) -> Response {
    writer.removeAll()
    writer.beginObject()
    writer.name(.status)
    writer.string(status)
    writer.endObject()
    let body = writer.bytes
    return fitter.response(
      to: request,
      with: Answer(
        contentType: "application/json", cacheControl: "no-store", isCompressible: false,
        tag: tags.tag(body: body), body: body))
  }
}
