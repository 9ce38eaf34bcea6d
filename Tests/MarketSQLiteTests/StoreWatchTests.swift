import Foundation
import MarketCatalog
import MarketSQLite
import TestSupport
import Testing

/// Writes and removals that another connection or program makes.
@Suite struct StoreWatchTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("market.db")
    _ = try Migrator(storeAt: path).migrate(at: Timestamp(milliseconds: 0))
  }

  /// A pipe that a watch waits for as well, so that no test waits for ever.
  private final class End: Sendable {
    let read: Int32
    private let write: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (read, write) = (ends[0], ends[1])
    }

    deinit {
      close(read)
      close(write)
    }

    func come() { _ = Glibc.write(write, "x", 1) }
  }

  /// What a watch sees after something was done; that it sees nothing for twenty seconds is an error.
  private func sight(
    at path: String, after change: () throws -> Void
  ) throws -> StoreWatch.Sight {
    let end = try End()
    let watch = StoreWatch(storeAt: path)
    try change()
    // The timer keeps the pipe: it may be about to write when it is cancelled.
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + 20)
    timer.setEventHandler { end.come() }
    timer.resume()
    defer { timer.cancel() }
    return watch.next(until: end.read)
  }

  @Test func aWriteOfAnotherConnectionIsSeen() throws {
    // Open before, so that only the log is written.
    let writer = try SQLiteStore(path: path).makeWriter()
    #expect(try sight(at: path) { _ = try writer.addVendor(named: "바다", at: .zero) } == .written)
  }

  @Test func aWriteBehindALinkIsSeen() throws {
    let other = try TemporaryDirectory()
    let link = other.file("link.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let writer = try SQLiteStore(path: path).makeWriter()
    #expect(try sight(at: link) { _ = try writer.addVendor(named: "바다", at: .zero) } != .ended)
  }

  @Test func aFileThatGoesIsSeen() throws {
    let sight = try sight(at: path) { try FileManager.default.removeItem(atPath: path) }
    #expect(sight == .lost(path: path))
  }

  @Test func aFileThatTakesTheStoresPlaceIsSeen() throws {
    let copy = directory.file("copy.db")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(try sight(at: path) { try #require(rename(copy, path) == 0) } == .lost(path: path))
  }

  @Test func nothingIsSeenWhereNothingHappens() throws {
    let end = try End()
    let watch = StoreWatch(storeAt: path)
    // Reading is nothing, too.
    let reader = try SQLiteStore(path: path).makeReader()
    _ = try reader.slice(FeedQuery(page: .popularProduct), at: .zero)
    end.come()
    let sight = watch.next(until: end.read)
    withExtendedLifetime(end) { #expect(sight == .ended) }
  }
}

extension Timestamp {
  fileprivate static let zero = Timestamp(milliseconds: 0)
}
