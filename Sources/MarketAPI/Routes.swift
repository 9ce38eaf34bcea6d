import HTTPServer
import MarketCatalog

/// What a request can be for.
enum Endpoint: Hashable {
  case pages
  case feed(Page)
  case categories
  case changes(Page)
  case events
  case products
  case product
  case productEdit
  case productRemoval
  case media
  case health
  case readiness
  case description
  case metrics
}

/// Who may call an endpoint.
enum Access {
  /// Everyone, without a key.
  case anyone
  /// Whoever may read the figures.
  case operators
  /// Whoever has a key: an admin, or a vendor for its own products, as the endpoint checks.
  case writers
}

/// What a method does on a path, and who may ask for it.
struct RouteCall {
  let method: Method
  let endpoint: Endpoint
  let access: Access

  init(_ method: Method, _ endpoint: Endpoint, _ access: Access = .anyone) {
    self.method = method
    self.endpoint = endpoint
    self.access = access
  }
}

/// A line of the table of routes.
struct Route {
  /// The path, in which `{…}` stands for any one segment.
  let template: String
  /// What the path answers by itself; see ``allowed``.
  let calls: [RouteCall]
  /// Every method that works on the path, as `Allow` lists them: HEAD where GET does, OPTIONS
  /// everywhere.
  let allowed: [Method]
  /// The route's place in the table, from 1.
  fileprivate(set) var number = Routes.none

  init(_ template: String, _ calls: RouteCall...) {
    self.template = template
    self.calls = calls
    let methods = calls.map(\.method)
    allowed = Method.allCases.filter { method in
      switch method {
      case .head: methods.contains(.get)
      case .options: true
      case .get, .post, .put, .patch, .delete: methods.contains(method)
      }
    }
  }

  /// The value of `Allow`.
  var allow: String { allowed.map(\.rawValue).joined(separator: ", ") }

  /// What a method does, HEAD the same as GET; nil for one that the path does not answer by itself.
  func call(_ method: Method) -> RouteCall? {
    let asked = method == .head ? .get : method
    return calls.first { $0.method == asked }
  }
}

/// The one table of everything that the API answers: paths, methods, and who may call.
///
/// Each loop has its own: counting the references of a table that all loops share made them wait for
/// one another's caches at every request.
struct Routes {
  let table: [Route]

  /// The number of what belongs to no route.
  static let none = 0

  /// The value of `Allow` for the server as a whole: every method that works on some path.
  let allow: String

  /// The paths that are a template, in the order of the table: too few for a dictionary to pay.
  private let routesWithoutArguments: [(template: [UInt8], route: Route)]
  private let templates: [[String]]

  init() {
    let table = Self.makeTable().enumerated().map { index, line in
      var route = line
      route.number = index + 1
      return route
    }
    self.table = table
    allow = Method.allCases.filter { method in
      table.contains { $0.allowed.contains(method) }
    }.map(\.rawValue).joined(separator: ", ")
    routesWithoutArguments =
      table.filter { !$0.template.contains("{") }.map { (Array($0.template.utf8), $0) }
    templates = table.map { route in
      route.template.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static func makeTable() -> [Route] {
    [Route("/v1/pages", RouteCall(.get, .pages))]
      + Page.allCases.map { page in
        Route("/v1/feeds/" + page.feed.name, RouteCall(.get, .feed(page)))
      }
      + Page.allCases.map { page in
        Route("/v1/feeds/" + page.feed.name + "/changes", RouteCall(.get, .changes(page)))
      }
      + [
        Route("/v1/categories", RouteCall(.get, .categories)),
        // What a key lets through stands in `EventAdmission`, event by event.
        Route("/v1/events", RouteCall(.post, .events)),
        Route("/v1/products", RouteCall(.get, .products)),
        Route(
          "/v1/products/{id}", RouteCall(.get, .product),
          RouteCall(.patch, .productEdit, .writers),
          RouteCall(.delete, .productRemoval, .writers)),
        Route("/media/{name}", RouteCall(.get, .media)),
        Route("/healthz", RouteCall(.get, .health)),
        Route("/readyz", RouteCall(.get, .readiness)),
        Route("/openapi.json", RouteCall(.get, .description)),
        Route("/metrics", RouteCall(.get, .metrics, .operators)),
      ]
  }

  /// A route that fits a path, with the segment that stands for its `{…}`, decoded; empty
  /// without one.
  struct Match {
    let route: Route
    let argument: String
  }

  /// Finds the route of a path.
  ///
  /// - Parameter path: The path as it was sent, percent-encoded.
  /// - Returns: The route with its argument.
  /// - Throws: ``RequestError/badTarget(_:)`` for a faulty escape, ``RequestError/noSuchPath``.
  func match(_ path: ArraySlice<UInt8>) throws(RequestError) -> Match {
    // Most paths are sent exactly as a template without arguments has them.
    for (template, route) in routesWithoutArguments where path.count == template.count {
      if path.elementsEqual(template) { return Match(route: route, argument: "") }
    }
    var segments: [String] = []
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for segment in parts {
      guard let decoded = PercentEncoding.decode(segment, plusIsSpace: false) else {
        throw .badTarget("the path has a faulty percent-escape or is not UTF-8")
      }
      segments.append(String(decoding: decoded, as: UTF8.self))
    }
    for (route, parts) in zip(table, templates) where parts.count == segments.count {
      var argument = ""
      let fits = zip(parts, segments).allSatisfy { part, segment in
        guard part.hasPrefix("{") else { return part == segment }
        argument = segment
        return true
      }
      if fits { return Match(route: route, argument: argument) }
    }
    throw .noSuchPath
  }
}
