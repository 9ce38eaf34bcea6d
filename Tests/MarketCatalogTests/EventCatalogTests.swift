import MarketCatalog
import Testing

@Suite("Events")
struct EventCatalogTests {
  @Test("a UUID is read in either case, and nothing else is one")
  func ids() {
    let id = EventID(uuid: "0192F0c1-7a3b-7def-8012-3456789abcde")
    #expect(id == EventID(high: 0x0192_f0c1_7a3b_7def, low: 0x8012_3456_789a_bcde))
    #expect(
      id?.bytes == [
        0x01, 0x92, 0xf0, 0xc1, 0x7a, 0x3b, 0x7d, 0xef, 0x80, 0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc,
        0xde,
      ])
    for text in [
      "", "0192f0c17a3b7def80123456789abcde", "0192f0c1-7a3b-7def-8012-3456789abcd",
      "0192f0c1-7a3b-7def-8012-3456789abcdeg", "0192f0c1-7a3b-7def-8012-3456789abcdg",
      "{192f0c1-7a3b-7def-8012-3456789abcde", "0192f0c1-7a3b-7def-80123-456789abcde",
    ] {
      #expect(EventID(uuid: text) == nil, "\(text)")
    }
  }

  @Test("kinds have the API's names")
  func kinds() {
    #expect(EventKind.allCases.map(\.name) == ["view", "like", "unlike", "purchase"])
    for kind in EventKind.allCases { #expect(EventKind(name: kind.name) == kind) }
    #expect(EventKind(name: "View") == nil)
  }

  @Test("five minutes ahead is now, more is refused, 400 days back is the end")
  func times() throws {
    let now = Timestamp(milliseconds: 1_790_000_000_000)
    func accepted(_ delta: Int64) throws(FieldRejection) -> Int64 {
      try Event.acceptedTime(now.advanced(byMilliseconds: delta), at: now).milliseconds
        - now.milliseconds
    }
    #expect(try accepted(0) == 0)
    #expect(try accepted(-1) == -1)
    #expect(try accepted(300_000) == 0)
    #expect(throws: FieldRejection.self) { try accepted(300_001) }
    #expect(try accepted(-Event.memory) == -Event.memory)
    #expect(throws: FieldRejection.self) { try accepted(-Event.memory - 1) }
  }
}
