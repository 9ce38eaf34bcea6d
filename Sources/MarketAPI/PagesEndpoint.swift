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
    var answer = Answer(
      contentType: "application/json", cacheControl: "public, max-age=300",
      vary: ["Accept-Language"], tag: tags.tag(body: body), body: body)
    answer.fields.append("Content-Language", language.rawValue)
    return fitter.response(to: request, with: answer)
  }
}
