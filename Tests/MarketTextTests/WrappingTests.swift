import TestSupport
import Testing

@testable import MarketText

@Suite struct WrappingTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let text: String
    let limit: Int
    let lines: [String]
    var testDescription: String { "\(text.prefix(20)) in \(limit)" }
  }

  @Test(arguments: [
    Sample(text: "", limit: 5, lines: [""]),
    Sample(text: "abc", limit: 5, lines: ["abc"]),
    Sample(text: "abc def", limit: 5, lines: ["abc", "def"]),
    Sample(text: "abc def", limit: 3, lines: ["abc", "def"]),
    Sample(text: "abcdefg", limit: 3, lines: ["abc", "def", "g"]),
    Sample(text: "한글 두 줄", limit: 6, lines: ["한글", "두 줄"]),
    Sample(text: "한글두줄", limit: 5, lines: ["한글", "두줄"]),
    Sample(text: "한", limit: 1, lines: ["한"]),
    Sample(text: "한a", limit: 0, lines: ["한", "a"]),
    Sample(text: "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", limit: 3, lines: ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]),
  ])
  func linesAreCutAtSpacesOrBetweenClusters(_ sample: Sample) {
    #expect(CellText(sample.text).wrapped(to: sample.limit).map(\.text) == sample.lines)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func nothingIsLostAndNothingSticksOut(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = ["a", "word ", " ", "  ", "한글", "漢字 ", "👍🏽", "🇰🇷", "ｶﾞ"]
    let text = CellText((0..<random.integer(in: 0...60)).map { _ in random.pick(pieces) }.joined())
    let limit = random.integer(in: 3...30)
    let lines = text.wrapped(to: limit)
    for line in lines { #expect(line.width <= limit, "seed \(seed)") }
    let kept = lines.map(\.text).joined().filter { $0 != " " }
    #expect(kept == text.text.filter { $0 != " " }, "seed \(seed)")
    let ranges = text.lineRanges(to: limit)
    #expect(ranges.map { text.clusters[$0].map(\.text).joined() } == lines.map(\.text))
    for (range, next) in zip(ranges, ranges.dropFirst()) {
      #expect(range.lowerBound < next.lowerBound && range.upperBound <= next.lowerBound)
    }
  }
}
