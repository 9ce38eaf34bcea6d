import Foundation
import MarketCatalog
import Migrations
import TestSupport
import Testing

@testable import MarketSQLite

/// A migrated store in a folder of its own.
struct StoreFixture {
  let directory: TemporaryDirectory
  let store: SQLiteStore

  /// The present of all tests that pass no other.
  static let now = FeedConformance.now

  init(options: StoreOptions = StoreOptions()) throws {
    directory = try TemporaryDirectory()
    _ = try Migrator(storeAt: directory.file("market.db")).migrate(at: Self.now)
    store = try SQLiteStore(path: directory.file("market.db"), options: options)
  }

  /// Every listed product, as an export gives them.
  func exported() throws -> [Product] {
    var products: [Product] = []
    try store.makeReader().forEachProduct { products.append($0) }
    return products
  }

  /// Imports products and returns the oracle that holds the same ones under the same ids.
  @discardableResult
  func fill(_ products: [Product], writer: SQLiteWriter) throws -> InMemoryStore {
    let oracle = InMemoryStore(policy: store.options.cursorPolicy)
    _ = try writer.importProducts(at: Self.now) { put throws(StoreError) in
      for (row, product) in products.enumerated() { _ = try put(product.imported, row + 1) }
    }
    let vendorIDs = Dictionary(
      uniqueKeysWithValues: try writer.vendors().map { ($0.name, $0.id) })
    for product in products {
      var shown = product
      if let vendor = shown.card.vendor, let id = vendorIDs[vendor.name] {
        shown.card.vendor?.id = id
      }
      shown.card.counts = ProductCounts()
      if shown.images.isEmpty { shown.images = [shown.card.thumbnail].compactMap { $0 } }
      oracle.insert(shown)
    }
    return oracle
  }
}

extension SQLiteConnection {
  /// Runs the statements of one of the market's migrations, whatever the store's state.
  func runMigration(_ fileName: String) throws {
    let migration = try #require(
      EmbeddedMigrations.market.first { $0.fileName == fileName })
    try execute(String(decoding: migration.bytes, as: UTF8.self))
  }

  /// What SQLite does for a statement, a line for each step (sqlite.org/eqp.html).
  func plan(of sql: String) throws -> [String] {
    let rows = try prepare("EXPLAIN QUERY PLAN " + sql)
    var lines: [String] = []
    while try rows.step() { lines.append(rows.text(3)) }
    return lines
  }
}

extension SplitMix64 {
  /// Products with sources of their own; texts in NFC, as a store gives them back.
  mutating func products(_ count: Int) -> [Product] {
    (0..<count).map { index in
      var product = product()
      product.source = ProductSource(name: "test", id: String(index))
      product.card.name = product.card.name.precomposedStringWithCanonicalMapping
      return product
    }
  }

  mutating func event(
    _ kind: EventKind, product: Int64, actor: Int64, at time: Timestamp
  ) -> Event {
    Event(
      id: EventID(high: next(), low: next()), kind: kind, productID: product, actor: -1 - actor,
      occurredAt: time)
  }
}
