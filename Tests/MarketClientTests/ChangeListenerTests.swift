import MarketCatalog
import MarketClient
import TestSupport
import Testing

/// A transport that plays connections from a list, each a head and pieces of a body.
private struct ScriptedStream: BlockingStreamTransport {
  var head = ClientResponse(
    status: 200, fields: [HeaderField("Content-Type", "text/event-stream")])
  var pieces: [[UInt8]] = []
  var fault: TransportFault?

  func stream(
    _ request: ClientRequest, _ receive: (StreamPart) -> Bool
  ) throws(TransportFault) {
    guard receive(.head(head)) else { return }
    for piece in pieces {
      guard receive(.bytes(piece)) else { return }
    }
    if let fault { throw fault }
  }
}

@Suite struct ChangeListenerTests {
  private static let text = """
    \u{FEFF}retry: 500
    id: 41

    event: ranking
    id: 42
    data: {"generation":42}

    : still here

    event: of another time
    data: {}
    id: 43

    event: reset\r
    id: 7\r
    data: {"generation":7}\r
    \r

    """
  private static let told: [FeedChange] = [.present(41), .changed(42), .reset(7)]

  /// Listens over one connection.
  private func hear(
    _ stream: ScriptedStream, _ listener: inout ChangeListener
  ) throws(ClientError) -> [FeedChange] {
    var changes: [FeedChange] = []
    try listener.listen(over: stream) { change in
      changes.append(change)
      return true
    }
    return changes
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func changesAreHeardHoweverTheBytesAreCut(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var pieces: [[UInt8]] = []
    for byte in Self.text.utf8 {
      if pieces.isEmpty || random.oneIn(5) { pieces.append([]) }
      pieces[pieces.count - 1].append(byte)
    }
    var listener = ChangeListener(to: .popularProduct, .scripted)
    #expect(try hear(ScriptedStream(pieces: pieces), &listener) == Self.told, "seed \(seed)")
  }

  @Test func theStreamIsOpenedAgainWhereItWasLeft() throws {
    var listener = ChangeListener(to: .popularProduct, .scripted)
    #expect(listener.request.url == "http://market.example/shop/v1/feeds/popular/changes")
    #expect(!listener.request.fields.contains { $0.name == "Last-Event-ID" })
    #expect(throws: ClientError.transport(TransportFault(.interrupted))) {
      // The last event breaks off and is not told.
      try hear(
        ScriptedStream(
          pieces: [Array("id: 5\n\nid: 9\nevent: ran".utf8)], fault: TransportFault(.interrupted)),
        &listener)
    }
    // Its id had been told; the server knows what is newer than that.
    #expect(listener.request.fields.contains(HeaderField("Last-Event-ID", "9")))
    let next = ScriptedStream(pieces: [Array("king\n\nid: 12\nevent: ranking\ndata: {}\n\n".utf8)])
    #expect(try hear(next, &listener) == [.changed(12)])
    #expect(ChangeListener(to: .latelyProduct, .scripted).request.url.hasSuffix("recent/changes"))
  }

  @Test func waitsGrowUntilSomethingIsHeard() throws {
    var listener = ChangeListener(to: .popularProduct, .scripted)
    #expect(
      (0..<7).map { _ in listener.end(jitter: 0) }
        == [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    #expect(listener.end(jitter: 1) == 90_000)
    _ = try hear(ScriptedStream(pieces: [Array("retry: 300\nid: 1\n\n".utf8)]), &listener)
    #expect(listener.end(jitter: 0) == 300)
    #expect(listener.end(jitter: 0.5) == 750)
  }

  struct Refusal: CustomTestStringConvertible {
    let testDescription: String
    let head: ClientResponse
    let error: ClientError
  }

  @Test(arguments: [
    Refusal(
      testDescription: "an older server", head: ClientResponse(status: 404),
      error: .unexpected(.noSuchPath("/v1/feeds/popular/changes"))),
    Refusal(
      testDescription: "too busy", head: ClientResponse(status: 503),
      error: .unexpected(.status(503))),
    Refusal(
      testDescription: "a page", head: .json("", type: "text/html"),
      error: .unexpected(.contentType("text/html"))),
  ])
  func whatIsNoStreamIsRefused(_ refusal: Refusal) {
    var listener = ChangeListener(to: .popularProduct, .scripted)
    #expect(throws: refusal.error) {
      try hear(ScriptedStream(head: refusal.head, pieces: [Array("id: 1\n\n".utf8)]), &listener)
    }
  }

  @Test func anEventWithoutAnEndIsRefused() {
    var listener = ChangeListener(to: .popularProduct, .scripted)
    let piece = Array(String(repeating: "data: x\n", count: 500).utf8)
    #expect(throws: ClientError.unexpected(.tooLarge(limit: 10_000))) {
      try hear(ScriptedStream(pieces: [piece, piece, piece, piece]), &listener)
    }
  }

  @Test func listeningEndsWhenNothingMoreIsWanted() throws {
    var listener = ChangeListener(to: .popularProduct, .scripted)
    var heard = 0
    try listener.listen(over: ScriptedStream(pieces: [Array(Self.text.utf8)])) { _ in
      heard += 1
      return false
    }
    #expect(heard == 1)
  }
}

@Suite struct EventCallTests {
  @Test func eventsBecomeABody() throws {
    let id = try #require(EventID(uuid: "0190F6A0-5c1e-7b3a-9d42-2f6b8c0e4a11"))
    let time = try #require(Timestamp(rfc3339: "2026-01-02T03:04:05.678Z"))
    let request = Call.record([
      ReportedEvent(id: id, kind: .like, productID: 7, actor: "기기 \"1\"\\\u{1}", occurredAt: time),
      ReportedEvent(id: id, kind: .view, productID: .max, actor: "a"),
    ]).request(.scripted)
    #expect(request.url == "http://market.example/shop/v1/events")
    #expect(request.fields.contains(HeaderField("Content-Type", "application/json")))
    let uuid = "0190f6a0-5c1e-7b3a-9d42-2f6b8c0e4a11"
    #expect(
      request.body.map { String(decoding: $0, as: UTF8.self) }
        == #"{"events":[{"id":"\#(uuid)","type":"like","product_id":7,"#
        + #""actor":"기기 \"1\"\\\u0001","occurred_at":"2026-01-02T03:04:05.678Z"},"#
        + #"{"id":"\#(uuid)","type":"view","product_id":9223372036854775807,"actor":"a"}]}"#)
  }

  @Test func theReportIsRead() throws {
    let report = try Call.record([]).answer(
      from: .json(
        #"{"accepted":98,"duplicate":1,"rejected":[{"index":41,"detail":"no such product"}]}"#))
    #expect(
      report
        == EventReport(
          accepted: 98, duplicate: 1,
          rejected: [EventReport.Rejection(index: 41, detail: "no such product")]))
  }

  @Test func whatWritesIsNeverAnsweredFromBefore() throws {
    let answer = ClientResponse.json(
      #"{"accepted":1,"duplicate":0,"rejected":[]}"#, fields: [HeaderField("ETag", "\"a\"")])
    let transport = ScriptedTransport(.success(answer))
    let store = RemoteStore(.scripted, over: transport)
    for _ in 0..<2 { _ = try store.answer(to: .record([])) }
    #expect(transport.requests.count == 2)
    #expect(!transport.requests.contains { $0.fields.contains { $0.name == "If-None-Match" } })
  }
}
