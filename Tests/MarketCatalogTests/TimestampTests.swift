import Foundation
import MarketCatalog
import TestSupport
import Testing

@Suite("Moments")
struct TimestampTests {
  /// A text and the milliseconds that it means, or nil when it means none.
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var milliseconds: Int64?
    var testDescription: String { text.isEmpty ? "empty" : text }
  }

  static let cases: [Case] = [
    Case(text: "1970-01-01T00:00:00Z", milliseconds: 0),
    Case(text: "1970-01-01T00:00:00.001Z", milliseconds: 1),
    Case(text: "1969-12-31T23:59:59.999Z", milliseconds: -1),
    Case(text: "2026-01-02T03:04:05.678Z", milliseconds: 1_767_323_045_678),
    Case(text: "2026-01-02t03:04:05.6789999z", milliseconds: 1_767_323_045_678),
    Case(text: "2026-01-02T12:04:05.678+09:00", milliseconds: 1_767_323_045_678),
    Case(text: "2026-01-01T22:34:05.678-04:30", milliseconds: 1_767_323_045_678),
    Case(text: "2022-11-16T00:00:00", milliseconds: 1_668_556_800_000),
    Case(text: "2022-11-16", milliseconds: 1_668_556_800_000),
    Case(text: "2024-02-29T00:00:00Z", milliseconds: 1_709_164_800_000),
    Case(text: "2016-12-31T23:59:60Z", milliseconds: 1_483_228_800_000),
    Case(text: "0001-01-01T00:00:00Z", milliseconds: -62_135_596_800_000),
    Case(text: "9999-12-31T23:59:59.999Z", milliseconds: 253_402_300_799_999),
    Case(text: "", milliseconds: nil),
    Case(text: "2023-02-29", milliseconds: nil),
    Case(text: "1900-02-29", milliseconds: nil),
    Case(text: "2026-13-01", milliseconds: nil),
    Case(text: "2026-00-01", milliseconds: nil),
    Case(text: "2026-01-32", milliseconds: nil),
    Case(text: "0000-01-01", milliseconds: nil),
    Case(text: "2026-1-1", milliseconds: nil),
    Case(text: "2026-01-01T24:00:00Z", milliseconds: nil),
    Case(text: "2026-01-01T00:60:00Z", milliseconds: nil),
    Case(text: "2026-01-01T00:00Z", milliseconds: nil),
    Case(text: "2026-01-01T00:00:00.Z", milliseconds: nil),
    Case(text: "2026-01-01T00:00:00+0900", milliseconds: nil),
    Case(text: "2026-01-01T00:00:00Z ", milliseconds: nil),
    Case(text: "9999-12-31T23:59:59-00:01", milliseconds: nil),
    Case(text: "２０２６-01-01", milliseconds: nil),
  ]

  @Test("RFC 3339 is read as it is meant, or not at all", arguments: cases)
  func reads(_ test: Case) {
    #expect(Timestamp(rfc3339: test.text)?.milliseconds == test.milliseconds)
  }

  @Test("what is written is read back, and is what Foundation's calendar says")
  func roundTrip() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for _ in 0..<2_000 {
      // From 1600 on Foundation's calendar is the Gregorian one without a gap.
      let milliseconds = Int64(random.integer(in: -11_676_096_000_000...253_402_300_799_999))
      let text = Timestamp(milliseconds: milliseconds).rfc3339
      #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds, "seed \(seed)")
      let date = Date(timeIntervalSince1970: (Double(milliseconds) / 1_000).rounded(.down))
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: date)
      let expected = String(
        format: "%04d-%02d-%02dT%02d:%02d:%02d", parts.year ?? 0, parts.month ?? 0,
        parts.day ?? 0, parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
      #expect(text.hasPrefix(expected), "seed \(seed)")
    }
  }

  @Test("days are counted down before 1970")
  func days() {
    #expect(Timestamp(milliseconds: 0).day == 0)
    #expect(Timestamp(milliseconds: 86_399_999).day == 0)
    #expect(Timestamp(milliseconds: 86_400_000).day == 1)
    #expect(Timestamp(milliseconds: -1).day == -1)
    #expect(Timestamp(milliseconds: -86_400_000).day == -1)
    #expect(Timestamp(milliseconds: -86_400_001).day == -2)
  }

  @Test("moving stops at the ends, and writing at the years 0001 and 9999")
  func ends() {
    #expect(Timestamp(milliseconds: .max - 1).advanced(byMilliseconds: 5).milliseconds == .max)
    #expect(Timestamp(milliseconds: .min + 1).advanced(byMilliseconds: -5).milliseconds == .min)
    #expect(Timestamp(milliseconds: .max).rfc3339 == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(milliseconds: .min).rfc3339 == "0001-01-01T00:00:00.000Z")
  }
}
