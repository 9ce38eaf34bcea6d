import Foundation
import FoundationXML
import Testing

/// The pictures that the program writes of itself.
@Suite struct PictureTests {
  private static let folder = repository.appendingPathComponent("docs/pictures")

  @Test func thePicturesOfTheDocumentationAreThoseOfThisProgram() throws {
    let pictures = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".svg") }
    let script = try String(
      contentsOf: repository.appendingPathComponent("scripts/pictures.sh"), encoding: .utf8)
    let lines = script.split(separator: "\n").filter { $0.hasPrefix("picture ") }
    #expect(lines.count == pictures.count)
    for line in lines {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      let result = try RunningProgram(
        ["tabs", "--svg", "--as-of", "2026-06-01"] + words.dropFirst(),
        environment: ["LC_ALL": "ko_KR.UTF-8", "MARKET_DATA": "/nonexistent"]
      ).result()
      #expect(result.status == 0, "\(result.standardError)")
      let file = Self.folder.appendingPathComponent("\(words[0]).svg")
      let isCurrent = try String(contentsOf: file, encoding: .utf8) == result.standardOutput
      #expect(isCurrent, "\(words[0]): look at it after `make pictures`")
    }
  }

  @Test func aPictureShowsTheProductsInTheirColumns() throws {
    let shop = try TabsShop(count: 30)
    let picture = try market(
      "tabs", "--svg", "--database", shop.database, "--columns", "60", "--rows", "10", "--theme",
      "29abe3"
    ).standardOutput
    #expect(XMLParser(data: Data(picture.utf8)).parse())
    #expect(picture.contains("width=\"564\" height=\"224\""))
    #expect(picture.contains("#29abe3") && !picture.contains("#ffc4da"))
    // The last glyph of every price ends one cell before the edge.
    let prices = picture.components(separatedBy: ">원</text>").dropLast()
    #expect(prices.count == 6)
    for price in prices { #expect(price.contains("class=\"w") && price.contains("x=\"513\"")) }
  }

  @Test func aMovingPictureMovesAndAStillOneDoesNot() throws {
    let shop = try TabsShop(count: 3)
    let still = try market("tabs", "--svg", "--database", shop.database).standardOutput
    let moving = try market("tabs", "--svg", "--moving", "--database", shop.database).standardOutput
    #expect(!still.contains("@keyframes") && moving.contains("@keyframes"))
    #expect(XMLParser(data: Data(moving.utf8)).parse())
    let reduced = try market(
      "tabs", "--svg", "--moving", "--motion", "reduced", "--database", shop.database
    ).standardOutput
    // Both tabs in turn, and nothing between.
    #expect(reduced.components(separatedBy: "@keyframes").count == 3)
  }
}
