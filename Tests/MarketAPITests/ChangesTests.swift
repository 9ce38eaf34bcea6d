import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Streams of changes")
struct ChangesTests {
  struct OpeningCase: CustomTestStringConvertible, Sendable {
    var page: Page
    var present: Int64
    var lastEventID: String?
    var says: String
    var testDescription: String { "\(page) at \(present) after \(lastEventID ?? "nothing")" }
  }

  @Test(
    "a listener is told what it does not know",
    arguments: [
      OpeningCase(page: .popularProduct, present: 42, says: "id: 42\n\n"),
      OpeningCase(page: .popularProduct, present: 42, lastEventID: "", says: "id: 42\n\n"),
      OpeningCase(page: .popularProduct, present: 42, lastEventID: "42", says: "id: 42\n\n"),
      OpeningCase(
        page: .popularProduct, present: 43, lastEventID: "42",
        says: "event: ranking\nid: 43\ndata: {\"generation\":43}\n\n"),
      OpeningCase(
        page: .latelyProduct, present: 1_918, lastEventID: "918",
        says: "event: products\nid: 1918\ndata: {\"catalog_version\":1918}\n\n"),
      OpeningCase(
        page: .latelyProduct, present: 1_919, lastEventID: "918",
        says: "event: reset\nid: 1919\ndata: {\"catalog_version\":1919}\n\n"),
      OpeningCase(
        page: .popularProduct, present: 42, lastEventID: "43",
        says: "event: reset\nid: 42\ndata: {\"generation\":42}\n\n"),
      OpeningCase(
        page: .popularProduct, present: 42, lastEventID: "x",
        says: "event: reset\nid: 42\ndata: {\"generation\":42}\n\n"),
      OpeningCase(
        page: .popularProduct, present: 42, lastEventID: "-1",
        says: "event: reset\nid: 42\ndata: {\"generation\":42}\n\n"),
    ])
  func opening(_ test: OpeningCase) {
    let bytes = ChangeEvent.opening(
      test.page, present: test.present, lastEventID: test.lastEventID)
    #expect(String(decoding: bytes, as: UTF8.self) == "retry: 2000\n" + test.says)
  }

  @Test("the stream begins at the store's counter and names its feed", arguments: Page.allCases)
  func stream(page: Page) throws {
    let store = smallShop()
    store.setRank(1, to: 5)
    let version = try store.version()
    let api = APIFixture(store)
    let target = "/v1/feeds/\(page.feed.name)/changes"
    guard case .stream(let stream) = api.reply(.get, target) else {
      Issue.record("no stream")
      return
    }
    #expect(stream.topic == page.rawValue)
    #expect(stream.position == version.position(of: page))
    #expect(stream.head.field("Content-Type") == "text/event-stream")
    #expect(stream.head.field("Cache-Control") == "no-store")
    #expect(stream.head.field("Content-Length") == nil)
    guard case .now(let head) = api.reply(.head, target) else {
      Issue.record("HEAD is answered at once")
      return
    }
    #expect(head.head == stream.head.head)
    let problem = try #require(ProblemBody(api.send(.get, target + "?since=4")))
    #expect(problem.type == "unknown-parameter" && problem.parameter == "since")
  }

  @Test("a watch tells both pages at first, and then what moved")
  func watch() {
    var watch = ChangeWatch()
    let start = StoreVersion(generation: 4, catalogVersion: 9)
    #expect(watch.news(at: start).map(\.position) == [9, 4])
    #expect(watch.news(at: start).isEmpty)
    let ticked = StoreVersion(generation: 6, catalogVersion: 9)
    let news = watch.news(at: ticked)
    #expect(news.map(\.topic) == [Page.popularProduct.rawValue])
    #expect(
      news.map { String(decoding: $0.message, as: UTF8.self) } == [
        "event: ranking\nid: 6\ndata: {\"generation\":6}\n\n"
      ])
    #expect(
      watch.news(at: StoreVersion(generation: 6, catalogVersion: 10)).map(\.topic)
        == [Page.latelyProduct.rawValue])
  }
}
