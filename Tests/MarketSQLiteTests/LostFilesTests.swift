import Foundation
import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

/// Files that are removed or replaced under a running server.
@Suite struct LostFilesTests {
  @Test("nothing is acknowledged that went into a removed file", arguments: ["", "-events"])
  func removed(ending: String) throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    var random = SplitMix64(seed: 3)
    try writer.seed(count: 5, at: StoreFixture.now) { random.seedProduct($0) }
    func event() -> Event { random.event(.view, product: 1, actor: 7, at: StoreFixture.now) }
    #expect(try writer.record([event()], at: StoreFixture.now).accepted == 1)

    let path = fixture.store.path + ending
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    for isReplaced in [false, true] {
      if isReplaced { try Data().write(to: URL(fileURLWithPath: path)) }
      #expect {
        try writer.record([event()], at: StoreFixture.now)
      } throws: {
        isLoss($0, of: path)
      }
      #expect {
        try writer.setListed(false, of: [1], at: StoreFixture.now)
      } throws: {
        isLoss($0, of: path)
      }
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
    #expect(try writer.record([event()], at: StoreFixture.now).accepted == 1, "it is back")
  }

  private func isLoss(_ error: any Error, of path: String) -> Bool {
    error as? StoreError
      == .unavailable(detail: path + " was removed or replaced since it was opened")
  }
}
