import Foundation
import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

/// The API's own description, read once for each test that needs it.
struct Description {
  let root: [String: Any]

  init() throws {
    let object = try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json))
    root = try #require(object as? [String: Any])
  }

  var paths: [String: [String: Any]] { root["paths"] as? [String: [String: Any]] ?? [:] }

  /// The object that a `$ref` leads to, or the object itself.
  func resolved(_ object: [String: Any]) -> [String: Any] {
    guard let reference = object["$ref"] as? String else { return object }
    var target: Any? = root
    for part in reference.dropFirst(2).split(separator: "/") {
      target = (target as? [String: Any])?[String(part)]
    }
    var found = target as? [String: Any] ?? [:]
    for (name, value) in object where name != "$ref" { found[name] = value }
    return found
  }

  /// What is wrong with a value under a schema, by the keywords that the description uses.
  func faults(_ value: Any, _ schema: [String: Any], at pointer: String = "") -> [String] {
    let schema = resolved(schema)
    var faults: [String] = []
    if let choices = schema["enum"] as? [NSObject],
      !choices.contains(where: { $0.isEqual(value) })
    {
      faults.append("\(pointer): \(value) is none of \(choices)")
    }
    switch schema["type"] as? String {
    case "object":
      guard let members = value as? [String: Any] else { return ["\(pointer): no object"] }
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      for name in schema["required"] as? [String] ?? [] where members[name] == nil {
        faults.append("\(pointer)/\(name) is missing")
      }
      for (name, member) in members {
        if let property = properties[name] {
          faults += self.faults(member, property, at: pointer + "/" + name)
        } else if schema["additionalProperties"] as? Bool == false {
          faults.append("\(pointer)/\(name) is not described")
        }
      }
    case "array":
      guard let elements = value as? [Any] else { return ["\(pointer): no array"] }
      for (index, element) in elements.enumerated() {
        faults += self.faults(
          element, schema["items"] as? [String: Any] ?? [:], at: "\(pointer)/\(index)")
      }
    case "string":
      guard let text = value as? String else { return ["\(pointer): no string"] }
      if let pattern = schema["pattern"] as? String,
        text.range(of: pattern, options: .regularExpression) == nil
      {
        faults.append("\(pointer): \(text) does not match \(pattern)")
      }
      if schema["format"] as? String == "date-time", Timestamp(rfc3339: text) == nil {
        faults.append("\(pointer): \(text) is no time")
      }
    case "integer":
      guard let number = value as? NSNumber else { return ["\(pointer): no integer"] }
      if let least = schema["minimum"] as? NSNumber, number.int64Value < least.int64Value {
        faults.append("\(pointer): \(number) is below \(least)")
      }
      if let most = schema["maximum"] as? NSNumber, number.int64Value > most.int64Value {
        faults.append("\(pointer): \(number) is above \(most)")
      }
    case "boolean":
      if !(value is Bool) { faults.append("\(pointer): no boolean") }
    case let other:
      faults.append("\(pointer): the test does not know the type \(other ?? "(none)")")
    }
    return faults
  }

  /// The schema of an operation's answer with a status, or nil.
  func schema(
    _ path: String, status: String, type: String, method: String = "get"
  ) -> [String: Any]? {
    guard let operation = paths[path]?[method] as? [String: Any],
      let responses = operation["responses"] as? [String: [String: Any]],
      let response = responses[status].map(resolved),
      let content = response["content"] as? [String: [String: Any]]
    else { return nil }
    return content[type]?["schema"] as? [String: Any]
  }
}

@Suite("The API's description")
struct DescriptionTests {
  @Test("openapi.json lists exactly the routes")
  func routes() throws {
    let described = try Description().paths.flatMap { path, operations in
      operations.keys.map { $0.uppercased() + " " + path }
    }
    let routed = Routes().table.flatMap { route in
      route.calls.map { $0.method.rawValue + " " + route.template }
    }
    #expect(Set(described) == Set(routed) && described.count == routed.count)
  }

  @Test("openapi.json lists exactly the query parameters that are accepted")
  func parameters() throws {
    let description = try Description()
    for (route, call) in Routes().table.flatMap({ route in route.calls.map { (route, $0) } }) {
      let method = call.method.rawValue.lowercased()
      let operation = try #require(description.paths[route.template]?[method] as? [String: Any])
      let parameters = (operation["parameters"] as? [[String: Any]] ?? [])
        .map(description.resolved)
      let names = parameters.filter { $0["in"] as? String == "query" }
        .compactMap { $0["name"] as? String }
      let accepted: [StaticString] =
        switch call.endpoint {
        case .feed: MarketHandler.feedParameters
        case .products: MarketHandler.productsParameters
        case .changes, .events, .pages, .categories, .product, .productEdit, .productRemoval,
          .media, .health, .readiness,
          .description, .metrics:
          []
        }
      #expect(Set(names) == Set(accepted.map { "\($0)" }), "\(route.template)")
    }
  }

  @Test("every problem type is described, and none that is not there")
  func problemTypes() throws {
    let known = Set(ProblemType.allCases.map { "/problems/" + $0.rawValue })
    let schemas =
      (try Description().root["components"] as? [String: Any])?["schemas"] as? [String: Any]
    let problem = schemas?["Problem"] as? [String: Any]
    let properties = problem?["properties"] as? [String: [String: Any]]
    #expect(Set(properties?["type"]?["enum"] as? [String] ?? []) == known)
    #expect(
      Set(properties?["status"]?["enum"] as? [Int] ?? [])
        == Set(ProblemType.allCases.map(\.status.code)))
    let rows = try HTTPAPIReference.text().split(separator: "\n").filter { $0.hasPrefix("| `") }
    for type in ProblemType.allCases {
      let row = rows.first { $0.hasPrefix("| `\(type.rawValue)` |") }
      #expect(row?.contains("| \(type.status.code) |") == true, "\(type.rawValue)")
    }
    let documented = rows.compactMap { row -> String? in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count > 1, Int(cells[1]) != nil else { return nil }
      return cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
    }
    #expect(Set(documented) == Set(ProblemType.allCases.map(\.rawValue)))
  }

  @Test("every route and parameter is in the reference for people")
  func reference() throws {
    let text = try HTTPAPIReference.text()
    for route in Routes().table {
      for method in route.calls.map(\.method) {
        #expect(
          text.contains("`\(method.rawValue) \(route.template)`"), "\(method) \(route.template)")
      }
    }
    for name in MarketHandler.feedParameters + MarketHandler.productsParameters {
      #expect(text.contains("`\(name)`"), "\(name)")
    }
  }

  @Test("every example is as its schema says")
  func examples() throws {
    let description = try Description()
    var count = 0
    for (path, operations) in description.paths {
      for case let operation as [String: Any] in operations.values {
        for (status, response) in operation["responses"] as? [String: [String: Any]] ?? [:] {
          let content = description.resolved(response)["content"] as? [String: [String: Any]]
          for (type, media) in content ?? [:] where type != "text/event-stream" {
            let schema = media["schema"] as? [String: Any] ?? [:]
            for example in (media["examples"] as? [String: [String: Any]] ?? [:]).values {
              let value = try #require(example["value"])
              let faults = description.faults(value, schema)
              #expect(faults.isEmpty, "\(path) \(status): \(faults)")
              count += 1
            }
          }
        }
      }
    }
    #expect(count > 30)
  }

  @Test(
    "real answers are as their schemas say",
    arguments: [
      ("/v1/pages", "/v1/pages"), ("/v1/categories", "/v1/categories"),
      ("/v1/feeds/recent", "/v1/feeds/recent?count=exact&limit=1"),
      ("/v1/feeds/recent", "/v1/feeds/recent?limit=100"),
      ("/v1/feeds/popular", "/v1/feeds/popular"), ("/v1/products/{id}", "/v1/products/3"),
      ("/v1/products", "/v1/products?ids=1,2,3,4,5,6,7,8,9"), ("/healthz", "/healthz"),
      ("/readyz", "/readyz"), ("/v1/feeds/recent", "/v1/feeds/recent?limit=x"),
      ("/v1/feeds/popular", "/v1/feeds/popular?cursor=x"),
      ("/v1/products/{id}", "/v1/products/999"),
      ("/v1/products", "/v1/products"),
    ])
  func answers(path: String, target: String) throws {
    let description = try Description()
    var generator = SplitMix64(seed: 99)
    let api = APIFixture(InMemoryStore.random(count: 150, using: &generator))
    let response = api.send(.get, target)
    let type = try #require(response.field("Content-Type"))
    let schema = try #require(
      description.schema(path, status: String(response.status.code), type: type))
    let body = try JSONSerialization.jsonObject(with: Data(response.body))
    let faults = description.faults(body, schema)
    #expect(faults.isEmpty, "\(faults)")
  }
}
