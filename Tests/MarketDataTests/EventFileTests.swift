import MarketCatalog
import MarketData
import TestSupport
import Testing

@Suite struct EventFileTests {
  private static let now = Timestamp(milliseconds: 1_796_000_000_000)
  private static let id = "0190f6a0-0000-7000-8000-0000000000ff"

  /// Stands in for the keyed hash: below 0, as it must be.
  private static func hash(_ actor: String) -> Int64 { -Int64(actor.utf8.count) }

  private static func read(_ text: String) throws -> (rows: [EventFile.Row], faults: RowFaults) {
    let directory = try TemporaryDirectory()
    let path = try directory.write(text.utf8, to: "events.ndjson")
    var rows: [EventFile.Row] = []
    let faults = try EventFile.read(
      path: path, at: now, hashingActorsWith: hash
    ) { rows.append($0) }
    return (rows, faults)
  }

  @Test("events come with their lines, times and hashed actors")
  func events() throws {
    let (rows, faults) = try Self.read(
      """
      \u{FEFF}{"id":"\(Self.id)","type":"view","product_id":7,"actor":"abc"}\r
      \r
      {"id":"\(Self.id)","type":"purchase","product_id":8,"actor":"가","occurred_at":"2026-11-01"}
      """)
    #expect(faults.isEmpty)
    #expect(rows.map(\.row) == [1, 3])
    #expect(rows.map(\.event.kind) == [.view, .purchase])
    #expect(rows.map(\.event.productID) == [7, 8])
    #expect(rows.map(\.event.actor) == [-3, -3])
    #expect(rows.first?.event.occurredAt == Self.now)
    #expect(rows.last?.event.occurredAt.rfc3339 == "2026-11-01T00:00:00.000Z")
    #expect(rows.first?.event.id == EventID(uuid: Self.id))
  }

  @Test("every fault of every line is reported, and good lines are taken")
  func faults() throws {
    let (rows, faults) = try Self.read(
      """
      {"id":"1","type":"buy","product_id":0,"actor":"","occurred_at":"yesterday","x":1}
      {"id":"\(Self.id)","type":"like","product_id":1,"actor":"a"}
      [1]
      {"id":
      {"id":"\(Self.id)","type":"like","product_id":1,"actor":"a","occurred_at":"2020-01-01"}
      {"id":"\(Self.id)","type":"like","product_id":1,"actor":"a","occurred_at":"2030-01-01"}
      {}
      """)
    #expect(rows.map(\.row) == [2])
    #expect(
      faults.first.map(\.description) == [
        "row 1: id must be a UUID of 36 characters",
        "row 1: type must be view, like, unlike or purchase",
        "row 1: product_id must be at least 1",
        "row 1: actor must have 1 to 128 bytes",
        "row 1: occurred_at must be a date and time such as 2026-01-02T03:04:05Z, not \"yesterday\"",
        "row 1: x is not a known name here",
        "row 3: the document must be an object, not an array",
        "row 4: not valid JSON at character 6: the document ends too early",
        "row 5: occurred_at is more than 400 days ago",
        "row 6: occurred_at is more than five minutes ahead",
        "row 7: id is required", "row 7: type is required", "row 7: product_id is required",
        "row 7: actor is required",
      ])
  }

  @Test("an empty file and a missing one are told apart")
  func empty() throws {
    #expect(throws: InputFault.document("the file is empty")) { try Self.read("\n \n") }
    #expect(throws: InputFault.self) {
      try EventFile.read(
        path: "/nonexistent/events", at: Self.now, hashingActorsWith: Self.hash
      ) { _ in }
    }
  }
}
