import MarketText
import TestSupport
import Testing

@Suite("Texts are folded for search")
struct SearchFoldingTests {
  @Test(
    "width, case, form and what is invisible make no difference",
    arguments: [
      ("대한민국", "대한민국"), ("Café CRÈME", "cafe\u{301} crème"),
      ("ＡＢＣ１２３", "abc123"), ("ｶﾞﾝﾀﾞﾑ", "ガンダム"), ("STRASSE", "straße"),
      ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("㎏", "kg"), ("❤\u{FE0F}", "❤"), ("co\u{AD}op", "coop"),
      ("ﬁne", "FINE"), ("か\u{3099}", "が"), ("①", "1"),
    ])
  func pairs(left: String, right: String) {
    #expect(left.foldedForSearch.unicodeScalars.elementsEqual(right.foldedForSearch.unicodeScalars))
  }

  @Test("what is different stays different", arguments: [("가", "각"), ("e", "é"), ("は", "ば")])
  func differences(left: String, right: String) {
    #expect(left.foldedForSearch != right.foldedForSearch)
  }

  @Test("a scalar folds alike in a text of its kind and in one that takes Unicode's tables")
  func waysAgree() {
    // U+00AB folds to itself, but takes the tables.
    var different: [UInt32] = []
    for value in UInt32(1)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let alone = FoldedText(String(scalar))
      let beside = FoldedText("\u{AB}" + String(scalar))
      let again = FoldedText(alone.text)
      if beside.scalars != [0xAB] + alone.scalars || again.scalars != alone.scalars {
        different.append(value)
      }
    }
    #expect(different.isEmpty)
  }

  @Test("folding twice changes nothing, whatever stands together")
  func twice() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<3_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.integer(in: 1...6) {
        let ranges: [ClosedRange<Int>] = [
          0x20...0x24F, 0x300...0x36F, 0x1100...0x11FF, 0x3041...0x30FF, 0x3131...0x318E,
          0xAC00...0xD7A3, 0xFF00...0xFFEF, 0x1F300...0x1F9FF, 0x0370...0x03FF,
        ]
        if let scalar = Unicode.Scalar(UInt32(random.integer(in: random.pick(ranges)))) {
          text.append(scalar)
        }
      }
      let once = String(text).foldedForSearch
      let twice = once.foldedForSearch
      #expect(
        once.unicodeScalars.elementsEqual(twice.unicodeScalars), "seed \(seed), \(Array(text))")
    }
  }

  @Test("words are what spaces of any kind separate, and none is dropped or told twice")
  func words() {
    #expect("  면\u{3000}반팔\u{A0}a\tA\n%  ".searchWords == ["면", "반팔", "a", "%"])
    #expect(" \u{3000}\u{200B}\u{AD}".searchWords.isEmpty)
    #expect("대한\u{200B}민국".searchWords == ["대한민국"])
  }

  @Test("a word is found anywhere in a text, and only as a whole")
  func containing() {
    func finds(_ word: String, in text: String) -> Bool {
      FoldedText(text).contains(FoldedText(word).scalars)
    }
    #expect(finds("민국", in: "대한민국") && finds("대한민국", in: "대한민국") && finds("", in: ""))
    #expect(!finds("민국", in: "대한민") && !finds("한국", in: "대한민국"))
    #expect(finds("aab", in: "aaab") && finds("🎧", in: "무선 🎧") && !finds("b", in: ""))
  }
}
