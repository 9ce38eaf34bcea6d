import Foundation
import MarketCatalog
import MarketSQLite
import TestSupport
import Testing

/// A shop of which everybody who writes products notes what they do, so that whoever reads knows what
/// must be seen.
final class WatchedShop: Sendable {
  private struct Notes: Sendable {
    var moment = 0
    var history = ShopHistory()
  }

  let live: LiveShop
  private let notes = Locked(Notes())

  init(_ live: LiveShop) throws {
    self.live = live
    let reader = try live.store().makeReader()
    var products: [Product] = []
    try reader.forEachProduct { products.append($0) }
    let found = products
    notes.change { notes in
      for product in found { notes.history.note(product, of: product.card.id, at: 0) }
    }
  }

  /// A new moment.
  func moment() -> Int {
    notes.change {
      $0.moment += 1
      return $0.moment
    }
  }

  /// What was noted so far.
  var history: ShopHistory { notes.value.history }

  /// Writes what becomes of some products, noted before and after.
  func write(_ products: [Int64: Product?], _ body: () throws -> Void) throws {
    notes.change { notes in
      notes.moment += 1
      for (id, product) in products { notes.history.begin(product, of: id, at: notes.moment) }
    }
    try body()
    notes.change { notes in
      notes.moment += 1
      for id in products.keys { notes.history.end(of: id, at: notes.moment) }
    }
  }
}

/// The one who writes a watched shop.
///
/// Makes, edits, unlists, lists again and deletes products: in this process through a store of its own,
/// over HTTP with a key, and now and then with the command in another process.
final class ShopKeeper {
  private let shop: WatchedShop
  private let writer: SQLiteWriter
  private let client: HTTPClient
  /// An admin's.
  private let key: String
  private var lastID: Int64
  private var unlisted: [Int64: Product] = [:]

  init(_ shop: WatchedShop, _ client: HTTPClient) throws {
    self.shop = shop
    self.client = client
    let made = try shop.live.shop.run("token", "create", "--quiet", "--role", "admin")
    key = try #require(made.lines.first)
    writer = try shop.live.store().makeWriter()
    lastID = shop.history.listedIDs.last ?? 0
  }

  /// Does one thing, then leaves the store to others for a moment.
  func write(_ random: inout SplitMix64) throws {
    let listed = shop.history.listedIDs
    switch random.integer(in: 1...10) {
    case 1...2: try create(&random)
    case 3...5: try edit(random.pick(listed), &random)
    case 6...7: try unlist(Set((0...2).map { _ in random.pick(listed) }), &random)
    case 8...9: try relist(&random)
    case _: try delete(random.pick(listed), &random)
    }
    // A pause between two writes, in which others get the store; nothing is waited for.
    usleep(10_000)
  }

  private func create(_ random: inout SplitMix64) throws {
    var product = random.product()
    lastID += 1
    let now = Self.now()
    product.card.id = lastID
    product.card.name = product.card.name.precomposedStringWithCanonicalMapping
    product.card.vendor = nil
    product.card.createdAt = now.advanced(
      byMilliseconds: -Int64(random.integer(in: 0...9)) * Timestamp.millisecondsPerDay)
    product.card.updatedAt = now
    product.source = ProductSource(name: "walks", id: String(lastID))
    try bring(product, isNew: true)
  }

  private func edit(_ id: Int64, _ random: inout SplitMix64) throws {
    guard var product = shop.history.product(id) else { return }
    let other = random.product()
    switch random.integer(in: 1...4) {
    case 1: product.card.stock = product.card.stock == 0 ? 3 : 0
    case 2: product.card.category = other.card.category
    case 3:
      product.card.price = other.card.price
      product.card.originalPrice = nil
    case _: product.description = other.description
    }
    try bring(product, isNew: false)
  }

  /// Brings a product as a file does.
  private func bring(_ product: Product, isNew: Bool) throws {
    let imported = product.imported
    try shop.write([product.card.id: product]) {
      let report = try writer.importProducts(at: Self.now()) { put throws(StoreError) in
        _ = try put(imported, 1)
      }
      try #require((report.added == 1) == isNew, "\(report)")
    }
  }

  private func unlist(_ ids: Set<Int64>, _ random: inout SplitMix64) throws {
    let history = shop.history
    for id in ids { unlisted[id] = history.product(id) }
    try shop.write(Dictionary(uniqueKeysWithValues: ids.map { ($0, nil) })) {
      try setListed(false, ids, &random)
    }
  }

  private func relist(_ random: inout SplitMix64) throws {
    guard !unlisted.isEmpty else { return }
    let ids = Set((0...2).map { _ in random.pick(unlisted.keys.sorted()) })
    let products = unlisted.filter { ids.contains($0.key) }
    try shop.write(products.mapValues { $0 }) { try setListed(true, ids, &random) }
    for id in ids { unlisted[id] = nil }
  }

  /// Lists products, or unlists them, in one of the three ways that there are.
  private func setListed(
    _ isListed: Bool, _ ids: Set<Int64>, _ random: inout SplitMix64
  ) throws {
    switch random.integer(in: 1...8) {
    case 1: try command(isListed ? "relist" : "unlist", ids)
    case 2...4:
      for id in ids {
        let answer = try patiently {
          isListed
            ? try client.send(
              "PATCH", "/v1/products/\(id)", body: #"{"listed":true}"#, key: key)
            : try client.send("DELETE", "/v1/products/\(id)", key: key)
        }
        guard answer.status == (isListed ? 200 : 204) else {
          throw HTTPClientError(description: "product \(id): \(answer.status)")
        }
      }
    case _: _ = try writer.setListed(isListed, of: Array(ids), at: Self.now())
    }
  }

  private func delete(_ id: Int64, _ random: inout SplitMix64) throws {
    try shop.write([id: nil]) {
      if random.oneIn(8) {
        try command("delete", [id], "--yes")
      } else {
        _ = try writer.deleteProducts([id])
      }
    }
  }

  private func command(_ name: String, _ ids: Set<Int64>, _ flags: String...) throws {
    let result = try RunningProgram(
      ["product", name] + ids.map(String.init) + flags, environment: shop.live.shop.environment
    ).result()
    guard result.status == 0 else { throw HTTPClientError(description: result.standardError) }
  }

  private static func now() -> Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
  }
}

/// Asks until there is an answer: a server that is killed comes back, and one key may not write without
/// end.
private func patiently(_ ask: () throws -> HTTPAnswer) throws -> HTTPAnswer {
  let deadline = Date(timeIntervalSinceNow: 30)
  while true {
    do {
      let answer = try ask()
      if answer.status != 429 || Date() > deadline { return answer }
    } catch let error as HTTPClientError {
      if Date() > deadline { throw error }
    }
    // Between two polls of a server that is being started again.
    usleep(10_000)
  }
}

/// One walk over HTTP from the first slice to the end, and what must be true of it.
struct WatchedWalk {
  private let client: HTTPClient
  private let shop: WatchedShop
  private let limits: [Int]
  private let target: String
  private var walk: ShopHistory.Walk

  init(_ client: HTTPClient, _ shop: WatchedShop, _ random: inout SplitMix64) throws {
    self.client = client
    self.shop = shop
    let page = random.pick([Page.latelyProduct, .popularProduct, .popularProduct])
    limits = (0..<7).map { _ in random.integer(in: 1...100) }
    var filter = FeedFilter()
    if random.oneIn(2), let one = shop.history.randomProduct(&random) {
      // What at least one product has, or nearly.
      filter.inStock = random.oneIn(3)
      if random.oneIn(3) { filter.category = one.card.category }
      if random.oneIn(4) { filter.vendorID = one.card.vendor?.id }
      if random.oneIn(4) {
        filter.price = PriceRange(
          currency: one.card.price.currency,
          minimum: random.oneIn(2) ? one.card.price.amountMinor / 2 : nil,
          maximum: random.oneIn(2) ? one.card.price.amountMinor + 9_000 : nil)
      }
      if random.oneIn(3) { filter.words = random.words(of: one) }
    }
    walk = ShopHistory.Walk(page: page, filter: filter)
    target =
      "/v1/feeds/\(page == .latelyProduct ? "recent" : "popular")?" + (try filter.parameters())
  }

  /// Walks to the end; throws at the first thing that is wrong.
  mutating func check() throws {
    var generation: Int?
    var cursor: String?
    repeat {
      let begun = shop.moment()
      var target = target + "&limit=\(limits[walk.slices.count % limits.count])"
      if let cursor { target += "&cursor=\(cursor)" }
      let slice = try slice(target)
      let items = slice["items"] as? [[String: Any]] ?? []
      if generation == nil { generation = slice["generation"] as? Int }
      guard let present = slice["generation"] as? Int, present == generation else {
        throw fault("the generation changed on the way")
      }
      walk.slices.append(
        ShopHistory.Walk.Slice(
          span: begun...shop.moment(), ids: items.compactMap { ($0["id"] as? Int).map(Int64.init) })
      )
      cursor = slice["next_cursor"] as? String
    } while cursor != nil
    let places = try places(at: generation ?? 0)
    let history = shop.history
    if let text = history.fault(of: walk) { throw fault(text) }
    if walk.page == .popularProduct { try checkOrder(places, history) }
  }

  /// The places that the first slice's generation had, which the store keeps for fifteen minutes; of
  /// products that were unlisted or deleted since, not all.
  private func places(at generation: Int) throws -> [Int64: Int] {
    let ids = try shop.live.shop.file.rows(
      """
      SELECT product_id FROM rank_versions
      WHERE from_generation <= \(generation) AND to_generation > \(generation)
      ORDER BY rank_key DESC, product_id DESC
      """
    ).compactMap { Int64($0) }
    return Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
  }

  private func checkOrder(_ places: [Int64: Int], _ history: ShopHistory) throws {
    let missing = walk.ids.filter { places[$0] == nil && !history.wasAway($0) }
    guard missing.isEmpty else { throw fault("products \(missing) have no place") }
    let order = walk.ids.compactMap { places[$0] }
    guard order == order.sorted() else {
      throw fault("came in another order than its generation's")
    }
  }

  private func slice(_ target: String) throws -> [String: Any] {
    let answer = try patiently { try client.get(target) }
    guard answer.status == 200 else {
      throw fault("\(target): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
    return try answer.json()
  }

  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private func fault(_ text: String) -> Broken { Broken(description: "\(target): \(text)") }
}

extension ShopHistory {
  /// One of the listed products, or nil without any.
  fileprivate func randomProduct(_ random: inout SplitMix64) -> Product? {
    let ids = listedIDs
    return ids.isEmpty ? nil : product(random.pick(ids))
  }
}

extension FeedFilter {
  /// The filter as parameters of a feed.
  fileprivate func parameters() throws -> String {
    var parameters: [String] = []
    if inStock { parameters.append("in_stock=true") }
    if let category { parameters.append("category=\(category)") }
    if let vendorID { parameters.append("vendor_id=\(vendorID)") }
    if let price {
      parameters.append("currency=\(price.currency.code)")
      if let minimum = price.minimum { parameters.append("min_price=\(minimum)") }
      if let maximum = price.maximum { parameters.append("max_price=\(maximum)") }
    }
    if !words.isEmpty {
      let text = words.joined(separator: " ").addingPercentEncoding(withAllowedCharacters: [])
      parameters.append("q=" + (try #require(text)))
    }
    return parameters.joined(separator: "&")
  }
}
