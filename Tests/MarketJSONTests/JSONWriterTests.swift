import Foundation
import MarketCatalog
import MarketJSON
import TestSupport
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
  struct EscapeCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let json: String
  }

  static let escapes: [EscapeCase] = [
    EscapeCase(testDescription: "nothing", text: "", json: #""""#),
    EscapeCase(testDescription: "quote", text: "say \"hi\"", json: #""say \"hi\"""#),
    EscapeCase(testDescription: "backslash", text: #"a\b"#, json: #""a\\b""#),
    EscapeCase(testDescription: "slash stays", text: "a/b", json: #""a/b""#),
    EscapeCase(
      testDescription: "named controls", text: "\u{8}\t\n\u{C}\r", json: #""\b\t\n\f\r""#),
    EscapeCase(
      testDescription: "other controls", text: "\u{0}\u{1F}", json: #""\u0000\u001f""#),
    EscapeCase(testDescription: "delete stays", text: "\u{7F}", json: "\"\u{7F}\""),
    EscapeCase(testDescription: "Korean stays", text: "최근 상품", json: "\"최근 상품\""),
    EscapeCase(testDescription: "emoji stays", text: "👩‍👩‍👧‍👦𝒳", json: "\"👩‍👩‍👧‍👦𝒳\""),
    EscapeCase(
      testDescription: "quote in the ninth place", text: "12345678\"9", json: #""12345678\"9""#),
    EscapeCase(
      testDescription: "byte 0x80 and above beside a quote", text: "가나\"다라마바사",
      json: "\"가나\\\"다라마바사\""),
  ]

  @Test("a string is escaped as RFC 8259 wants", arguments: escapes)
  func escaping(_ test: EscapeCase) {
    var writer = JSONWriter()
    writer.string(test.text)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == test.json)
  }

  @Test(
    "an integer is written in decimal",
    arguments: [
      0, 9, 10, 99, 100, -1, 12_900, 999_999_999, 1_000_000_000, 999_999_999_999_999_999,
      1_000_000_000_000_000_000, 1_000_000_000_000_000_001, .max, .min,
    ] as [Int64])
  func integers(_ value: Int64) {
    var writer = JSONWriter()
    writer.integer(value)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == String(value))
  }

  @Test("a special byte is found at every place of a word")
  func specialBytesAtEveryPlace() throws {
    for special in ["\"", "\\", "\u{1F}", "\u{0}"] {
      for length in 1...40 {
        for place in 0..<length {
          var text = [Character](repeating: length.isMultiple(of: 2) ? "x" : "가", count: length)
          text[place] = Character(special)
          var writer = JSONWriter(capacity: 1)
          writer.string(String(text))
          let read = try JSONSerialization.jsonObject(
            with: Data(writer.bytes), options: .fragmentsAllowed)
          #expect(read as? String == String(text))
        }
      }
    }
  }

  @Test("whatever random texts are written reads back the same", arguments: [1, 2, 3] as [UInt64])
  func randomTexts(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<300 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<generator.integer(in: 0...60) {
        let value = UInt32(generator.integer(in: 0...(generator.oneIn(2) ? 0x7F : 0x10FFFF)))
        if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
      }
      let text = String(scalars)
      var writer = JSONWriter(capacity: 1)
      writer.beginArray()
      writer.string(text)
      writer.boolean(false)
      writer.endArray()
      let read = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [Any]
      let readText = try #require(read?.first as? String)
      #expect(Array(readText.utf8) == Array(text.utf8), "seed \(seed): \(text.debugDescription)")
    }
  }
}
