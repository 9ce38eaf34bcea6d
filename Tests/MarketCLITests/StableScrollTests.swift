import Foundation
import MarketCatalog
import MarketSQLite
import TestSupport
import Testing

/// G1 over HTTP against the real program: walks stay whole while everything moves.
@Suite struct StableScrollTests {
  /// How many walks there are; `make walks` asks for thousands.
  private static let walkCount =
    ProcessInfo.processInfo.environment["MARKET_WALKS"].flatMap { Int($0) } ?? 60
  private static let walkers = 4

  @Test func walksStayWholeWhileEventsAreRecordedAndProductsWritten() throws {
    try Self.walk(restarting: false)
  }

  @Test func walksGoOnAcrossAKillAndARestart() throws {
    try Self.walk(restarting: true)
  }

  private static func walk(restarting: Bool) throws {
    let (seed, generator) = SplitMix64.replayable()
    print("walks over HTTP: MARKET_TEST_SEED=\(seed)")
    let live = try LiveShop(seeded: 300)
    let shop = try WatchedShop(live)
    var server = try live.serve()
    let client = server.client
    let place = client.address.replacingOccurrences(of: "http://", with: "")
    let isDone = Locked(false)
    let (remaining, walking) = (Locked(walkCount), Locked(walkers))
    var pauses = generator
    var restarts = 0

    let faults = try onThreads(walkers + 2) {
      guard restarting else { return }
      repeat {
        // As long as it takes to begin some walks and end others.
        usleep(UInt32(pauses.integer(in: 200_000...600_000)))
        server.program.send(SIGKILL)
        _ = server.program.result()
        server = try live.serve(listen: place)
        restarts += 1
      } while !isDone.value
    } _: { number in
      var random = generator
      for _ in 0...number { random = SplitMix64(seed: random.next()) }
      switch number {
      case 0..<walkers:
        defer {
          if takeOne(from: walking) == 0 { isDone.change { $0 = true } }
        }
        while takeOne(from: remaining) >= 0 {
          var walk = try WatchedWalk(client, shop, &random)
          try walk.check()
        }
      case walkers:
        while !isDone.value { try recordEvents(client, &random, tolerant: restarting) }
      case _:
        let keeper = try ShopKeeper(shop, client)
        while !isDone.value { try keeper.write(&random) }
      }
    }
    #expect(faults == [], "MARKET_TEST_SEED=\(seed)")
    #expect(server.stop().status == 0)
    #expect((restarts > 0) == restarting)
    let generations = try #require(
      Int(try live.shop.file.rows("SELECT generation FROM market_state").first ?? ""))
    #expect(generations > 2, "the ranking moved while it was walked")
    #expect(try live.store().makeReader().integrityFaults() == [], "MARKET_TEST_SEED=\(seed)")
  }

  /// Takes one away; returns how many are left.
  private static func takeOne(from number: Locked<Int>) -> Int {
    number.change {
      $0 -= 1
      return $0
    }
  }

  /// Records a call of events on random products, popular ones more often; some are unlisted or gone.
  private static func recordEvents(
    _ client: HTTPClient, _ random: inout SplitMix64, tolerant: Bool
  ) throws {
    let events = (0..<40).map { _ in
      SentEvent(
        type: random.pick(["view", "view", "like", "unlike"]),
        product: min(random.integer(in: 1...340), random.integer(in: 1...340)),
        actor: String(random.integer(in: 0...500)))
    }
    do {
      _ = try client.record(events)
    } catch {
      if !tolerant { throw error }
      // The server is being started again; the next call tries anew.
      usleep(5_000)
    }
  }
}
