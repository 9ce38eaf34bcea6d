import HTTPServer

// Cross-origin reading, by the CORS protocol of the Fetch standard. Answers never depend on cookies,
// so `Access-Control-Allow-Credentials` is never sent.

extension CORSPolicy {
  /// Whether answers depend on the request's origin.
  var dependsOnOrigin: Bool {
    switch self {
    case .none, .any: false
    case .origins: true
    }
  }

  /// Adds the fields that let a page of the request's origin read an answer; nil stands for a
  /// request that could not be read.
  func addFields(for request: Request?, to fields: inout FieldLines) {
    guard let allowed = allowedOrigin(of: request) else { return }
    fields.append("Access-Control-Allow-Origin", allowed)
    fields.append("Access-Control-Expose-Headers", "ETag, Link, Retry-After, WWW-Authenticate")
  }

  /// Adds the fields that answer a preflight.
  func addPreflightFields(for request: Request, allow: String, to fields: inout FieldLines) {
    guard let allowed = allowedOrigin(of: request) else { return }
    fields.append("Access-Control-Allow-Origin", allowed)
    fields.append("Access-Control-Allow-Methods", allow)
    fields.append(
      "Access-Control-Allow-Headers",
      "Accept-Language, Authorization, Content-Type, If-Match, If-None-Match, "
        + "Last-Event-ID")
    fields.append("Access-Control-Max-Age", "600")
  }

  private func allowedOrigin(of request: Request?) -> String? {
    switch self {
    case .none: nil
    case .any: "*"
    case .origins(let origins):
      request?.field("origin").flatMap { origins.contains($0) ? $0 : nil }
    }
  }
}
