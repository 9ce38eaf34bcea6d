import TestSupport
import Testing

@testable import MarketTerminal

@Suite struct InputParserTests {
  struct Sequence: CustomTestStringConvertible, Sendable {
    let text: String
    let events: [InputEvent]
    var testDescription: String { text.debugDescription }
  }

  static let sequences = [
    Sequence(text: "q", events: [.character("q")]),
    Sequence(text: "한", events: [.character("한")]),
    Sequence(text: "😀é", events: [.character("😀"), .character("é")]),
    Sequence(text: "\u{3}\u{1A}", events: [.control("c"), .control("z")]),
    Sequence(
      text: "\t\r\n\u{7F}", events: [.key(.tab), .key(.enter), .key(.enter), .key(.backspace)]),
    Sequence(
      text: "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D",
      events: [
        .key(.up), .key(.down), .key(.right), .key(.left),
      ]),
    Sequence(
      text: "\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD",
      events: [
        .key(.up), .key(.down), .key(.right), .key(.left),
      ]),
    Sequence(text: "\u{1B}[1;5C\u{1B}[1;2A", events: [.key(.right), .key(.up)]),
    Sequence(
      text: "\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
      events: [
        .key(.pageUp), .key(.pageDown), .key(.home), .key(.end), .key(.home), .key(.end),
        .key(.home),
        .key(.end),
      ]),
    Sequence(text: "\u{1B}[Z", events: [.key(.backTab)]),
    Sequence(text: "\u{1B}\u{1B}[A", events: [.key(.escape), .key(.up)]),
    Sequence(text: "\u{1B}jq", events: [.key(.escape), .character("j"), .character("q")]),
    Sequence(
      text: "\u{1B}\r\u{1B}한",
      events: [
        .key(.escape), .key(.enter), .key(.escape), .character("한"),
      ]),
    Sequence(
      text: "\u{1B}[<0;60;1M\u{1B}[<0;60;1m",
      events: [
        .mouse(.pressed(x: 59, y: 0)), .mouse(.released(x: 59, y: 0)),
      ]),
    Sequence(
      text: "\u{1B}[<0;3;2M\u{1B}[<32;4;2M\u{1B}[<48;2;2M\u{1B}[<16;2;2m",
      events: [
        .mouse(.pressed(x: 2, y: 1)), .mouse(.dragged(x: 3, y: 1)), .mouse(.dragged(x: 1, y: 1)),
        .mouse(.released(x: 1, y: 1)),
      ]),
    Sequence(
      text: "\u{1B}[<0;3;2M\u{1B}[<32;4;2m\u{1B}[<3;4;2m",
      events: [
        .mouse(.pressed(x: 2, y: 1)), .mouse(.released(x: 3, y: 1)), .mouse(.released(x: 3, y: 1)),
      ]),
    Sequence(
      text: "\u{1B}[<64;1;9M\u{1B}[<65;1;9M\u{1B}[<66;1;9M\u{1B}[<67;1;9M\u{1B}[<80;1;9M",
      events: [
        .mouse(.scrolledUp), .mouse(.scrolledDown), .mouse(.scrolledLeft), .mouse(.scrolledRight),
        .mouse(.scrolledUp),
      ]),
    Sequence(
      text: "\u{1B}[<68;1;9M\u{1B}[<69;1;9M",
      events: [.mouse(.scrolledLeft), .mouse(.scrolledRight)]),
    Sequence(
      text: "\u{1B}[<1;5;5M\u{1B}[<33;5;5M\u{1B}[<34;5;5M\u{1B}[<128;5;5M\u{1B}[<64;5;5m",
      events: []),
    Sequence(
      text: "\u{1B}[<2;5;5M\u{1B}[<35;5;5M\u{1B}[<0;5M\u{1B}[<0;0;0M\u{1B}[<;5;5M", events: []),
    Sequence(text: "\u{1B}[<0;99999999999999999999;1Mq", events: [.character("q")]),
    Sequence(text: "\u{1B}[M !!q", events: [.character("q")]),
    Sequence(text: "\u{1B}[200~q1\u{1B}[A\u{1B}[201\u{1B}[201~2", events: [.character("2")]),
    Sequence(text: "\u{1B}[200~\u{1B}\u{1B}[201~2", events: [.character("2")]),
    Sequence(text: "\u{1B}]11;rgb:0/0/0\u{1B}\\q", events: [.character("q")]),
    Sequence(text: "\u{1B}]0;q1q\u{7}2", events: [.character("2")]),
    Sequence(text: "\u{1B}[?62;4c\u{1B}[24;80R\u{1B}[?2026;2$yq", events: [.character("q")]),
    Sequence(text: "\u{1B}[12\u{1B}[Aq", events: [.key(.up), .character("q")]),
    Sequence(
      text: "\u{1B}[" + String(repeating: "1;", count: 500) + "Aq", events: [.character("q")]),
    Sequence(text: "\u{1B}[11~\u{1B}OP\u{1B}[15~", events: []),
  ]

  @Test(arguments: sequences) func givesTheEvents(_ sample: Sequence) {
    var parser = InputParser()
    #expect(parser.parse(Array(sample.text.utf8)) == sample.events)
    #expect(parser.patience == nil)
  }

  @Test(arguments: sequences) func aCutAnywhereChangesNothing(_ sample: Sequence) {
    let bytes = Array(sample.text.utf8)
    for cut in 0...bytes.count {
      var parser = InputParser()
      let events = parser.parse(bytes[..<cut]) + parser.parse(bytes[cut...])
      #expect(events == sample.events, "cut at \(cut)")
    }
    var parser = InputParser()
    #expect(bytes.flatMap { parser.parse([$0]) } == sample.events)
  }

  @Test func aLoneEscapeIsAKeyOnceTheRestDoesNotCome() {
    var parser = InputParser()
    #expect(parser.parse([0x1B]) == [])
    #expect(parser.patience == 50)
    #expect(parser.flush() == [.key(.escape)])
    #expect(parser.patience == nil)
    #expect(parser.parse(Array("q".utf8)) == [.character("q")])
  }

  @Test func aReportThatComesLateIsStillNotTyped() {
    var parser = InputParser()
    _ = parser.parse([0x1B])
    #expect(parser.flush() == [.key(.escape)])
    #expect(
      parser.parse(Array("[<0;60;1M1".utf8)) == [
        .mouse(.pressed(x: 59, y: 0)), .character("1"),
      ])
  }

  @Test func aReportCutInItsNumbersIsWaitedFor() {
    var parser = InputParser()
    #expect(parser.parse(Array("\u{1B}[<0;60".utf8)) == [])
    // Longer than a slow line is likely to stall.
    #expect((parser.patience ?? 0) >= 5_000)
    #expect(parser.parse(Array(";1M".utf8)) == [.mouse(.pressed(x: 59, y: 0))])
  }

  @Test func aBurstOfReportsIsReadInAnyPieces() {
    let burst = String(repeating: "\u{1B}[<65;40;12M", count: 200)
    for size in [1, 3, 7, 11, 64, 4_096] {
      var parser = InputParser()
      let bytes = Array(burst.utf8)
      let events = stride(from: 0, to: bytes.count, by: size).flatMap {
        parser.parse(bytes[$0..<min($0 + size, bytes.count)])
      }
      #expect(events == Array(repeating: .mouse(.scrolledDown), count: 200))
    }
  }

  @Test func aPasteMayPauseLongerThanASequence() {
    var parser = InputParser()
    #expect(parser.parse(Array("\u{1B}[200~first".utf8)) == [])
    #expect((parser.patience ?? 0) >= 5_000)
    #expect(parser.parse(Array("q\u{1B}[201~1".utf8)) == [.character("1")])
  }

  @Test func faultyBytesGiveNothing() {
    var parser = InputParser()
    #expect(
      parser.parse([0xFF, 0xC0, 0x80, 0xE2, 0x41, 0xED, 0xA0, 0x80, 0x71]) == [
        .character("A"), .character("q"),
      ])
  }

  @Test(arguments: Array(1...20) as [UInt64])
  func randomBytesNeverTrapAndCutsNeverMatter(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("\u{1B}\u{1B}\u{1B}[[[<<;;0123456789MmABCD~OP]\\qàa한\u{7}".utf8)
    for _ in 0..<300 {
      let bytes = (0..<random.integer(in: 0...60)).map { _ in
        random.oneIn(6) ? UInt8(random.integer(in: 0...255)) : random.pick(alphabet)
      }
      var whole = InputParser()
      var pieces = InputParser()
      let events = whole.parse(bytes)
      #expect(bytes.flatMap { pieces.parse([$0]) } == events, "seed \(seed)")
      #expect(whole == pieces, "seed \(seed)")
    }
  }
}
