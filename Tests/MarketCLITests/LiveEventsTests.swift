import Foundation
import TestSupport
import Testing

/// Events over HTTP against the real program: what is counted, and what survives.
@Suite struct LiveEventsTests {
  @Test func countsAreExactWith64Clients() throws {
    let live = try LiveShop(seeded: 20)
    let server = try live.serve()
    let client = server.client
    let products = Array(try live.ids().prefix(4))
    let before = try products.map { try client.counts($0) }
    // Every client sends for its own actor and for one that eight clients share, each thing twice;
    // of each five actors one takes its like back, before or after others like.
    waitForADayThatLasts()
    let faults = try onThreads(64) { number in
      for actor in ["own-\(number)", "shared-\(number % 8)"] {
        for product in products {
          var events: [SentEvent] = []
          for type in ["view", "like", "view", "like"] {
            events.append(SentEvent(type: type, product: product, actor: actor))
          }
          let answer = try client.record(events)
          guard answer.accepted == 4 else { throw HTTPClientError(description: "\(answer)") }
          let again = try client.record(events)
          guard again.duplicate == 4 else { throw HTTPClientError(description: "\(again)") }
        }
      }
      if number.isMultiple(of: 5) {
        for product in products {
          _ = try client.record([
            SentEvent(type: "unlike", product: product, actor: "own-\(number)")
          ])
        }
      }
    }
    #expect(faults == [])
    let expected = before.map { [$0[0] + 72, $0[1] + 72 - 13, $0[2]] }
    #expect(try poll { try products.map { try client.counts($0) } == expected })
    #expect(try products.map { try client.counts($0) } == expected)
    #expect(server.stop().status == 0)
  }

  @Test func whatWasRecordedAndNotAppliedIsAppliedOnceAfterAKill() throws {
    let live = try LiveShop(seeded: 20, tickMilliseconds: 3_600_000)
    let product = try #require(try live.ids().first)
    var server = try live.serve()
    // The first tick comes with the start: once a change of the store's own was seen, it is past.
    let before = try server.client.counts(product)
    var expected = before[0]
    for round in 0..<3 {
      #expect(try server.client.counts(product)[0] == expected)
      let events = (0..<300).map {
        SentEvent(type: "view", product: product, actor: "\(round)-\($0)")
      }
      for start in stride(from: 0, to: 300, by: 100) {
        #expect(try server.client.record(Array(events[start..<(start + 100)])).accepted == 100)
      }
      server.program.send(SIGKILL)
      _ = server.program.result()
      server = try live.serve()
      expected += 300
      #expect(try poll { try server.client.counts(product)[0] == expected })
      // A client that had no answer sends again.
      #expect(try server.client.record(events).duplicate == 300)
    }
    #expect(server.stop().status == 0)
    server = try live.serve()
    #expect(try poll(seconds: 0.5) { try server.client.counts(product)[0] != expected } == false)
    #expect(server.stop().status == 0)
  }

  @Test func killedWhileItRecordsNothingAcknowledgedIsLostOrDoubled() throws {
    let live = try LiveShop(seeded: 20)
    let product = try #require(try live.ids().first)
    var server = try live.serve()
    let before = try server.client.counts(product)[0]
    for round in 0..<4 {
      let client = server.client
      let acknowledged = Locked(0)
      let sent = Locked<[[SentEvent]]>([])
      let running = server
      _ = try onThreads(8) {
        _ = poll { acknowledged.value > 20 * (round + 1) }
        running.program.send(SIGKILL)
      } _: { number in
        for call in 0..<1_000 {
          let events = (0..<5).map {
            SentEvent(type: "view", product: product, actor: "\(round)-\(number)-\(call)-\($0)")
          }
          sent.change { $0.append(events) }
          // Ends with the server.
          guard try client.record(events).accepted == 5 else { return }
          acknowledged.change { $0 += 1 }
        }
      }
      _ = server.program.result()
      server = try live.serve()
      // Sent again as a client would: what was on disk is known, the rest is new.
      var (accepted, duplicate) = (0, 0)
      for events in sent.value {
        let answer = try server.client.record(events)
        accepted += answer.accepted
        duplicate += answer.duplicate
      }
      #expect(duplicate >= acknowledged.value * 5)
      #expect(accepted + duplicate == sent.value.count * 5)
      let total = try #require(
        Int(
          try SQLiteFile(live.shop.directory.file("market.db-events")).rows(
            "SELECT count(*) FROM events WHERE actor < 0"
          ).first ?? ""))
      #expect(
        try poll { try server.client.counts(product)[0] == before + total }, "round \(round)")
    }
    #expect(server.stop().status == 0)
  }

  @Test func twoServersOnOneStoreCountEachEventOnceAndAgree() throws {
    let live = try LiveShop(seeded: 20)
    let servers = [try live.serve(), try live.serve()]
    let products = try live.ids()
    let before = try products.map { try servers[0].client.counts($0)[0] }
    let clients = servers.map(\.client)
    let faults = try onThreads(8) { number in
      for call in 0..<10 {
        let events = products.map {
          SentEvent(type: "view", product: $0, actor: "\(number)-\(call)")
        }
        guard try clients[number % 2].record(events).accepted == products.count else {
          throw HTTPClientError(description: "not accepted")
        }
      }
    }
    #expect(faults == [])
    for client in clients {
      #expect(
        try poll { try products.map { try client.counts($0)[0] } == before.map { $0 + 80 } })
    }
    let slices = try clients.map { try $0.get("/v1/feeds/popular?limit=100").json() }
    #expect(slices[0]["generation"] as? Int == slices[1]["generation"] as? Int)
    #expect((slices[0]["items"] as? NSArray) == (slices[1]["items"] as? NSArray))
    for server in servers { #expect(server.stop().status == 0) }
  }

  @Test func metricsFollowEventsConnectionsAndStreams() throws {
    let live = try LiveShop(seeded: 20)
    let server = try live.serve()
    let client = server.client
    func figure(_ name: String) throws -> Double {
      let answer = try client.get("/metrics")
      let text = String(decoding: answer.body, as: UTF8.self)
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
      return line.flatMap { Double($0.dropFirst(name.count + 1)) } ?? .nan
    }
    let product = try #require(try live.ids().first)
    let events = (0..<7).map { SentEvent(type: "view", product: product, actor: "\($0)") }
    #expect(try client.record(events).accepted == 7)
    #expect(try client.record(events).duplicate == 7)
    #expect(
      try figure("market_http_requests_total{route=\"/v1/events\",status=\"2xx\"}") == 2)
    #expect(
      try figure("market_http_request_duration_seconds_count{route=\"/v1/events\"}") == 2)
    #expect(try figure("market_events_accepted_total") == 7)
    #expect(try figure("market_events_duplicate_total") == 7)
    #expect(try poll { try figure("market_events_applied_total") == 7 })
    #expect(try poll { try figure("market_events_waiting") == 0 })
    #expect(try figure("market_generation") >= 1)
    #expect(try figure("market_ticks_total") >= 1 && figure("market_failed_ticks_total") == 0)
    #expect(try figure("market_http_connections") >= 1 && figure("market_http_streams") == 0)
    #expect(try figure("process_resident_memory_bytes") > 1_000_000)
    #expect(try figure("process_open_fds") > 5)
    #expect(try figure("process_open_fds") < figure("process_max_fds"))
    #expect(try figure("process_cpu_seconds_total") > 0)
    #expect(server.stop().status == 0)
  }
}
