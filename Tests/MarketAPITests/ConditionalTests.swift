import HTTPServer
import MarketCatalog
import MarketJSON
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Conditional requests")
struct ConditionalTests {
  static let everyGet = [
    "/v1/pages", "/v1/feeds/recent", "/v1/feeds/popular?limit=2", "/v1/products/1",
    "/v1/categories", "/v1/feeds/recent?count=exact&category=etc", "/v1/products?ids=1,2",
    "/healthz", "/readyz", "/openapi.json", "/media/outer-1.svg",
  ]

  private static func fixture(_ reader: any MarketScanning) throws -> (
    APIFixture, TemporaryDirectory
  ) {
    let directory = try TemporaryDirectory()
    try directory.write("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8, to: "outer-1.svg")
    return (APIFixture(reader) { $0.mediaDirectory = directory.path }, directory)
  }

  @Test("every GET has a strong ETag that gives 304", arguments: everyGet)
  func everyETag(target: String) throws {
    let (api, directory) = try Self.fixture(smallShop())
    let first = api.send(.get, target)
    let tag = try #require(first.field("ETag"))
    #expect(first.status == .ok && tag.hasPrefix("\"") && tag.hasSuffix("\""))
    let second = api.send(.get, target, [("If-None-Match", tag)])
    #expect(second.status == .notModified && second.body.isEmpty)
    #expect(second.field("ETag") == tag)
    #expect(second.field("Cache-Control") == first.field("Cache-Control"))
    #expect(second.field("Vary") == first.field("Vary"))
    #expect(second.field("Content-Length") == nil)
    _ = directory
  }

  @Test("HEAD is GET without the body", arguments: everyGet + ["/v1/nothing", "/v1/pages?x"])
  func head(target: String) throws {
    let (api, directory) = try Self.fixture(smallShop())
    let (again, secondDirectory) = try Self.fixture(smallShop())
    let get = api.send(.get, target)
    let head = again.send(.head, target)
    // The engine leaves the body out; its length must be announced.
    #expect(head.status == get.status && head.headLines == get.headLines)
    _ = (directory, secondDirectory)
  }

  struct Condition: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// `If-None-Match`, in which TAG stands for the slice's tag.
    var value: String
    var matches: Bool
  }

  static let conditions: [Condition] = [
    Condition(testDescription: "the tag", value: "TAG", matches: true),
    Condition(testDescription: "the tag, weak", value: "W/TAG", matches: true),
    Condition(testDescription: "any", value: "*", matches: true),
    Condition(testDescription: "first of a list", value: "TAG, \"x\"", matches: true),
    Condition(testDescription: "last of a list", value: "\"x\",W/\"y\" , TAG", matches: true),
    Condition(testDescription: "behind a comma in a tag", value: "\"a,b\", TAG", matches: true),
    Condition(testDescription: "a star in a tag", value: "\"*\"", matches: false),
    Condition(testDescription: "another tag", value: "\"x\"", matches: false),
    Condition(testDescription: "without quotes", value: "BARE", matches: false),
    Condition(testDescription: "half of a quote", value: "\"BARE", matches: false),
    Condition(testDescription: "empty elements", value: ", ,TAG,\t,", matches: true),
    Condition(testDescription: "any, with blanks", value: " * ", matches: true),
    Condition(testDescription: "any among others", value: "*, TAG", matches: false),
    Condition(testDescription: "any behind others", value: "\"a\", *", matches: false),
    Condition(testDescription: "no comma between", value: "\"a\" TAG", matches: false),
    Condition(testDescription: "no comma behind", value: "TAG \"a\"", matches: false),
    Condition(testDescription: "something behind", value: "TAGx", matches: false),
    Condition(testDescription: "a small w", value: "w/TAG", matches: false),
    Condition(testDescription: "weak, and a blank", value: "W/ TAG", matches: false),
    Condition(testDescription: "a blank in a tag", value: "\"a b\", TAG", matches: false),
    Condition(testDescription: "nothing", value: "", matches: false),
    Condition(testDescription: "only commas", value: ",,,", matches: false),
  ]

  @Test("If-None-Match is read as RFC 9110 says", arguments: conditions)
  func condition(_ test: Condition) throws {
    let reader = CountingReader(smallShop())
    let api = APIFixture(reader)
    for target in ["/v1/feeds/recent?limit=2", "/v1/products/1"] {
      let tag = try #require(api.send(.get, target).field("ETag"))
      let bare = String(tag.dropFirst().dropLast())
      let value = test.value.split(separator: "TAG", omittingEmptySubsequences: false)
        .joined(separator: tag).split(separator: "BARE", omittingEmptySubsequences: false)
        .joined(separator: bare)
      let response = api.send(.get, target, [("If-None-Match", value)])
      #expect(response.status == (test.matches ? .notModified : .ok), "\(value)")
    }
  }

  @Test("304 for a feed runs no query, also where nothing is rendered yet")
  func noQuery() throws {
    let store = smallShop()
    let first = APIFixture(store).send(.get, "/v1/feeds/recent?limit=1")
    let link = try #require(first.field("Link"))
    let second = String(link.dropFirst().prefix { $0 != ">" })
    for target in ["/v1/feeds/recent?limit=1", second] {
      let tag = try #require(APIFixture(store).send(.get, target).field("ETag"))
      let reader = CountingReader(store)
      let response = APIFixture(reader).send(.get, target, [("If-None-Match", tag)])
      #expect(response.status == .notModified && response.field("ETag") == tag)
      #expect(reader.sliceCount == 0 && reader.versionCount == 1)
    }
  }

  @Test("parameters are checked before the condition")
  func checksFirst() {
    let api = APIFixture(smallShop())
    for target in [
      "/v1/feeds/recent?limit=0", "/v1/feeds/recent?cursor=x", "/v1/feeds/recent?x=1",
    ] {
      #expect(api.send(.get, target, [("If-None-Match", "*")]).status == Status(400))
    }
    #expect(api.send(.get, "/v1/products/99", [("If-None-Match", "*")]).status == Status(404))
  }

  @Test("slices that differ have tags that differ")
  func distinctTags() throws {
    let store = smallShop()
    let api = APIFixture(store)
    var tags: [String] = []
    func add(_ target: String, _ fields: [(name: String, value: String)] = []) throws {
      tags.append(try #require(api.send(.get, target, fields).field("ETag")))
    }
    let targets = [
      "/v1/feeds/recent", "/v1/feeds/popular", "/v1/feeds/recent?limit=2",
      "/v1/feeds/recent?in_stock=true", "/v1/feeds/recent?category=etc",
      "/v1/feeds/recent?count=exact", "/v1/feeds/recent?category=etc&count=exact",
    ]
    for target in targets { try add(target) }
    try add("/v1/feeds/recent", [("Accept-Encoding", "gzip")])
    let cursor = try #require(
      try SliceBody(api.send(.get, "/v1/feeds/recent?limit=1")).nextCursor)
    try add("/v1/feeds/recent?cursor=" + cursor)
    store.edit(1) { $0.card.stock = 9 }
    for target in targets { try add(target) }
    store.setRank(3, to: 7_000)
    for target in targets { try add(target) }
    api.clock.advance(byMilliseconds: 225_000)
    for target in targets { try add(target) }
    #expect(Set(tags).count == tags.count)
  }

  @Test("a later slice keeps its tag when the clock enters a new step")
  func laterSliceKeepsItsTag() throws {
    let api = APIFixture(smallShop())
    let link = try #require(api.send(.get, "/v1/feeds/recent?limit=1").field("Link"))
    let target = String(link.dropFirst().prefix { $0 != ">" })
    let tag = try #require(api.send(.get, target).field("ETag"))
    api.clock.advance(byMilliseconds: 300_000)
    #expect(api.send(.get, target, [("If-None-Match", tag)]).status == .notModified)
  }
}
