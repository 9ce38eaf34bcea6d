import MarketCatalog
import MarketJSON
import StrictJSON
import TestSupport
import Testing

@Suite("Calls of events that are written plainly")
struct PlainEventsTests {
  private static let now = FeedConformance.now

  /// A hash that tells texts apart.
  private static func hash(_ text: String) -> Int64 {
    text.utf8.reduce(7) { $0 &* 31 &+ Int64($1) } | .min
  }

  private static func plain(_ text: String, limit: Int = 5) -> [Event]? {
    PlainEvents.events(in: Array(text.utf8), limit: limit, at: now, hashingActorsWith: hash)
  }

  /// What the strict reader takes, or nil when it finds any fault.
  private static func strict(_ bytes: [UInt8], limit: Int) -> [Event]? {
    let document: JSONDocument
    do throws(JSONSyntaxFault) { document = try JSONDocument(bytes) } catch { return nil }
    var body = document.root.object()
    let elements = body?.required("events")?.array(count: 0...limit)
    body?.refuseUnread()
    let events = elements?.compactMap { $0.event(at: now, hashingActorsWith: hash) }
    return document.isFaultless ? events : nil
  }

  private static func event(_ random: inout SplitMix64) -> String {
    func hex(_ count: Int) -> String {
      String((0..<count).map { _ in random.pick(Array("0123456789abcdefABCDEF")) })
    }
    func space() -> String { random.pick(["", "", "", " ", "\n\t", "\r "]) }
    var members = [
      #""id":\#(space())"\#(hex(8))-\#(hex(4))-\#(hex(4))-\#(hex(4))-\#(hex(12))""#,
      #""type"\#(space()):"\#(random.pick(["view", "like", "unlike", "purchase"]))""#,
      #""product_id":\#(random.integer(in: 1...2_000_000))\#(space())"#,
      #""actor":"\#(random.pick(["a", "visitor-7", "x y", String(repeating: "n", count: 128)]))""#,
    ]
    if random.oneIn(2) { members.append(#""occurred_at":"\#(now.rfc3339)""#) }
    return "{" + space() + members.shuffled(using: &random).joined(separator: "," + space()) + "}"
  }

  private static func call(_ random: inout SplitMix64) -> String {
    let events = (0..<random.integer(in: 0...4)).map { _ in event(&random) }
    return #"{"events": [\#(events.joined(separator: " ,"))] }"#
  }

  @Test("are read as the strict reader reads them")
  func agreesOnPlainCalls() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let text = Self.call(&random)
      let events = try #require(Self.plain(text), "seed \(seed): \(text)")
      #expect(events == Self.strict(Array(text.utf8), limit: 5), "seed \(seed): \(text)")
    }
  }

  @Test("whatever is taken, the strict reader takes as well, and as the same")
  func neverTakesMore() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var taken = 0
    for _ in 0..<20_000 {
      var bytes = Array(Self.call(&random).utf8)
      for _ in 0..<random.integer(in: 1...2) {
        let place = random.integer(in: 0...(bytes.count - 1))
        let byte = random.pick(Array("{}[]:,\"\\ 0123456789eE.-atun_\n".utf8) + [0, 0x7F, 0xC3])
        switch random.integer(in: 0...3) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        case 2: bytes.remove(at: place)
        default:
          let end = min(place + random.integer(in: 1...60), bytes.count)
          bytes.insert(contentsOf: bytes[place..<end], at: random.integer(in: 0...bytes.count))
        }
      }
      let limit = random.integer(in: 0...4)
      guard
        let events = PlainEvents.events(
          in: bytes, limit: limit, at: Self.now, hashingActorsWith: Self.hash)
      else { continue }
      taken += 1
      #expect(
        events == Self.strict(bytes, limit: limit),
        "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(taken > 100)
  }

  @Test(
    "leaves everything else to the strict reader",
    arguments: [
      "", "{}", "[]", #"{"events":[]"#, #"{"events":[]}}"#, #"{"events":[],"more":1}"#,
      #"{"events":[],"events":[]}"#, #"{"events":{}}"#, #"{"event":[]}"#, #"{"events":[null]}"#,
    ])
  func leaves(_ text: String) {
    #expect(Self.plain(text) == nil)
  }

  @Test(
    "leaves events with a member that is not plain",
    arguments: [
      (#""type":"view""#, #""type":"View""#), (#""product_id":1"#, #""product_id":0"#),
      (#""product_id":1"#, #""product_id":01"#), (#""product_id":1"#, #""product_id":1.0"#),
      (#""product_id":1"#, #""product_id":1e3"#), (#""product_id":1"#, #""product_id":-1"#),
      (#""product_id":1"#, #""product_id":1,"product_id":1"#),
      (#""product_id":1"#, #""product_id":9223372036854775807"#),
      (#""actor":"a""#, #""actor":"""#), (#""actor":"a""#, #""actor":"\u0061""#),
      (#""actor":"a""#, #""actor":"가""#), (#""actor":"a""#, #""actor":null"#),
      (#""actor":"a""#, #""actor":"a","note":1"#), (#","actor":"a""#, ""),
      (#""actor":"a""#, #""actor":"a","occurred_at":"2000-01-01T00:00:00Z""#),
      (#""actor":"a""#, #""actor":"a","occurred_at":null"#),
    ])
  func leavesMembers(_ member: String, _ other: String) {
    let event =
      #"{"id":"01980000-0000-7000-8000-000000000000","type":"view","product_id":1,"actor":"a"}"#
    #expect(Self.plain(#"{"events":[\#(event)]}"#)?.count == 1)
    let changed = event.replacing(member, with: other)
    #expect(changed != event)
    #expect(Self.plain(#"{"events":[\#(changed)]}"#) == nil)
  }
}
