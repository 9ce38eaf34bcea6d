import Foundation
import TestSupport
import Testing

/// A data folder with a store, and the real program to work on it.
struct Shop {
  let directory: TemporaryDirectory

  /// Makes a folder; with a count, a store with that many seeded products.
  ///
  /// - Parameter count: How many products, or 0 for an empty store.
  /// - Throws: When the store cannot be made.
  init(seeded count: Int = 0) throws {
    directory = try TemporaryDirectory()
    let made =
      count == 0
      ? try market("migrate", environment: environment)
      : try market(
        "seed", "--count", String(count), "--as-of", "2025-11-01", environment: environment)
    try #require(made.status == 0, "\(made.standardError)")
  }

  var environment: [String: String] { ["MARKET_DATA": directory.path] }

  /// The store's file as another program sees it.
  var file: SQLiteFile { SQLiteFile(directory.file("market.db")) }

  /// Runs the program on this store.
  func run(_ arguments: String..., input: [UInt8] = []) throws -> RunResult {
    try RunningProgram(arguments, environment: environment, input: input).result()
  }

  /// Starts the program on this store.
  func start(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram(arguments, environment: environment)
  }

  /// Starts a server on a free port.
  func serve(_ arguments: String...) throws -> RunningServer {
    try RunningServer(data: directory.path, arguments)
  }

  /// Every listed product as `export` writes it, in id order.
  func exported() throws -> [JSONObject] {
    let result = try run("export")
    try #require(result.status == 0, "\(result.standardError)")
    return try result.lines.map { try JSONObject(Data($0.utf8)) }
  }

  /// How long the files that grow while the program writes are, in bytes.
  var writtenBytes: Int {
    ["market.db", "market.db-wal", "market.db-events", "market.db-events-wal"].reduce(0) {
      var information = stat()
      return stat(directory.file($1), &information) == 0 ? $0 + Int(information.st_size) : $0
    }
  }
}

/// A JSON object that can be compared and looked into.
struct JSONObject: Equatable, CustomStringConvertible {
  let members: NSDictionary

  init(_ data: Data) throws {
    guard let members = try JSONSerialization.jsonObject(with: data) as? NSDictionary else {
      throw HTTPClientError(description: "no JSON object: \(String(decoding: data, as: UTF8.self))")
    }
    self.members = members
  }

  init(_ members: NSDictionary) {
    self.members = members
  }

  subscript(name: String) -> Any? { members[name] }

  /// A text in a member that is an object.
  func text(_ name: String, _ inner: String) -> String? {
    (members[name] as? NSDictionary)?[inner] as? String
  }

  var id: Int { self["id"] as? Int ?? 0 }

  /// The object without some members.
  func without(_ names: String...) -> JSONObject {
    var rest: [String: Any] = [:]
    for (name, value) in members {
      if let name = name as? String, !names.contains(name) { rest[name] = value }
    }
    return JSONObject(NSDictionary(dictionary: rest))
  }

  var description: String { "\(members)" }
}

extension HTTPClient {
  /// Follows `next_cursor` from the first slice of a feed to its end.
  func walk(_ feed: String, _ parameters: String) throws -> [JSONObject] {
    var items: [JSONObject] = []
    var target = "/v1/feeds/\(feed)?\(parameters)"
    for _ in 0..<10_000 {
      let answer = try get(target)
      guard answer.status == 200 else {
        throw HTTPClientError(description: "\(target): \(answer.status)")
      }
      let slice = try answer.json()
      items += (slice["items"] as? [NSDictionary] ?? []).map { JSONObject($0) }
      guard let cursor = slice["next_cursor"] as? String else { return items }
      target = "/v1/feeds/\(feed)?\(parameters)&cursor=\(cursor)"
    }
    throw HTTPClientError(description: "\(feed) has no end")
  }
}
