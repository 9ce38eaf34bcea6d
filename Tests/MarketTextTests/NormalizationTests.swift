import Foundation
import MarketText
@_spi(_Unicode) import Swift
import TestSupport
import Testing

@Suite struct NormalizationTests {
  @Test func everyHangulSyllableComposes() {
    for value in 0xAC00...0xD7A3 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let composed = String(scalar)
      let decomposed = composed.decomposedStringWithCanonicalMapping
      #expect(decomposed.unicodeScalars.count >= 2)
      #expect(Array(decomposed.normalizedNFC.utf8) == Array(composed.utf8))
      #expect(decomposed.cellWidth == 2)
      #expect(composed.cellWidth == 2)
    }
  }

  @Test func nulAndEmptyTextsPass() {
    #expect("".normalizedNFC == "")
    let text = "e\u{301}\u{0}e\u{301}"
    #expect(Array(text.normalizedNFC.utf8) == Array("é\u{0}é".utf8))
  }

  @Test func theOldVowelBeforeTrailingConsonantsIsNotLost() {
    for text in [
      "가\u{11A7}", "\u{1100}\u{1161}\u{11A7}e\u{301}", "\u{11A7}", "각\u{11A7}\u{11A7}\u{11A8}",
    ] {
      #expect(
        Array(text.normalizedNFC.utf8) == Array(text.normalizedByTheStandardLibrary.utf8),
        "\(text.escaped)")
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func agreesWithAnotherImplementation(seed: UInt64) {
    var random = TextGenerator(seed: seed)
    for _ in 0..<2_000 {
      let text = random.text(upTo: 12)
      let expected = text.normalizedByTheStandardLibrary
      #expect(
        Array(text.normalizedNFC.utf8) == Array(expected.utf8), "seed \(seed): \(text.escaped)")
      #expect(Array(text.normalizedNFC.normalizedNFC.utf8) == Array(expected.utf8))
    }
  }
}

/// Draws texts from the scalars that make trouble.
struct TextGenerator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func text(upTo limit: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<random.integer(in: 0...limit) { scalars.append(scalar()) }
    return String(scalars)
  }

  private mutating func scalar() -> Unicode.Scalar {
    let pools: [ClosedRange<Int>] = [
      0x20...0x7E, 0x20...0x7E, 0xAC00...0xD7A3, 0xAC00...0xD7A3, 0x1100...0x1112, 0x1161...0x1175,
      0x11A8...0x11C2, 0x1160...0x11FF, 0x300...0x36F, 0xC0...0x17F, 0x3041...0x309F,
      0x30A1...0x30FF, 0xFF66...0xFF9F, 0x1F1E6...0x1F1FF, 0x1F300...0x1FAFF, 0x1F3FB...0x1F3FF,
      0x200B...0x200F, 0x202A...0x202E, 0xFE0E...0xFE0F, 0x2600...0x27BF, 0x4E00...0x9FFF,
      0xF900...0xFAD9, 0x0...0x1F, 0x7F...0x9F, 0x600...0x6FF, 0x900...0x97F, 0xE0020...0xE007F,
      0x10FF00...0x10FFFF, 0x2010...0x2064, 0xFEFF...0xFF01, 0x1FA00...0x1FAFF,
    ]
    return Unicode.Scalar(UInt32(random.integer(in: random.pick(pools)))) ?? " "
  }
}

extension String {
  /// Form C by the standard library's own tables.
  ///
  /// Foundation is no oracle here: on Linux its form C leaves U+B93C U+11AB as it is and composes
  /// U+E0073 U+030C into š.
  fileprivate var normalizedByTheStandardLibrary: String {
    var scalars = String.UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }

  /// The text with every scalar written out.
  var escaped: String {
    unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
      .joined(separator: " ")
  }
}
