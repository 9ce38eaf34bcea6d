import Foundation
import MarketCatalog
import Migrations
import Synchronization
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Migrations")
struct MigratorTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("market.db")
  }

  private var migrator: Migrator { Migrator(storeAt: path) }

  private func run(_ sql: String, at file: String? = nil) throws {
    let connection = try SQLiteConnection(
      path: file ?? path, mode: .existing, busyTimeout: 1_000)
    try connection.execute(sql)
  }

  /// The names of all migrations, in the order in which they are applied.
  private static let names =
    EmbeddedMigrations.market.map { "sqlite/" + $0.fileName }
    + EmbeddedMigrations.events.map { "sqlite-events/" + $0.fileName }

  @Test("a new store gets every migration, a second call none")
  func createsAndRepeats() throws {
    #expect(try migrator.status().allSatisfy { $0.state == .pending })
    let applied = try migrator.migrate(at: StoreFixture.now)
    #expect(applied == Self.names)
    #expect(try migrator.migrate(at: StoreFixture.now).isEmpty)
    let states = try migrator.status().map(\.state)
    #expect(states.count == applied.count)
    #expect(states.allSatisfy { $0 == .applied(at: StoreFixture.now) })
    #expect(try migrator.verify() == [])
  }

  @Test("processes that migrate at once apply each migration exactly once")
  func concurrentMigrations() throws {
    let applied = Collected()
    let path = path
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do {
        let names = try Migrator(storeAt: path, busyTimeout: 20_000)
          .migrate(at: StoreFixture.now)
        applied.append(names)
      } catch {
        applied.append(["failed: \(error)"])
      }
    }
    #expect(applied.sorted == Self.names.sorted())
    #expect(try migrator.verify() == [])
  }

  @Test("each secret is made once, and differs from store to store")
  func secrets() throws {
    let first = try StoreFixture()
    let second = try StoreFixture()
    _ = try Migrator(storeAt: first.store.path).migrate(at: StoreFixture.now)
    for name in SecretName.allCases {
      let secret = try first.store.makeReader().secret(name)
      #expect(secret.count == 32)
      #expect(try first.store.makeReader().secret(name) == secret)
      #expect(try second.store.makeReader().secret(name) != secret)
    }
  }

  @Test("an edited migration is refused and named")
  func edited() throws {
    _ = try migrator.migrate(at: StoreFixture.now)
    try run("UPDATE schema_migrations SET checksum = '0000000000000000' WHERE number = 1")
    #expect(try migrator.status().first?.state == .edited)
    #expect {
      try migrator.migrate(at: StoreFixture.now)
    } throws: {
      isSchemaMismatch($0, "0001_create_market.sql was edited")
    }
    #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
    #expect(try !migrator.verify().isEmpty)
  }

  @Test("a store that is newer than the program is refused, untouched")
  func newer() throws {
    _ = try migrator.migrate(at: StoreFixture.now)
    try run("INSERT INTO schema_migrations VALUES (99, '0099_add_future.sql', 'x', 0)")
    #expect {
      try migrator.migrate(at: StoreFixture.now)
    } throws: {
      isSchemaMismatch($0, "newer than this program")
    }
    #expect {
      try SQLiteStore(path: path)
    } throws: {
      isSchemaMismatch($0, "0099_add_future.sql")
    }
  }

  @Test("a database of another program is refused and keeps its tables")
  func foreign() throws {
    try directory.write([], to: "market.db")
    try run("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect {
      try migrator.migrate(at: StoreFixture.now)
    } throws: {
      isSchemaMismatch($0, "another program")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("a store's two files are told apart, whichever stands in the other's place")
  func takenForEachOther() throws {
    _ = try migrator.migrate(at: StoreFixture.now)
    let events = path + "-events"
    #expect {
      try Migrator(storeAt: events).migrate(at: StoreFixture.now)
    } throws: {
      isSchemaMismatch($0, "name the store beside it: --database sqlite:" + path)
    }
    #expect(!FileManager.default.fileExists(atPath: events + "-events"))
    try FileManager.default.removeItem(atPath: events)
    try FileManager.default.copyItem(atPath: path, toPath: events)
    #expect {
      try SQLiteStore(path: path)
    } throws: {
      isSchemaMismatch($0, "-events is a store itself")
    }
  }

  @Test("a file that is no database, or half of one, is refused")
  func garbage() throws {
    try directory.write(Array("half-written, by someone else\n".utf8), to: "market.db")
    #expect { try migrator.migrate(at: StoreFixture.now) } throws: { isCorrupt($0) }
    let whole = try StoreFixture()
    _ = try whole.store.makeWriter().addVendor(named: "가게", at: StoreFixture.now)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole.store.path))
    try directory.write(bytes.prefix(3_000), to: "market.db")
    #expect(throws: StoreError.self) { try SQLiteStore(path: path).makeReader() }
  }

  @Test("pending migrations and a missing store are told apart")
  func pending() throws {
    #expect { try SQLiteStore(path: path) } throws: {
      if case .unavailable? = $0 as? StoreError { true } else { false }
    }
    _ = try migrator.migrate(at: StoreFixture.now)
    try run("DELETE FROM schema_migrations", at: path + "-events")
    #expect {
      try SQLiteStore(path: path)
    } throws: {
      isSchemaMismatch($0, "\(EmbeddedMigrations.events.count) pending migrations")
    }
  }

  @Test("verify names an object that was added, dropped or changed by hand")
  func verifiesSchema() throws {
    _ = try migrator.migrate(at: StoreFixture.now)
    try run("DROP INDEX rank_versions_superseded; CREATE TABLE stray (a)")
    let differences = try migrator.verify()
    #expect(differences.count == 2)
    #expect(differences.contains { $0.contains("rank_versions_superseded is missing") })
    #expect(differences.contains { $0.contains("stray is not known") })
  }

  // MARK: Lost events

  /// A store whose counts contain events, and the number of the last one.
  private func storeWithEvents() throws -> Int64 {
    _ = try migrator.migrate(at: StoreFixture.now)
    var random = SplitMix64(seed: 1)
    let writer = try SQLiteStore(path: path).makeWriter()
    try writer.seed(count: 20, at: StoreFixture.now) { random.seedProduct($0) }
    _ = try writer.record(
      [random.event(.purchase, product: 1, actor: 1, at: StoreFixture.now)], at: StoreFixture.now)
    _ = try writer.applyRecordedEvents(at: StoreFixture.now)
    try writer.events.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return try #require(try writer.events.firstInteger("SELECT max(seq) FROM events"))
  }

  private func loseEvents() throws {
    for ending in ["", "-wal", "-shm"] {
      let file = path + "-events" + ending
      guard FileManager.default.fileExists(atPath: file) else { continue }
      try FileManager.default.removeItem(atPath: file)
    }
  }

  private func isLoss(_ error: any Error, _ text: String) -> Bool {
    guard case .unavailable(let detail)? = error as? StoreError else { return false }
    return detail.contains(text) && detail.contains("--accept-lost-events")
  }

  @Test("a lost events' file is named, and not made anew unless that is asked for")
  func lostEvents() throws {
    let last = try storeWithEvents()
    try loseEvents()
    #expect { try SQLiteStore(path: path) } throws: { isLoss($0, "market.db-events is missing") }
    #expect {
      try migrator.migrate(at: StoreFixture.now)
    } throws: {
      isLoss($0, "market.db-events is missing")
    }
    #expect(!FileManager.default.fileExists(atPath: path + "-events"))
    #expect(try migrator.verify().map { $0.hasSuffix("held the recorded events") } == [true])

    let counts = SQLiteCounts(path)
    let before = try counts.purchases()
    _ = try migrator.migrate(at: StoreFixture.now, acceptingLostEvents: true)
    #expect(try migrator.verify() == [])
    let writer = try SQLiteStore(path: path).makeWriter()
    #expect(try counts.purchases() == before, "counts stay")
    // What is recorded from now on counts: its number is none that was applied before.
    var random = SplitMix64(seed: 2)
    _ = try writer.record(
      [random.event(.purchase, product: 1, actor: 2, at: StoreFixture.now)], at: StoreFixture.now)
    #expect(try writer.applyRecordedEvents(at: StoreFixture.now) == 1)
    #expect(try writer.events.firstInteger("SELECT max(seq) FROM events") == last + 1)
    #expect(try counts.purchases() == before + 1)
  }

  @Test("an old copy of the events' file, or an empty one, is told from the right one")
  func otherEvents() throws {
    let last = try storeWithEvents()
    try loseEvents()
    // What an older program made: a file with the schema and nothing in it.
    let other = try StoreFixture()
    try placeEvents(of: other.store)
    let events = try SQLiteConnection(path: path + "-events", mode: .existing, busyTimeout: 0)
    try events.execute("UPDATE recording_state SET store_id = NULL")
    #expect {
      try SQLiteStore(path: path)
    } throws: {
      isLoss($0, "no events behind number 0, of \(last) that count")
    }
    #expect(try migrator.verify().count == 1)
    _ = try migrator.migrate(at: StoreFixture.now, acceptingLostEvents: true)
    #expect(try migrator.verify() == [])
    _ = try SQLiteStore(path: path)
  }

  @Test("another store's events are not taken for one's own, however many they are")
  func foreignEvents() throws {
    _ = try storeWithEvents()
    try loseEvents()
    let other = try StoreFixture()
    let writer = try other.store.makeWriter()
    try writer.events.execute(
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('events', 1000000)")
    try placeEvents(of: other.store)
    #expect { try SQLiteStore(path: path) } throws: { isLoss($0, "belongs to another store") }
    #expect(try migrator.verify().count == 1)
    #expect {
      try migrator.migrate(at: StoreFixture.now, acceptingLostEvents: true)
    } throws: { error in
      guard case .unavailable(let detail)? = error as? StoreError else { return false }
      return detail.hasSuffix("belongs to another store; move it away and try again")
    }
  }

  private func placeEvents(of other: SQLiteStore) throws {
    let folder = try other.makeWriter()
    try folder.events.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try FileManager.default.copyItem(atPath: other.path + "-events", toPath: path + "-events")
  }

  @Test("events that were removed with their products are not lost")
  func removedEvents() throws {
    _ = try storeWithEvents()
    let writer = try SQLiteStore(path: path).makeWriter()
    #expect(try writer.removeSeededProducts(at: StoreFixture.now) == 20)
    #expect(try writer.events.firstInteger("SELECT count(*) FROM events") == 0)
    #expect(try migrator.verify() == [])
    _ = try SQLiteStore(path: path)
  }

  private func isSchemaMismatch(_ error: any Error, _ text: String) -> Bool {
    if case .schemaMismatch(let detail)? = error as? StoreError {
      detail.contains(text)
    } else {
      false
    }
  }

  private func isCorrupt(_ error: any Error) -> Bool {
    if case .corrupt? = error as? StoreError { true } else { false }
  }
}

/// What a store counts.
struct SQLiteCounts {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// All purchases of all products.
  func purchases() throws -> Int64 {
    let connection = try SQLiteConnection(path: path, mode: .existing, busyTimeout: 1_000)
    return try connection.firstInteger("SELECT sum(purchase_count) FROM product_standings") ?? 0
  }
}

/// Texts gathered from several threads.
final class Collected: Sendable {
  private let texts = Mutex<[String]>([])

  func append(_ more: [String]) { texts.withLock { $0 += more } }

  var sorted: [String] { texts.withLock { $0.sorted() } }
}
