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
    let seed = UInt64.random(in: .min ... .max)
    let live = try LiveShop(seeded: 300)
    var server = try live.serve()
    let client = server.client
    let port = try #require(client.address.split(separator: ":").last.flatMap { Int($0) })
    let isDone = Locked(false)
    let (remaining, walking) = (Locked(walkCount), Locked(walkers))
    var pauses = SplitMix64(seed: seed)
    var restarts = 0

    let faults = try onThreads(walkers + 2) {
      guard restarting else { return }
      repeat {
        // As long as it takes to begin some walks and end others.
        usleep(UInt32(pauses.integer(in: 200_000...600_000)))
        server.program.send(SIGKILL)
        _ = server.program.result()
        server = try live.serve(port: port)
        restarts += 1
      } while !isDone.value
    } _: { number in
      var random = SplitMix64(seed: seed ^ UInt64(number))
      switch number {
      case 0..<walkers:
        defer {
          if takeOne(from: walking) == 0 { isDone.change { $0 = true } }
        }
        while takeOne(from: remaining) >= 0 {
          try Walk(client, live, &random).check()
        }
      case walkers:
        while !isDone.value { try recordEvents(client, live, &random, tolerant: restarting) }
      case _:
        while !isDone.value { try writeProducts(live, &random) }
      }
    }
    #expect(faults == [], "seed \(seed)")
    #expect(server.stop().status == 0)
    #expect((restarts > 0) == restarting)
    let generations = try #require(
      Int(try live.shop.file.rows("SELECT generation FROM market_state").first ?? ""))
    #expect(generations > 2, "the ranking moved while it was walked")
  }

  /// Takes one away; returns how many are left.
  private static func takeOne(from number: Locked<Int>) -> Int {
    number.change {
      $0 -= 1
      return $0
    }
  }

  /// Records a call of events on random products, popular ones more often.
  private static func recordEvents(
    _ client: HTTPClient, _ live: LiveShop, _ random: inout SplitMix64, tolerant: Bool
  ) throws {
    let events = (0..<40).map { _ in
      SentEvent(
        type: random.pick(["view", "view", "like", "unlike"]),
        product: min(random.integer(in: 1...300), random.integer(in: 1...300)),
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

  /// Adds products and edits them, as an import in another process does.
  ///
  /// The seed's own are left alone: what a walk through the products in stock must show is then
  /// known.
  private static func writeProducts(_ live: LiveShop, _ random: inout SplitMix64) throws {
    let writer = try live.store().makeWriter()
    _ = try writer.importProducts(at: now()) { put throws(StoreError) in
      for row in 0..<random.integer(in: 1...5) {
        let name = String(random.integer(in: 0...80))
        _ = try put(
          ImportedProduct(
            source: ProductSource(name: "walks", id: name),
            draft: ProductDraft(
              name: "상품 \(name) \(random.integer(in: 0...9))",
              price: Money(amountMinor: Int64(random.integer(in: 0...99_999)), currency: .krw),
              stock: Int64(random.integer(in: 0...1)), category: "etc")), row + 1)
      }
    }
    // A pause between two writes, in which others get the store; nothing is waited for.
    usleep(20_000)
  }

  private static func now() -> Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
  }
}

/// One walk from the first slice to the end, and what must be true of it.
private struct Walk {
  let client: HTTPClient
  let live: LiveShop
  let feed: String
  let inStock: Bool
  let limits: [Int]
  let before: Set<Int>

  init(_ client: HTTPClient, _ live: LiveShop, _ random: inout SplitMix64) throws {
    self.client = client
    self.live = live
    feed = random.pick(["recent", "popular", "popular"])
    inStock = random.oneIn(3)
    limits = (0..<7).map { _ in random.integer(in: 1...100) }
    // What nobody but the seed made keeps its stock.
    let condition = inStock ? " AND stock > 0 AND origin = 1" : ""
    before = Set(
      try live.shop.file.rows("SELECT id FROM products WHERE listed = 1\(condition)")
        .compactMap { Int($0) })
  }

  func check() throws {
    var ids: [Int] = []
    var created: [String] = []
    var generation: Int?
    var cursor: String?
    var requests = 0
    repeat {
      var target = "/v1/feeds/\(feed)?limit=\(limits[requests % limits.count])"
      if inStock { target += "&in_stock=true" }
      if let cursor { target += "&cursor=\(cursor)" }
      let slice = try patiently(target)
      if generation == nil { generation = slice["generation"] as? Int }
      guard slice["generation"] as? Int == generation else {
        throw fault("the generation changed on the way")
      }
      for item in slice["items"] as? [[String: Any]] ?? [] {
        ids.append(item["id"] as? Int ?? 0)
        created.append(item["created_at"] as? String ?? "")
        if inStock, item["sold_out"] as? Bool != false { throw fault("a sold-out product came") }
      }
      cursor = slice["next_cursor"] as? String
      requests += 1
    } while cursor != nil
    guard Set(ids).count == ids.count else { throw fault("a product came twice") }
    let missing = before.subtracting(ids)
    guard missing.isEmpty else { throw fault("products \(missing.sorted()) did not come") }
    try checkOrder(ids, created: created, generation: generation ?? 0)
  }

  private func checkOrder(_ ids: [Int], created: [String], generation: Int) throws {
    guard feed == "popular" else {
      let places = zip(created, ids).map { ($0, $1) }
      guard zip(places, places.dropFirst()).allSatisfy({ $0 > $1 }) else {
        throw fault("recent came out of order")
      }
      return
    }
    // The places that the first slice's generation had, which the store keeps for fifteen minutes.
    let places = try live.shop.file.rows(
      """
      SELECT product_id FROM rank_versions
      WHERE from_generation <= \(generation) AND to_generation > \(generation)
      ORDER BY rank_key DESC, product_id DESC
      """
    ).compactMap { Int($0) }
    let rank = Dictionary(uniqueKeysWithValues: zip(places, places.indices))
    let ranks = ids.map { rank[$0] ?? -1 }
    guard ranks == ranks.sorted(), ranks.first ?? 0 >= 0 else {
      throw fault("popular came in another order than generation \(generation) has")
    }
  }

  /// Asks until there is an answer: a server that is killed comes back.
  private func patiently(_ target: String) throws -> [String: Any] {
    let deadline = Date(timeIntervalSinceNow: 30)
    while true {
      do {
        let answer = try client.get(target)
        guard answer.status == 200 else {
          throw fault("\(target): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        return try answer.json()
      } catch let error as HTTPClientError {
        if Date() > deadline { throw error }
        // Between two polls of a server that is being started again.
        usleep(10_000)
      }
    }
  }

  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private func fault(_ text: String) -> Broken {
    Broken(description: "\(feed)\(inStock ? " in stock" : ""): \(text)")
  }
}
