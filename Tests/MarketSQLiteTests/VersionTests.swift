import Foundation
import MarketCatalog
import Synchronization
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Versions of the store")
struct VersionTests {
  private let fixture: StoreFixture
  private let reader: SQLiteReader
  private let now = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    reader = try fixture.store.makeReader()
  }

  /// How often statements of the reader were run.
  private func runs() -> Int { reader.statementCounters().reduce(0) { $0 + $1.runs } }

  @Test("asking again runs no statement while nobody writes, and one look-up when somebody has")
  func statements() throws {
    let writer = try fixture.store.makeWriter()
    _ = try writer.addVendor(named: "하나", at: now)
    let first = try reader.version()
    let runs = runs()
    for _ in 0..<100 { #expect(try reader.version() == first) }
    #expect(self.runs() == runs)
    _ = try writer.addVendor(named: "둘", at: now)
    #expect(try reader.version().catalogVersion == first.catalogVersion + 1)
    #expect(self.runs() > runs)
  }

  /// What can happen between two looks.
  private enum Step: CaseIterable {
    case write, writeElsewhere, roll, foldBack, restartLog, look, snapshot, transaction
  }

  @Test(
    "whatever is written, undone and folded back, and wherever it is asked, the version is the present one",
    arguments: 1...40)
  func property(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let writers = [try fixture.store.makeWriter(), try fixture.store.makeWriter()]
    var expected = try reader.version()
    var names = 0
    func write(_ writer: SQLiteWriter) throws {
      names += 1
      _ = try writer.addVendor(named: "가게 \(names)", at: now)
      expected.catalogVersion += 1
    }
    for _ in 0..<60 {
      switch try #require(Step.allCases.randomElement(using: &random)) {
      case .write: try write(writers[0])
      case .writeElsewhere: try write(writers[1])
      case .roll:
        try writers[0].market.beginWriting()
        try writers[0].raiseCatalogVersion()
        writers[0].market.rollBack()
      case .foldBack: try writers[0].market.execute("PRAGMA wal_checkpoint(PASSIVE)")
      case .restartLog: try writers[0].market.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      case .look: #expect(try reader.version() == expected)
      case .snapshot:
        try reader.beginSnapshot()
        let begun = expected
        if random.next() % 2 == 0 { try write(writers[0]) }
        #expect(try reader.version() == begun)
        reader.endSnapshot()
      case .transaction:
        // One that has begun to read, and asks for the version after others have written.
        try reader.connection.reading { () throws(StoreError) in
          _ = try reader.connection.firstInteger("SELECT count(*) FROM vendors")
          let begun = expected
          do {
            if random.next() % 2 == 0 { try write(writers[1]) }
          } catch { throw .unexpected(detail: "\(error)") }
          let seen = try reader.version()
          #expect(seen == begun)
        }
      }
    }
    #expect(try reader.version() == expected)
  }

  @Test("what a writer was told is committed is seen at once, on whichever processor")
  func order() throws {
    let committed = Atomic<Int64>(try reader.version().catalogVersion)
    let isDone = Atomic(false)
    let store = fixture.store
    let late = Atomic(0)
    let thread = Thread {
      defer { isDone.store(true, ordering: .sequentiallyConsistent) }
      do {
        let writer = try store.makeWriter()
        for number in 0..<400 {
          _ = try writer.addVendor(named: "가게 \(number)", at: StoreFixture.now)
          committed.add(1, ordering: .sequentiallyConsistent)
        }
      } catch {
        Issue.record(error)
      }
    }
    thread.start()
    repeat {
      let known = committed.load(ordering: .sequentiallyConsistent)
      if try reader.version().catalogVersion < known { late.add(1, ordering: .relaxed) }
    } while !isDone.load(ordering: .sequentiallyConsistent)
    #expect(late.load(ordering: .relaxed) == 0)
    #expect(try reader.version().catalogVersion == committed.load(ordering: .relaxed))
  }
}
