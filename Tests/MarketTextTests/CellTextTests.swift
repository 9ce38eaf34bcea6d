import Foundation
import MarketText
import Testing

struct WidthCase: CustomTestStringConvertible, Sendable {
  let name: String
  let text: String
  let clusters: Int
  let width: Int

  init(_ name: String, _ text: String, clusters: Int, width: Int) {
    self.name = name
    self.text = text
    self.clusters = clusters
    self.width = width
  }

  var testDescription: String { name }
}

@Suite struct CellTextTests {
  static let widths = [
    WidthCase("empty", "", clusters: 0, width: 0),
    WidthCase("ASCII", "abc 12", clusters: 6, width: 6),
    WidthCase("Hangul, form C", "한글", clusters: 2, width: 4),
    WidthCase(
      "Hangul, form D", "한글".decomposedStringWithCanonicalMapping, clusters: 2, width: 4),
    WidthCase("both titles", "최근 상품인기 상품", clusters: 10, width: 18),
    WidthCase(
      "old Hangul that does not compose", "\u{1112}\u{119E}\u{11AB}", clusters: 1, width: 2),
    WidthCase("halfwidth kana with a sound mark", "ﾊﾝｶﾞ", clusters: 3, width: 4),
    WidthCase("a sound mark alone", "ﾞ", clusters: 1, width: 1),
    WidthCase("thumb with a skin tone", "👍🏽", clusters: 1, width: 2),
    WidthCase("family of four", "👨‍👩‍👧‍👦", clusters: 1, width: 2),
    WidthCase("flag", "🇰🇷", clusters: 1, width: 2),
    WidthCase("two flags", "🇰🇷🇯🇵", clusters: 2, width: 4),
    WidthCase("half of a flag", "🇰", clusters: 1, width: 1),
    WidthCase("heart as text", "\u{2764}", clusters: 1, width: 1),
    WidthCase("heart as emoji", "\u{2764}\u{FE0F}", clusters: 1, width: 2),
    WidthCase("keycap", "1\u{FE0F}\u{20E3}", clusters: 1, width: 2),
    WidthCase("emoji of 2022", "\u{1FAE8}", clusters: 1, width: 2),
    WidthCase("ambiguous box line", "━", clusters: 1, width: 1),
    WidthCase("accent, form D", "e\u{301}", clusters: 1, width: 1),
    WidthCase("fullwidth letters", "Ａ１", clusters: 2, width: 4),
    WidthCase("flag of Scotland by tags", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", clusters: 1, width: 2),
    WidthCase("zero-width space is left out", "가\u{200B}나", clusters: 2, width: 4),
    WidthCase("direction override is left out", "a\u{202E}b\u{2066}c", clusters: 3, width: 3),
    WidthCase("byte-order mark is left out", "\u{FEFF}ab", clusters: 2, width: 2),
    WidthCase("tab and line break are spaces", "a\tb\nc", clusters: 5, width: 5),
    WidthCase("escape is shown as unknown", "\u{1B}[2J", clusters: 4, width: 4),
    WidthCase("a mark at the start stands on a space", "\u{301}a", clusters: 2, width: 2),
    WidthCase("Thai vowel beside its letter", "กำ", clusters: 1, width: 2),
    WidthCase("Thai vowel above its letter", "กี", clusters: 1, width: 1),
    WidthCase("Devanagari vowels beside their letters", "का कि", clusters: 3, width: 5),
    WidthCase("emoji newer than the tables", "\u{1FAEA}", clusters: 1, width: 2),
    WidthCase("a scalar of no table takes one cell", "\u{378}", clusters: 1, width: 1),
  ]

  @Test(arguments: widths) func widthAndClusters(_ sample: WidthCase) {
    let text = CellText(sample.text)
    #expect(text.width == sample.width)
    #expect(text.clusters.count == sample.clusters)
    #expect(sample.text.cellWidth == sample.width)
  }

  @Test(arguments: ["한글", "겨울 코트 1+1 (L)", "가나다 abc", "힣"])
  func textsOfScalarsThatStandAloneAreMeasuredLikeAnyOther(text: String) {
    // A letter with an accent makes the whole text go the long way.
    let long = CellText(text + " e\u{301}")
    #expect(Array(long.clusters.dropLast(2)) == CellText(text).clusters)
    #expect(long.width == CellText(text).width + 2)
  }

  @Test func nothingThatSteersTheTerminalIsLeft() {
    var all = String.UnicodeScalarView()
    for value in UInt32(0)...0x10FFFF {
      if let scalar = Unicode.Scalar(value) { all.append(scalar) }
    }
    for scalar in String(all).displayable.unicodeScalars {
      let value = scalar.value
      #expect(value >= 0x20 && !(0x7F...0x9F).contains(value))
      #expect(!(0x202A...0x202E).contains(value) && !(0x2066...0x2069).contains(value))
      #expect(value != 0x200B && value != 0xFEFF && value != 0x200E && value != 0x200F)
    }
  }

  @Test(arguments: [
    ("a\u{200D}b", "ab"), ("가\u{200D}나", "가나"), ("a\u{200C}", "a"),
    // Where they shape something they stay.
    ("👩\u{200D}👧", "👩\u{200D}👧"), ("ක\u{0DCA}\u{200D}ර", "ක\u{0DCA}\u{200D}ර"),
  ])
  func joinersStayWhereTheyJoin(text: String, shown: String) {
    #expect(Array(text.displayable.unicodeScalars) == Array(shown.unicodeScalars))
  }

  struct CutCase: CustomTestStringConvertible, Sendable {
    let text: String
    let limit: Int
    let expected: String
    var testDescription: String { "\(text) to \(limit)" }
  }

  @Test(arguments: [
    CutCase(text: "겨울 코트", limit: 9, expected: "겨울 코트"),
    CutCase(text: "겨울 코트", limit: 8, expected: "겨울 코…"),
    CutCase(text: "겨울 코트", limit: 7, expected: "겨울 …"),
    CutCase(text: "겨울 코트", limit: 2, expected: "…"),
    CutCase(text: "겨울 코트", limit: 1, expected: "…"),
    CutCase(text: "겨울 코트", limit: 0, expected: ""),
    CutCase(text: "겨울 코트", limit: -3, expected: ""),
    CutCase(text: "a🇰🇷b", limit: 3, expected: "a…"),
    CutCase(text: "a🇰🇷bc", limit: 4, expected: "a🇰🇷…"),
    CutCase(text: "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", limit: 3, expected: "👨‍👩‍👧‍👦…"),
  ])
  func truncation(_ sample: CutCase) {
    #expect(CellText(sample.text).truncated(to: sample.limit).text == sample.expected)
  }

  @Test func anEllipsisThatDoesNotFitIsCutItself() {
    #expect(CellText("shoes").truncated(to: 2, ellipsis: "...").text == "..")
    #expect(CellText("shoes").truncated(to: 4, ellipsis: "...").text == "s...")
  }

  @Test func padding() {
    #expect(CellText("한").padded(to: 5).text == "한   ")
    #expect(CellText("한").padded(to: 5, .center).text == " 한  ")
    #expect(CellText("한").padded(to: 5, .right).text == "   한")
    #expect(CellText("한글").padded(to: 3).text == "한글")
    #expect(CellText("한글").fitted(to: 4).width == 4)
    #expect(CellText("한글옷").fitted(to: 4).text == "한… ")
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func cuttingNeverExceedsAndNeverTearsAClusterApart(seed: UInt64) {
    var random = TextGenerator(seed: seed)
    for _ in 0..<1_000 {
      let source = random.text(upTo: 16)
      let text = CellText(source)
      #expect(Array(text.text.utf8) == Array(source.displayable.utf8), "seed \(seed)")
      #expect(text.width == text.clusters.reduce(0) { $0 + $1.width })
      #expect(text.clusters.allSatisfy { $0.width >= 1 }, "seed \(seed): \(source.escaped)")
      for limit in 0...(text.width + 1) {
        let cut = text.truncated(to: limit)
        #expect(cut.width <= limit, "seed \(seed): \(source.escaped)")
        if text.width <= limit {
          #expect(cut == text)
        } else {
          let kept = cut.clusters.dropLast()
          #expect(Array(text.clusters.prefix(kept.count)) == Array(kept), "seed \(seed)")
          #expect(limit == 0 || cut.clusters.last?.text == "…")
        }
        #expect(text.fitted(to: limit).width == limit, "seed \(seed): \(source.escaped)")
      }
    }
  }
}
