import Foundation
import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

@Suite("Pictures")
struct MediaTests {
  private static let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"

  @Test("a picture comes with its type, for ever, and may do nothing")
  func picture() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.drawing.utf8, to: "outer-1.svg")
    let api = APIFixture(smallShop()) { $0.mediaDirectory = directory.path }
    let response = api.send(.get, "/media/outer-1.svg")
    #expect(response.status == .ok && response.text == Self.drawing)
    #expect(response.field("Content-Type") == "image/svg+xml")
    #expect(response.field("Cache-Control") == "public, max-age=31536000, immutable")
    #expect(response.field("X-Content-Type-Options") == "nosniff")
    #expect(
      response.field("Content-Security-Policy")
        == "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  }

  @Test(
    "the type is told by the ending",
    arguments: [
      ("a.png", "image/png"), ("a.jpg", "image/jpeg"), ("a.jpeg", "image/jpeg"),
      ("a.gif", "image/gif"), ("a.webp", "image/webp"), ("a.avif", "image/avif"),
      ("a.svg.png", "image/png"), ("a.html", "application/octet-stream"),
      ("svg", "image/svg+xml"), ("plain", "application/octet-stream"),
    ])
  func contentType(name: String, contentType: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("x".utf8, to: name)
    let api = APIFixture(smallShop()) { $0.mediaDirectory = directory.path }
    #expect(api.send(.get, "/media/" + name).field("Content-Type") == contentType)
  }

  @Test("what is no picture of the folder is not found")
  func notFound() throws {
    let directory = try TemporaryDirectory()
    try directory.write("secret".utf8, to: "outside.svg")
    let inside = directory.file("media")
    try FileManager.default.createDirectory(
      atPath: inside + "/folder.svg", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: inside + "/link.svg", withDestinationPath: directory.file("outside.svg"))
    #expect(mkfifo(inside + "/pipe.svg", 0o600) == 0)
    let api = APIFixture(smallShop()) { $0.mediaDirectory = inside }
    let names = [
      "none.svg", "folder.svg", "link.svg", "pipe.svg", "../outside.svg", "..%2Foutside.svg",
      "folder.svg/x", "%2e%2e%2foutside.svg", String(repeating: "a", count: 129),
    ]
    for name in names {
      let response = api.send(.get, "/media/" + name)
      #expect(response.status == Status(404), "\(name)")
      #expect(!response.text.contains("secret"))
    }
    #expect(api.faults.all.isEmpty)
    #expect(APIFixture(smallShop()).send(.get, "/media/link.svg").status == Status(404))
  }

  @Test("a picture that is too large is a fault for the log, not for the client's memory")
  func tooLarge() throws {
    let directory = try TemporaryDirectory()
    try directory.write([], to: "huge.png")
    #expect(truncate(directory.file("huge.png"), 16_777_217) == 0)
    let api = APIFixture(smallShop()) { $0.mediaDirectory = directory.path }
    let response = api.send(.get, "/media/huge.png")
    #expect(response.status == Status(500) && !response.text.contains(directory.path))
    #expect(api.faults.all.first?.detail.contains("huge.png") == true)
  }

  @Test("an empty picture is an empty answer")
  func empty() throws {
    let directory = try TemporaryDirectory()
    try directory.write([], to: "empty.png")
    let api = APIFixture(smallShop()) { $0.mediaDirectory = directory.path }
    let response = api.send(.get, "/media/empty.png")
    #expect(response.status == .ok && response.body.isEmpty)
  }
}
