import Foundation
import FoundationXML
import MarketText
import Testing

@testable import MarketTerminal

@Suite struct GridPictureTests {
  /// The elements of a picture in order, with the text that each holds; empty when it is no XML.
  private final class Elements: NSObject, XMLParserDelegate {
    private(set) var all: [(name: String, attributes: [String: String], text: String)] = []
    private var isInside = false

    init?(_ picture: String) {
      super.init()
      let parser = XMLParser(data: Data(picture.utf8))
      parser.delegate = self
      guard parser.parse() else { return nil }
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      all.append((name, attributes, ""))
      isInside = true
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      isInside = false
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if isInside { all[all.count - 1].text += text }
    }
  }

  private func grid(_ text: String, style: Style = .standard) -> Grid {
    var grid = Grid(columns: 20, rows: 2)
    grid.put(CellText(text), x: 0, y: 1, style: style)
    return grid
  }

  @Test func everyClusterStandsOnItsCellsWhateverTheFont() throws {
    let picture = GridPicture(title: "tabs").picture(of: grid("ab 한글 <&> 🇰🇷"))
    let texts = try #require(Elements(picture)).all.filter { $0.name == "text" }
    #expect(texts.map(\.text) == ["ab", "한", "글", "<&>", "🇰🇷"])
    #expect(texts.map { $0.attributes["x"] } == ["0", "27", "45", "72", "108"])
    #expect(texts.map { $0.attributes["textLength"] } == ["18", "18", "18", "27", "18"])
    #expect(texts.allSatisfy { $0.attributes["y"] == "35" })
  }

  @Test func whatNoDocumentMayHoldIsReplaced() throws {
    let picture = GridPicture(title: "a\u{FFFE}").picture(of: grid("u\u{FFFF}x"))
    let texts = try #require(Elements(picture)).all.filter { $0.name == "text" }
    #expect(texts.map(\.text).joined() == "u\u{FFFD}x")
  }

  @Test func blocksAreRectanglesAndNeedNoFont() throws {
    let picture = GridPicture(title: "tabs").picture(of: grid("▁▗▄▄▖", style: .underline))
    let elements = try #require(Elements(picture)).all
    #expect(!elements.contains { $0.name == "text" })
    #expect(
      elements.filter { $0.name == "path" }.map { $0.attributes["d"] } == [
        "M0 37.5h9v2.5h-9z", "M13.5 30h4.5v10h-4.5z", "M18 30h18v10h-18z", "M36 30h4.5v10h-4.5z",
      ])
    #expect(elements.filter { $0.name == "path" }.allSatisfy { $0.attributes["fill"] == "#ffc4da" })
  }

  @Test func nothingComesFromElsewhere() {
    let picture = GridPicture(title: "a < b").picture(of: grid("상품 ♥ 12", style: .selectedTitle))
    #expect(!picture.contains("url(") && !picture.contains("href") && !picture.contains("@import"))
    #expect(picture.components(separatedBy: "http").count == 2)
    #expect(picture.contains("<title>a &lt; b</title>"))
  }

  @Test func aMovingPictureShowsEachRowInItsFramesAndTheRestOnce() throws {
    let frames = ["a", "b", "b", "a"].enumerated().map { index, text in
      var grid = grid(text)
      grid.put(CellText("still"), x: 0, y: 0)
      return GridPicture.Frame(grid: grid, milliseconds: 100 * (index + 1))
    }
    let picture = GridPicture(title: "tabs").picture(of: frames)
    let texts = try #require(Elements(picture)).all.filter { $0.name == "text" }
    #expect(
      texts.map(\.text) == [
        "still", "a", "b",
      ])
    #expect(
      picture.contains(
        "@keyframes k0{0%{visibility:visible}10%{visibility:hidden}60%{visibility:visible}}"))
    #expect(
      picture.contains(
        "@keyframes k1{0%{visibility:hidden}10%{visibility:visible}60%{visibility:hidden}}"))
    #expect(picture.contains(".f0{visibility:visible;animation:k0 1000ms step-end infinite}"))
    #expect(picture.contains("prefers-reduced-motion"))
  }
}
