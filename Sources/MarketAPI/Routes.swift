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
}

/// A line of the table of routes.
struct Route {
  /// The methods that the endpoint itself answers; see ``allowed``.
  let methods: [Method]
  /// The path, in which `{…}` stands for any one segment.
  let template: String
  let endpoint: Endpoint
  let access: Access
  /// Every method that works on the path, as `Allow` lists them: HEAD where GET does, OPTIONS
  /// everywhere.
  let allowed: [Method]
  /// The route's place in the table, from 1.
  fileprivate(set) var number = Routes.none

  init(methods: [Method], template: String, endpoint: Endpoint, access: Access) {
    self.methods = methods
    self.template = template
    self.endpoint = endpoint
    self.access = access
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
    [Route(methods: [.get], template: "/v1/pages", endpoint: .pages, access: .anyone)]
      + Page.allCases.map { page in
        Route(
          methods: [.get], template: "/v1/feeds/" + page.feed.name, endpoint: .feed(page),
          access: .anyone)
      }
      + Page.allCases.map { page in
        Route(
          methods: [.get], template: "/v1/feeds/" + page.feed.name + "/changes",
          endpoint: .changes(page), access: .anyone)
      }
      + [
        Route(methods: [.get], template: "/v1/categories", endpoint: .categories, access: .anyone),
        Route(methods: [.post], template: "/v1/events", endpoint: .events, access: .anyone),
        Route(methods: [.get], template: "/v1/products", endpoint: .products, access: .anyone),
        Route(methods: [.get], template: "/v1/products/{id}", endpoint: .product, access: .anyone),
        Route(methods: [.get], template: "/media/{name}", endpoint: .media, access: .anyone),
        Route(methods: [.get], template: "/healthz", endpoint: .health, access: .anyone),
        Route(methods: [.get], template: "/readyz", endpoint: .readiness, access: .anyone),
        Route(methods: [.get], template: "/openapi.json", endpoint: .description, access: .anyone),
        Route(methods: [.get], template: "/metrics", endpoint: .metrics, access: .operators),
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
