#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ClientResponse {
  /// The body of a successful answer; everything else as an error, which names `path` where the
  /// server does not have it.
  func decoded<Value: Decodable>(path: String) throws(ClientError) -> Value {
    guard status == 200 else { throw failure(path: path) }
    guard mediaType == "application/json" else {
      throw .unexpected(.contentType(field("content-type") ?? ""))
    }
    do {
      return try JSONDecoder().decode(Value.self, from: Data(body))
    } catch {
      throw .unexpected(.content(Self.detail(error)))
    }
  }

  /// What an answer of another status than 200 says; it names `path` where the server does not have
  /// it.
  func failure(path: String) -> ClientError {
    if (300...399).contains(status) { return .unexpected(.redirect(field("location") ?? "")) }
    if let problem {
      // A server that has the path says which part of it leads nowhere.
      if problem.type == .notFound, problem.parameter == nil {
        return .unexpected(.noSuchPath(path))
      }
      return .problem(problem)
    }
    return .unexpected(status == 404 ? .noSuchPath(path) : .status(status))
  }

  /// The problem in the body; nil when the body is something else.
  private var problem: ServerProblem? {
    guard mediaType == "application/problem+json" else { return nil }
    let wire: WireProblem
    do {
      wire = try JSONDecoder().decode(WireProblem.self, from: Data(body))
    } catch {
      // A body that only claims to be a problem tells nothing that the status does not.
      return nil
    }
    let type = wire.type.split(separator: "/").last.map(String.init) ?? ""
    return ServerProblem(
      type: ProblemType(rawValue: type), status: status, detail: wire.detail ?? wire.title ?? "",
      parameter: wire.parameter, requestID: wire.requestID,
      retryAfter: field("retry-after").flatMap { Int($0) })
  }

  /// The media type in lower case, without its parameters.
  private var mediaType: String {
    let value = field("content-type") ?? ""
    let end = value.firstIndex(of: ";") ?? value.endIndex
    return String(value[..<end].filter { $0 != " " && $0 != "\t" }).lowercased()
  }

  private static func detail(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    return switch error {
    case .keyNotFound(let key, let context):
      "\(place(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context):
      "\(place(context.codingPath)) is null"
    case .typeMismatch(_, let context):
      "\(place(context.codingPath)) is of another type"
    // Also a number that does not fit, whose place the decoder does not tell.
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      "no JSON that can be read"
    case .dataCorrupted(let context):
      "\(place(context.codingPath)): \(context.debugDescription)"
    @unknown default: "\(error)"
    }
  }

  /// A path such as `items[3].price.currency`.
  private static func place(_ path: [any CodingKey]) -> String {
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return text.isEmpty ? "the answer" : text
  }
}
