import TestSupport
import Testing

@testable import StrictJSON

@Suite("Elements of a document that is refused as a whole") struct ElementTests {
  /// A document, and the texts of its elements; nil when it cannot be read element by element.
  struct Case: CustomTestStringConvertible {
    var document: String
    var elements: [String]?
    var testDescription: String { String(document.prefix(60)) }
  }

  static let cases: [Case] = [
    Case(document: #"{"rows":[]}"#, elements: []),
    Case(document: " {\t\"rows\" : [ ]\n}\r", elements: []),
    Case(
      document: #"{"rows":[1e999, -1E-999 ,9223372036854775808]}"#,
      elements: ["1e999", "-1E-999", "9223372036854775808"]),
    Case(
      document: #"{"rows":[{"a":"\u0000,]"},["x]\"}",[{}]], "\ud800" ,null]}"#,
      elements: [#"{"a":"\u0000,]"}"#, #"["x]\"}",[{}]]"#, #""\ud800""#, "null"]),
    Case(document: #"{"rows":[{"a":1,"a":2},true]}"#, elements: [#"{"a":1,"a":2}"#, "true"]),
    Case(document: #"{"rows":[0.12345678901234567]}"#, elements: ["0.12345678901234567"]),
    // Not this shape.
    Case(document: #"{"rows":[1],"rows":[1]}"#),
    Case(document: #"{"rows":[1],"x":1e999}"#),
    Case(document: #"{"x":[1]}"#),
    Case(document: #"{"rows":{}}"#),
    Case(document: #"[1]"#),
    Case(document: #"{}"#),
    Case(document: ""),
    // Not JSON.
    Case(document: #"{"rows":[1e999,]}"#),
    Case(document: #"{"rows":[1e999}"#),
    Case(document: #"{"rows":[1e999]"#),
    Case(document: #"{"rows":[1e999]} x"#),
    Case(document: #"{"rows":[1e999 2]}"#),
    Case(document: #"{"rows":[01]}"#),
    Case(document: #"{"rows":[-]}"#),
    Case(document: #"{"rows":[1.]}"#),
    Case(document: #"{"rows":[.5]}"#),
    Case(document: #"{"rows":[1e]}"#),
    Case(document: #"{"rows":[1-2]}"#),
    Case(document: #"{"rows":[+1]}"#),
    Case(document: #"{"rows":[0x1]}"#),
    Case(document: #"{"rows":[tru0]}"#),
    Case(document: #"{"rows":["\u00"]}"#),
    Case(document: #"{"rows":["\ud80g"]}"#),
    Case(document: #"{"rows":["\x"]}"#),
    Case(document: "{\"rows\":[\"\u{0}\"]}"),
    Case(document: "{\"rows\":[\"\n\"]}"),
    Case(document: "{\"rows\":[1\u{0}]}"),
    Case(document: "\u{FEFF}{\"rows\":[]}"),
    // More than the limits take.
    Case(
      document: #"{"rows":["# + String(repeating: "[", count: 63)
        + String(repeating: "]", count: 63)
        + "]}"),
    Case(document: #"{"rows":[1"# + String(repeating: ",1", count: 100_000) + "]}"),
  ]

  @Test("each is found where the grammar is right", arguments: cases)
  func elements(_ test: Case) {
    let bytes = Array(test.document.utf8)
    let texts = JSONDocument.elementRanges(ofOnly: "rows", in: bytes)?
      .map { String(decoding: bytes[$0], as: UTF8.self) }
    #expect(texts == test.elements)
  }

  private static let rows = [
    "1e999", "9223372036854775808", "0.12345678901234567", #""\u0000""#, #"{"a\u0000":"\\\u0000"}"#,
    #"{"a":1,"a":-2.5}"#, #"["\udc00\ud800",{"b":[]}]"#, "null", #""a,]}\"""#, "-0.0E+0",
  ]
  private static let pieces =
    [
      "\"", "\\", "[", "]", "{", "}", ",", ":", "0", "1", "-", ".", "e", "u", " ", "\n", "\u{0}",
      "한",
    ].map { Array($0.utf8) } + [[0xFF], [0x80]]

  @Test("a damaged document is taken apart just when it is JSON", arguments: 0..<4)
  func damage(_ run: Int) {
    let seed = UInt64(run) &* 7_919 &+ 20_261_201
    var generator = SplitMix64(seed: seed)
    var taken = 0
    for round in 0..<4_000 {
      let rows = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        Self.rows.randomElement(using: &generator) ?? ""
      }
      var bytes = Array((#"{"rows": ["# + rows.joined(separator: " ,") + "] }").utf8)
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
          bytes.insert(contentsOf: Self.pieces.randomElement(using: &generator) ?? [], at: place)
        case 1: bytes.remove(at: place)
        case _: bytes[place] = UInt8.random(in: 0...127, using: &generator)
        }
      }
      let isJSON = ReferenceRecognizer.accepts(bytes, .grammar)
      #expect(
        JSONGrammar.accepts(bytes, .body) == isJSON,
        "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
      guard let ranges = JSONDocument.elementRanges(ofOnly: "rows", in: bytes) else { continue }
      taken += 1
      #expect(isJSON)
      // Each is a value by itself, and what is between them is not part of any.
      for range in ranges {
        #expect(
          ReferenceRecognizer.accepts(Array(bytes[range]), .grammar), "seed \(seed), round \(round)"
        )
      }
      let rest = bytes.indices.filter { index in !ranges.contains { $0.contains(index) } }
        .map { bytes[$0] }.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      let expected = #"{"rows":["# + String(repeating: ",", count: max(ranges.count - 1, 0)) + "]}"
      #expect(rest == Array(expected.utf8), "seed \(seed), round \(round)")
    }
    // Both answers were put to the test.
    #expect((400..<3_600).contains(taken), "seed \(seed): \(taken) taken apart")
  }
}
