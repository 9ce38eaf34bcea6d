import Foundation
import Migrations
import TestSupport
import Testing

@testable import MarketCLI

/// A process that is killed at any moment leaves the store as it was before, or as it is after.
@Suite struct KilledProcessTests {
  /// Kills a program once it has written so many bytes to the store, or when it is done.
  private func kill(_ program: RunningProgram, in shop: Shop, afterBytes bytes: Int) {
    let start = shop.writtenBytes
    _ = poll { shop.writtenBytes >= start + bytes || !program.process.isRunning }
    program.send(SIGKILL)
    _ = program.result()
  }

  private func expectWell(_ shop: Shop, products: Set<Int>) throws {
    let doctor = try shop.run("doctor")
    #expect(doctor.status == 0, "\(doctor.standardOutput)")
    let count = try shop.exported().count
    #expect(products.contains(count), "\(count) products")
  }

  @Test(arguments: [0, 100_000, 300_000, 1_000_000])
  func seeding(bytes: Int) throws {
    let shop = try Shop()
    let count = 5_000
    kill(try shop.start("seed", "--count", String(count)), in: shop, afterBytes: bytes)
    try expectWell(shop, products: [0, count])
    #expect(try shop.run("seed", "--count", "5").status == 0)
    try expectWell(shop, products: [5, count])
  }

  @Test(arguments: [0, 1, 40_000, 90_000, 150_000, 400_000])
  func seedingANewStore(bytes: Int) throws {
    let directory = try TemporaryDirectory()
    let environment = ["MARKET_DATA": directory.path]
    let program = try RunningProgram(["seed", "--count", "3000"], environment: environment)
    _ = poll {
      let written = ["market.db", "market.db-wal"].reduce(-1) {
        var information = stat()
        return stat(directory.file($1), &information) == 0
          ? max($0, 0) + Int(information.st_size) : $0
      }
      return written >= bytes || !program.process.isRunning
    }
    program.send(SIGKILL)
    _ = program.result()
    let next = try market("seed", "--count", "5", environment: environment)
    #expect(next.status == 0, "\(next.standardError)")
    let count = try market("export", environment: environment).lines.count
    #expect([5, 3_000].contains(count))
    #expect(try market("doctor", environment: environment).status == 0)
  }

  /// Products of another shop, as a file.
  private static let exported = Result { try Shop(seeded: 1_000).run("export").standardOutput }

  @Test(arguments: [0, 50_000, 150_000, 300_000])
  func importing(bytes: Int) throws {
    let shop = try Shop(seeded: 10)
    let file = try shop.directory.write(Self.exported.get().utf8, to: "products.ndjson")
    kill(try shop.start("import", file), in: shop, afterBytes: bytes)
    try expectWell(shop, products: [10, 1_010])
    let whole = try shop.run("import", file)
    #expect(whole.status == 0, "\(whole.standardError)")
    try expectWell(shop, products: [1_010])
  }

  @Test(arguments: [0, 1, 20_000, 60_000])
  func migrating(bytes: Int) throws {
    let directory = try TemporaryDirectory()
    let environment = ["MARKET_DATA": directory.path]
    let program = try RunningProgram(["migrate"], environment: environment)
    let path = directory.file("market.db")
    _ = poll {
      var information = stat()
      let size = stat(path, &information) == 0 ? Int(information.st_size) : -1
      return size >= bytes || !program.process.isRunning
    }
    program.send(SIGKILL)
    _ = program.result()
    #expect(try market("migrate", environment: environment).status == 0)
    #expect(try market("migrate", "verify", environment: environment).status == 0)
    #expect(try market("seed", "--count", "3", environment: environment).status == 0)
  }

  @Test func severalMigratesAtOnceApplyEachOnce() throws {
    for _ in 0..<5 {
      let directory = try TemporaryDirectory()
      let environment = ["MARKET_DATA": directory.path]
      let programs = try (0..<4).map { _ in
        try RunningProgram(["migrate"], environment: environment)
      }
      let results = programs.map { $0.result() }
      for result in results { #expect(result.status == 0, "\(result.standardError)") }
      let applied = results.flatMap(\.lines).sorted()
      #expect(applied == Set(applied).sorted())
      #expect(applied.count == EmbeddedMigrations.market.count + EmbeddedMigrations.events.count)
      #expect(try market("migrate", "verify", environment: environment).status == 0)
    }
  }
}
