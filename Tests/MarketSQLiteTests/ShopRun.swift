import MarketCatalog
import TestSupport

@testable import MarketSQLite

/// A shop that is kept twice, in a SQLite store and in the oracle, and what must be true of both: told
/// by a history and by ranks that neither of them knows.
final class ShopRun {
  /// What is wrong.
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// Bounds that are small enough for small shops to meet.
  struct Bounds: Sendable {
    var search: SearchBounds
    var sweepLimit: Int64

    static let all = [
      Bounds(search: SearchBounds(), sweepLimit: 40_000),
      Bounds(search: SearchBounds(sortedProducts: 0, examinedRows: 9), sweepLimit: 2),
      Bounds(search: SearchBounds(leftPlaces: 2, examinedRows: 25), sweepLimit: 1),
    ]
  }

  /// One of the two stores, and the walks through it.
  private struct Kept {
    var name: String
    var reader: any MarketReading
    var writer: any ProductListing & EventRecording
    var firstGeneration: Int64
    var walks: [Int: Going] = [:]
  }

  /// A walk that is not at its end.
  private struct Going {
    var walk: ShopHistory.Walk
    var cursor: Cursor?
    var generation: Int64
    var begunAt: Timestamp
  }

  private static let policy = CursorPolicy(lifetimeMilliseconds: 60_000)
  private let bounds: Bounds
  private let fixture: StoreFixture
  private let oracle: InMemoryStore
  private var writer: SQLiteWriter
  private var kept: [Kept] = []
  private var history = ShopHistory()
  private var ranks = ShopRanks()
  private var now: Timestamp
  private var step = 0
  private var eventCount: Int64 = 0
  /// The ids that were ever given, and what the products are, listed or not.
  private var ids: [Int64] = []
  private var products: [Int64: Product] = [:]
  /// How many walks came to their ends.
  private(set) var walkCount = 0

  init(from now: Timestamp, _ bounds: Bounds) throws {
    self.now = now
    self.bounds = bounds
    fixture = try StoreFixture(options: StoreOptions(cursorPolicy: Self.policy))
    oracle = InMemoryStore(policy: Self.policy)
    writer = try fixture.store.makeWriter()
    for number in 1...4 { _ = try writer.addVendor(named: "판매자 \(number)", at: now) }
    let reader = try fixture.store.makeReader()
    kept = [
      Kept(
        name: "sqlite", reader: reader, writer: writer,
        firstGeneration: try reader.version().generation),
      Kept(
        name: "oracle", reader: oracle, writer: oracle,
        firstGeneration: try oracle.version().generation),
    ]
    try reopen()
  }

  /// Runs steps one after the other; throws ``Broken`` at the first thing that is wrong.
  func run(_ steps: [ShopStep]) throws {
    for step in steps {
      self.step += 1
      try take(step)
    }
    try checkEnd()
  }

  private func take(_ step: ShopStep) throws {
    switch step {
    case .create(let product): try create(product)
    case .edit(let place, let product): try edit(id(at: place), product)
    case .unlist(let places): try setListed(false, places)
    case .relist(let places): try setListed(true, places)
    case .delete(let place): try delete(id(at: place))
    case .record(let kind, let place, let minutes, let isWeighed):
      try record(kind, of: id(at: place), minutesAgo: minutes, isWeighed: isWeighed)
    case .tick: try tick()
    case .rebuild: try rebuild()
    case .wait(let milliseconds): now = now.advanced(byMilliseconds: milliseconds)
    case .reopen: try reopen()
    case .read(let walker, let page, let filter, let limit):
      for index in kept.indices { try read(index, walker, page, filter, limit) }
    }
  }

  private func id(at place: Int) -> Int64 { ids.isEmpty ? 0 : ids[place % ids.count] }

  private func expect(_ isTrue: Bool, _ text: @autoclosure () -> String) throws {
    if !isTrue { throw Broken(description: "step \(step): \(text())") }
  }

  // MARK: Writing

  private func create(_ product: Product) throws {
    let id = oracle.insert(product)
    var product = product
    product.card.id = id
    product.source = ProductSource(name: "shop", id: String(id))
    ids.append(id)
    ranks.create(id, at: product.card.createdAt)
    try put(product)
    history.note(product, of: id, at: step)
  }

  private func edit(_ id: Int64, _ other: Product) throws {
    guard let present = products[id] else { return }
    var product = other
    product.card.id = id
    product.card.createdAt = present.card.createdAt
    product.card.updatedAt = now
    product.source = present.source
    oracle.edit(id) {
      let counts = $0.card.counts
      $0 = product
      $0.card.counts = counts
    }
    try put(product)
    if history.product(id) != nil { history.note(product, of: id, at: step) }
  }

  /// Brings a product into the SQLite store as a file does.
  private func put(_ product: Product) throws {
    let imported = product.imported
    _ = try writer.importProducts(at: now) { put throws(StoreError) in _ = try put(imported, 1) }
    products[product.card.id] = product
  }

  private func setListed(_ isListed: Bool, _ places: [Int]) throws {
    let ids = places.map(id(at:))
    let known = Set(ids).filter { products[$0] != nil }
    let isComplete = known.count == Set(ids).count
    let changing = known.filter { (history.product($0) != nil) != isListed }
    for store in kept {
      switch try outcome({ () throws(StoreError) in
        try store.writer.setListed(isListed, of: ids, at: now)
      }) {
      case .written(let count):
        try expect(isComplete && count == changing.count, "\(store.name) wrote \(count)")
      case .unknown(let unknown):
        try expect(Set(unknown) == Set(ids).subtracting(known), "\(store.name) missed \(unknown)")
      }
    }
    guard isComplete else { return }
    for id in changing {
      products[id]?.card.updatedAt = now
      history.note(isListed ? products[id] : nil, of: id, at: step)
    }
  }

  /// What a store made of a write.
  private enum Outcome {
    case written(Int)
    case unknown([Int64])
  }

  private func outcome(_ write: () throws(StoreError) -> Int) throws -> Outcome {
    do throws(StoreError) {
      return .written(try write())
    } catch {
      guard case .unknownProducts(let ids) = error else { throw error }
      return .unknown(ids)
    }
  }

  private func delete(_ id: Int64) throws {
    let isKnown = products[id] != nil
    for store in kept {
      switch try outcome({ () throws(StoreError) in try store.writer.deleteProducts([id]) }) {
      case .written(let count):
        try expect(isKnown && count == 1, "\(store.name) deleted \(count)")
      case .unknown(let unknown):
        try expect(!isKnown && unknown == [id], "\(store.name) does not know \(unknown)")
      }
    }
    guard isKnown else { return }
    products[id] = nil
    ranks.delete(id)
    history.note(nil, of: id, at: step)
  }

  private func record(
    _ kind: EventKind, of id: Int64, minutesAgo: Int, isWeighed: Bool
  ) throws {
    eventCount += 1
    var actor = -eventCount
    let time = now.advanced(byMilliseconds: -Int64(minutesAgo) * 60_000)
    let isTaken = history.product(id) != nil
    if isTaken, !isWeighed {
      ranks.recordUnweighed(of: id)
    } else if isTaken {
      if kind == .like { ranks.note(likeOf: id, by: actor, since: time) }
      actor = ranks.record(kind, of: id, at: time) ?? actor
    }
    let event = Event(
      id: EventID(high: UInt64(eventCount), low: 7), kind: kind, productID: id, actor: actor,
      occurredAt: time, isWeighed: isWeighed)
    for store in kept {
      let report = try store.writer.record([event], at: now)
      try expect(
        report.accepted == (isTaken ? 1 : 0) && report.rejected.isEmpty == isTaken,
        "\(store.name) says \(report)")
    }
  }

  private func tick() throws {
    ranks.tick()
    for store in kept {
      _ = try store.writer.applyRecordedEvents(at: now)
      let generation = try store.reader.version().generation - store.firstGeneration
      try expect(
        generation == ranks.generation,
        "\(store.name) is at generation \(generation), not \(ranks.generation)")
    }
  }

  private func rebuild() throws {
    try tick()
    let moment = now
    let report = try writer.rebuildRanks(
      acceptingLostEvents: false, clock: { moment }, progress: { _, _, _ in })
    try expect(report.changed == 0, "a rebuild changed \(report)")
    try tick()
  }

  /// Gives the SQLite store other connections.
  private func reopen() throws {
    writer = try fixture.store.makeWriter()
    writer.sweepLimit = bounds.sweepLimit
    let reader = try fixture.store.makeReader()
    reader.searchBounds = bounds.search
    kept[0].reader = reader
    kept[0].writer = writer
  }

  // MARK: Reading

  private func read(
    _ index: Int, _ walker: Int, _ page: Page, _ filter: FeedFilter, _ limit: Int
  ) throws {
    let store = kept[index]
    let before = store.walks[walker]
    let walk = before?.walk ?? ShopHistory.Walk(page: page, filter: filter)
    let query = FeedQuery(
      page: walk.page, limit: limit, filter: walk.filter, cursor: before?.cursor)
    let age = now.milliseconds - (before?.begunAt ?? now).milliseconds
    guard let slice = try slice(query, of: store) else {
      try expect(age > Self.policy.lifetime, "\(store.name) let a cursor expire after \(age) ms")
      kept[index].walks[walker] = nil
      return
    }
    try expect(
      age <= Self.policy.lifetime + Self.policy.granularity,
      "\(store.name) took a cursor of \(age) ms")
    try expect(slice.items.count <= limit, "\(store.name) gave \(slice.items.count) of \(limit)")
    for item in slice.items { try check(item, store.name) }
    var going =
      before
      ?? Going(walk: walk, generation: slice.generation - store.firstGeneration, begunAt: now)
    try expect(
      slice.generation - store.firstGeneration == going.generation,
      "\(store.name) went from generation \(going.generation) to \(slice.generation)")
    if before == nil {
      try expect(
        going.generation == ranks.generation,
        "\(store.name) began at generation \(going.generation) of \(ranks.generation)")
    }
    going.walk.slices.append(
      ShopHistory.Walk.Slice(span: step...step, ids: slice.items.map(\.id)))
    going.cursor = slice.next
    guard slice.next == nil else {
      kept[index].walks[walker] = going
      return
    }
    kept[index].walks[walker] = nil
    try check(going, store.name)
  }

  /// A slice, or nil when the cursor has expired.
  private func slice(_ query: FeedQuery, of store: Kept) throws -> FeedSlice? {
    do throws(StoreError) {
      return try store.reader.slice(query, at: now)
    } catch {
      guard case .cursor(.expired) = error else { throw error }
      return nil
    }
  }

  /// A card shows the product as it is, in every generation; counts follow with ticks.
  private func check(_ card: ProductCard, _ store: String) throws {
    var shown = card
    shown.counts = ProductCounts()
    try expect(
      shown == history.product(card.id)?.card, "\(store) shows product \(card.id) as \(shown)")
  }

  private func check(_ going: Going, _ store: String) throws {
    walkCount += 1
    let walk = going.walk
    var fault = history.fault(of: walk)
    if fault == nil, walk.page.feed.sortKey == .rankKey {
      fault = ranks.orderFault(of: walk.ids, at: Int(going.generation))
    }
    try expect(
      fault == nil,
      "\(store), \(walk.page)\(ShopStep.told(walk.filter)): \(fault ?? ""); \(told(walk))")
  }

  private func told(_ walk: ShopHistory.Walk) -> String {
    walk.slices.map { "\($0.ids) at step \($0.span.lowerBound)" }.joined(separator: ", ")
  }

  /// At the end, with nobody writing, both stores show the same in every feed, and the store is sound.
  private func checkEnd() throws {
    step += 1
    for filter in [.all, FeedFilter(inStock: true), FeedFilter(vendorID: 2)] {
      for page in Page.allCases {
        let walks = try kept.map {
          try FeedConformance.walk($0.reader, page, limit: 3, filter: filter, at: now).map(\.id)
        }
        try expect(walks[0] == walks[1], "\(page)\(ShopStep.told(filter)): \(walks)")
      }
      let counts = try kept.map { try $0.reader.count(filter) }
      try expect(counts[0] == counts[1], "the counts\(ShopStep.told(filter)) are \(counts)")
    }
    let categories = try kept.map { try $0.reader.categories() }
    try expect(categories[0] == categories[1], "categories are \(categories)")
    try expect(try fixture.exported().map(\.card.id) == history.listedIDs, "the export is another")
    let faults = try fixture.store.makeReader().integrityFaults()
    try expect(faults == [], "\(faults)")
  }
}
