import CSQLite
import Foundation
import MarketCatalog
import Synchronization
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Faults of the store")
struct FaultTests {
  let now = StoreFixture.now

  private func kind(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "none"
    } catch let error as StoreError {
      switch error {
      case .busy: return "busy"
      case .unavailable: return "unavailable"
      case .notPermitted: return "notPermitted"
      case .full: return "full"
      case .inputOutput: return "inputOutput"
      case .constraint: return "constraint"
      case .schemaMismatch: return "schemaMismatch"
      case .corrupt: return "corrupt"
      case .cancelled: return "cancelled"
      case .cursor: return "cursor"
      case .unknownProducts: return "unknownProducts"
      case .unexpected: return "unexpected"
      }
    } catch {
      return "\(error)"
    }
  }

  @Test("a store that another process is writing to is busy for writers, free for readers")
  func busy() throws {
    let fixture = try StoreFixture(options: StoreOptions(busyTimeout: 20))
    let holder = try fixture.store.makeWriter()
    let writer = try fixture.store.makeWriter()
    let reader = try fixture.store.makeReader()
    try holder.market.beginWriting()
    #expect(kind { _ = try writer.addVendor(named: "가게", at: now) } == "busy")
    #expect(kind { _ = try reader.slice(FeedQuery(page: .latelyProduct), at: now) } == "none")
    holder.market.rollBack()
    #expect(kind { _ = try writer.addVendor(named: "가게", at: now) } == "none")
  }

  @Test("a full disk is told as such, and the store keeps what it had")
  func diskFull() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    var random = SplitMix64(seed: 1)
    try fixture.fill(random.products(20), writer: writer)
    let pages = try #require(try writer.market.firstInteger("PRAGMA page_count"))
    try writer.market.execute("PRAGMA max_page_count = \(pages + 2)")
    #expect(
      kind { try writer.seed(count: 5_000, at: now) { random.seedProduct($0) } } == "full")
    let reader = try fixture.store.makeReader()
    #expect(try reader.integrityFaults() == [])
    #expect(
      try FeedConformance.walk(reader, .latelyProduct, limit: 50).count == 20)
    #expect(try writer.seededProductCount() == 0)
  }

  @Test("a command line of SQL is told of no fault that an operator can mend")
  func faultsWithoutStatements() {
    for (code, number) in [
      (SQLITE_BUSY, 0), (SQLITE_FULL, 0), (SQLITE_READONLY, 0), (SQLITE_CANTOPEN, EACCES),
      (SQLITE_IOERR, EIO), (SQLITE_CORRUPT, 0), (SQLITE_NOTADB, 0), (SQLITE_NOMEM, 0),
    ] {
      let fault = SQLiteFault(
        code: code, systemError: number, message: "a message", path: "/shop/market.db",
        context: "SELECT 1")
      #expect(!fault.storeError.debugDescription.contains("SELECT"), "\(fault.storeError)")
      #expect(fault.storeError.debugDescription.contains("/shop/market.db"))
    }
  }

  @Test("a system call that found no room is a full disk, one that was refused is not permitted")
  func systemErrors() {
    func fault(_ code: Int32, _ number: Int32) -> String {
      kind {
        throw SQLiteFault(
          code: code, systemError: number, message: "", path: "/shop/market.db", context: ""
        ).storeError
      }
    }
    #expect(fault(SQLITE_IOERR, ENOSPC) == "full")
    #expect(fault(SQLITE_CANTOPEN, ENOSPC) == "full")
    #expect(fault(SQLITE_CANTOPEN, EACCES) == "notPermitted")
    #expect(fault(SQLITE_IOERR, EIO) == "inputOutput")
    #expect(fault(778, EFBIG) == "inputOutput", "SQLITE_IOERR_WRITE")
    #expect(fault(3_082, 0) == "unavailable", "SQLITE_IOERR_NOMEM")
    #expect(fault(SQLITE_CANTOPEN, EIO) == "unavailable")
    #expect(fault(SQLITE_CANTOPEN, ENOENT) == "unavailable")
    #expect(fault(SQLITE_READONLY, 0) == "notPermitted")
    #expect(fault(1_032, 0) == "unavailable", "SQLITE_READONLY_DBMOVED")
  }

  @Test("a damaged page is reported, never read as products")
  func corrupt() throws {
    let fixture = try StoreFixture()
    var random = SplitMix64(seed: 2)
    do {
      let writer = try fixture.store.makeWriter()
      try writer.seed(count: 500, at: now) { random.seedProduct($0) }
      try writer.market.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let url = URL(fileURLWithPath: fixture.store.path)
    var bytes = try Data(contentsOf: url)
    for offset in stride(from: 4_096 * 8, to: bytes.count, by: 4_096) {
      bytes.replaceSubrange(offset..<(offset + 64), with: Data(repeating: 0xA5, count: 64))
    }
    try bytes.write(to: url)
    let found = kind {
      let reader = try fixture.store.makeReader()
      _ = try FeedConformance.walk(reader, .latelyProduct, limit: 100)
    }
    #expect(found == "corrupt")
  }

  @Test("a card that is none is reported, and the other products are read")
  func damagedCard() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    var random = SplitMix64(seed: 3)
    try fixture.fill(random.products(5), writer: writer)
    try writer.market.execute("UPDATE recent_cards SET card = x'01ff' WHERE product_id = 2")
    let reader = try fixture.store.makeReader()
    #expect(kind { _ = try reader.product(2) } == "corrupt")
    #expect(try reader.product(1) != nil)
    #expect(try reader.integrityFaults() == ["1 products are not alike in both feeds"])
  }

  @Test("a command that wants the store for itself is refused while a server runs")
  func serveLock() throws {
    let fixture = try StoreFixture()
    let path = fixture.store.path
    do {
      let first = try ServeLock(storeAt: path, .serving)
      let second = try ServeLock(storeAt: path, .serving)
      #expect(kind { _ = try ServeLock(storeAt: path, .exclusive) } == "busy")
      withExtendedLifetime((first, second)) {}
    }
    let exclusive = try ServeLock(storeAt: path, .exclusive)
    #expect(kind { _ = try ServeLock(storeAt: path, .serving) } == "busy")
    withExtendedLifetime(exclusive) {}
  }

  @Test("a lock that is refused closes no descriptor but its own")
  func refusedLock() throws {
    let fixture = try StoreFixture()
    let path = fixture.store.path
    let holder = try ServeLock(storeAt: path, .serving)
    // Beside refusals, what another thread has opened must still be open when it closes it.
    let lost = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      for _ in 0..<20_000 {
        if number == 0 {
          _ = try? ServeLock(storeAt: path, .exclusive)
        } else if close(open("/dev/null", O_RDONLY | O_CLOEXEC)) != 0 {
          lost.withLock { $0 += 1 }
        }
      }
    }
    #expect(lost.withLock { $0 } == 0)
    withExtendedLifetime((fixture, holder)) {}
  }
}
