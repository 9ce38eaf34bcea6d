import TestSupport
import Testing

@testable import StrictJSON

@Suite struct MutationTests {
  private static let originals = [
    #"{"name":"니트 \"가디건\" \ud83d\ude00","price":{"amount_minor":12900,"currency":"KRW"}}"#,
    #"[1,-2,0.5,6.0E7,true,false,null,"",{},[],{"a":{"b":[{"c":"\u00e9\n"}]}}]"#,
    #" { "events" : [ {"id":"x","occurred_at":null}, {"id":"y"} ] , "n" : 10 } "#,
  ]

  private static let pieces: [[UInt8]] =
    [
      "\"", "\\", "\\u", "\\ud83d", "[", "]", "{", "}", ",", ":", "1", "0", "-", ".", "e", "true",
      "nul", " ", "\n", "\t", "\u{0}", "\u{FEFF}", "한", "/", "//", "\"a\":1,",
    ].map { Array($0.utf8) } + [[0xFF], [0xC0], [0xED], [0x80]]

  private static func mutated(
    _ original: [UInt8], using generator: inout SplitMix64
  ) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
      case 1: if place < bytes.count { bytes.remove(at: place) }
      case 2:
        if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &generator) }
      default:
        let end = min(place + Int.random(in: 0...8, using: &generator), bytes.count)
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return bytes
  }

  /// Touches every value in every way that there is to read it.
  private static func readEverything(_ value: JSONValue) {
    _ = value.bool()
    _ = value.decimal()
    _ = value.integer()
    _ = value.string()
    if let elements = value.array() { for element in elements { readEverything(element) } }
    if var object = value.object() {
      for name in object.unreadNames {
        if let member = object.required(name) { readEverything(member) }
      }
      object.refuseUnread()
    }
  }

  @Test("damaged documents agree with the reference and never crash", arguments: 0..<8)
  func damage(_ run: Int) {
    let seed = UInt64(run) &* 7_919 &+ 20_261_130
    var generator = SplitMix64(seed: seed)
    var accepted = 0
    for round in 0..<4_000 {
      let original = Self.originals[round % Self.originals.count]
      let bytes = Self.mutated(Array(original.utf8), using: &generator)
      let expected = ReferenceRecognizer.accepts(bytes)
      do {
        let document = try JSONDocument(bytes)
        accepted += 1
        Self.readEverything(document.root)
        #expect(expected, "seed \(seed), round \(round): took \(bytes)")
      } catch {
        // The reference knows no ranges of numbers.
        let isRange = error.detail.contains("digits") || error.detail.contains("too large")
        #expect(
          !expected || isRange, "seed \(seed), round \(round): refused \(bytes): \(error)")
      }
    }
    // Both answers were put to the test.
    #expect((100..<3_900).contains(accepted), "seed \(seed): \(accepted) accepted")
  }
}
