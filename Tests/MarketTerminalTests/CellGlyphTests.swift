import Testing

@testable import MarketTerminal

@Suite struct CellGlyphTests {
  @Test(arguments: [
    "", " ", "a", "한", "▄", "🇰🇷", "❤️", "e\u{301}", "123456789012345", "1234567890123456",
    "👨‍👩‍👧‍👦", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
  ])
  func aGlyphIsItsText(text: String) {
    let glyph = CellGlyph(text)
    #expect(glyph.text == text)
    var bytes: [UInt8] = [7]
    glyph.append(to: &bytes)
    #expect(bytes == [7] + Array(text.utf8))
    #expect(glyph == CellGlyph(text) && glyph != CellGlyph(text + "x"))
  }

  @Test func aCellIsCopiedAsItStands() {
    #expect(_isPOD(GridCell.self))
    #expect(MemoryLayout<GridCell>.stride <= 32)
  }
}
