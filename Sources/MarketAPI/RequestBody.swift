import HTTPServer
import StrictJSON

// How the bodies of requests are read.

extension Request {
  /// The body as a JSON document.
  ///
  /// - Returns: A document whose members are still to be read.
  /// - Throws: ``RequestError/unsupportedMediaType(_:)`` for another type or a coded body,
  ///   ``RequestError/invalidBody(detail:errors:)`` when it is no JSON, or
  ///   none that is taken.
  func jsonBody() throws(RequestError) -> JSONDocument {
    try requireJSON()
    do throws(JSONSyntaxFault) {
      return try JSONDocument(body)
    } catch {
      throw .invalidBody(detail: "the body is " + error.verdict + ": \(error)", errors: [])
    }
  }

  /// Refuses a body that does not say it is JSON, or is coded.
  func requireJSON() throws(RequestError) {
    let type = field("content-type")?.split(separator: ";").first?.lowercased() ?? ""
    guard type.drop(while: { $0 == " " }).prefix(while: { $0 != " " }) == "application/json" else {
      throw .unsupportedMediaType("the body must come with Content-Type: application/json")
    }
    if let coding = field("content-encoding"), coding.lowercased() != "identity" {
      throw .unsupportedMediaType("the body must come without Content-Encoding")
    }
  }
}

extension JSONDocument {
  /// Ends a request whose body has faults; nothing without any.
  func requireFaultless() throws(RequestError) {
    guard !isFaultless else { return }
    let detail =
      faultCount == 1 ? faults.first?.detail ?? "" : "the body has \(faultCount) faults"
    throw .invalidBody(detail: detail, errors: faults)
  }
}
