import HTTPServer
import MarketCatalog
import MarketJSON

extension MarketHandler {
  /// `GET /v1/pages`: the tabs, in the language that the request likes best.
  func pages(_ request: Request) throws(RequestError) -> Response {
    _ = try QueryParameters(request.queryBytes, accepting: [])
    let language = Language(accepting: request.field("accept-language"))
    writer.removeAll()
    writer.pages(in: language)
    let body = writer.bytes
    return fitter.response(
      to: request,
      with: Answer(
        contentType: "application/json", cacheControl: "public, max-age=300",
        fields: [("Content-Language", language.rawValue)], vary: ["Accept-Language"],
        tag: tags.tag(body: body), body: body))
  }
}
