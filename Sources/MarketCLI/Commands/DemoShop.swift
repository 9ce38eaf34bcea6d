import Glibc
import MarketCatalog
import MarketData
import MarketSQLite

/// A small shop for someone who has no store yet: nobody must set anything up to see the tabs.
struct DemoShop {
  /// The store; it is gone when the reader that was made of it is.
  let store: SQLiteStore
  private let folder: String

  /// How many products the shop has.
  private static let count = 200

  /// Makes a shop in a temporary folder.
  ///
  /// - Parameter context: Gives the clock and the folder for temporary files.
  /// - Throws: ``Failure`` with ``ExitCode/cannotCreate``; `StoreError`.
  init(_ context: Context) throws {
    var template = Array(
      ((context.environment["TMPDIR"] ?? "/tmp") + "/market-demo-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(
        .cannotCreate, "cannot make a folder for the demo shop: \(describe(errorNumber: errno))",
        advice: "set TMPDIR, or make a store with: market-cli seed")
    }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    do {
      let path = folder + "/demo.db"
      _ = try Migrator(storeAt: path).migrate(at: context.now)
      store = try SQLiteStore(path: path)
      let shop = SeedShop(count: Self.count, randomSeed: 1, asOf: context.now)
      try store.makeWriter().seed(count: shop.count, at: context.now) { shop.product(at: $0) }
    } catch {
      Self.remove(folder)
      throw error
    }
  }

  /// A reader of the shop, whose files have no name any more and go when the reader goes.
  func makeOnlyReader() throws(StoreError) -> SQLiteReader {
    defer { Self.remove(folder) }
    let reader = try store.makeReader()
    // Opens every file that the reader will need.
    _ = try reader.version()
    return reader
  }

  private static func remove(_ folder: String) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { unlink(folder + "/" + name) }
    }
    rmdir(folder)
  }
}
