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

  /// The fields that let a page of the request's origin read an answer.
  func fields(origin: String?) -> [(name: StaticString, value: String)] {
    guard let allowed = allowedOrigin(origin) else { return [] }
    return [
      ("Access-Control-Allow-Origin", allowed),
      ("Access-Control-Expose-Headers", "ETag, Link, Retry-After"),
    ]
  }

  /// The fields that answer a preflight.
  func preflightFields(
    origin: String?, allow: String
  ) -> [(name: StaticString, value: String)] {
    guard let allowed = allowedOrigin(origin) else { return [] }
    return [
      ("Access-Control-Allow-Origin", allowed),
      ("Access-Control-Allow-Methods", allow),
      ("Access-Control-Allow-Headers", "Accept-Language, Content-Type, If-None-Match"),
      ("Access-Control-Max-Age", "600"),
    ]
  }

  private func allowedOrigin(_ origin: String?) -> String? {
    switch self {
    case .none: nil
    case .any: "*"
    case .origins(let origins): origin.flatMap { origins.contains($0) ? $0 : nil }
    }
  }
}
