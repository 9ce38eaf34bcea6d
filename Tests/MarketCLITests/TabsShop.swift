import Foundation
import MarketCatalog
import MarketSQLite
import TestSupport
import Testing

/// A store whose tabs are looked at in a real terminal, and the ways to start them.
struct TabsShop {
  /// Names that terminals find hard.
  static let hardNames = [
    "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "🇰🇷 유니폼", "❤️ 목걸이", "ﾊﾝｶﾞｰ",
  ]
  /// The moment at which the newest product was made.
  static let now = Timestamp(milliseconds: 1_790_000_000_000)

  private let directory: TemporaryDirectory

  /// Makes a store; the first product is the newest, each further one a second older.
  ///
  /// - Parameters:
  ///   - count: How many products.
  ///   - name: The name of the product with a number, from 0; hard ones first by default.
  /// - Throws: When the store cannot be made.
  init(
    count: Int = 160,
    name: (Int) -> String = { $0 < hardNames.count ? hardNames[$0] : "상품 \($0 + 1)" }
  ) throws {
    directory = try TemporaryDirectory()
    _ = try Migrator(storeAt: directory.file("market.db")).migrate(at: Self.now)
    try add((0..<count).map(name))
  }

  /// Adds products, each a second older than the one before it.
  ///
  /// - Parameters:
  ///   - names: Their names.
  ///   - seconds: How much newer than the newest of all the first one is.
  /// - Throws: When they cannot be written.
  func add(_ names: [String], newerBy seconds: Int64 = 0) throws {
    let writer = try SQLiteStore(path: directory.file("market.db")).makeWriter()
    _ = try writer.importProducts(at: Self.now) { put throws(StoreError) in
      for (index, name) in names.enumerated() {
        let draft = ProductDraft(
          name: name, description: "", price: Money(amountMinor: 12_900, currency: .krw),
          originalPrice: nil, stock: 5, category: "outer", vendorName: nil, thumbnail: nil,
          images: [])
        let age = Int64(index) - seconds
        _ = try put(
          ImportedProduct(
            source: ProductSource(name: "test", id: "\(age)"), draft: draft,
            createdAt: Self.now.advanced(byMilliseconds: -age * 1_000)), index + 1)
      }
    }
  }

  /// Lets products be liked once each, so that they come first among the popular ones.
  func like(_ ids: ClosedRange<Int64>) throws {
    let writer = try SQLiteStore(path: directory.file("market.db")).makeWriter()
    let likes = ids.map {
      Event(
        id: EventID(high: 1, low: UInt64($0)), kind: .like, productID: $0, actor: -1,
        occurredAt: Self.now)
    }
    #expect(try writer.record(likes, at: Self.now).accepted == likes.count)
    _ = try writer.applyRecordedEvents(at: Self.now)
  }

  var database: String { "sqlite:" + directory.file("market.db") }

  /// The arguments of `market-cli` for its tabs.
  var arguments: [String] { ["tabs", "--database", database] }

  /// The command that shows the tabs, for a shell.
  var command: String {
    ([RunningProgram.marketCLI.path] + arguments).joined(separator: " ")
  }

  /// A line of the shell that shows the tabs, says how they ended, and stays.
  func line(_ options: String = "") -> String {
    let inner = "echo $$ >\(directory.file("pid")); exec \(command) \(options)"
    return "sh -c '\(inner)'; echo ended=$?; exec cat"
  }

  /// The process that shows the tabs of ``line(_:)``.
  func process() throws -> pid_t {
    let text = try String(contentsOfFile: directory.file("pid"), encoding: .utf8)
    guard let process = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw POSIXError(.ESRCH)
    }
    return process
  }
}

extension TabsShop {
  /// The tabs in a terminal of tmux, once they show products.
  ///
  /// - Parameters:
  ///   - options: More arguments, for the shell.
  ///   - columns: The terminal's columns.
  ///   - rows: The terminal's rows.
  ///   - environment: More variables.
  /// - Returns: The terminal.
  /// - Throws: When tmux fails, or no product shows.
  func session(
    _ options: String = "", columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> TmuxSession {
    let session = try TmuxSession(
      line(options), columns: columns, rows: rows, environment: environment)
    // The tabs notice when their store goes.
    session.keeps = directory
    try session.showWhole { $0.contains { $0.hasSuffix("12,900원") } }
    return session
  }

  /// The tabs in a terminal that records, once a whole frame shows products.
  func recorded(
    _ options: [String] = [], columns: Int = 80, rows: Int = 24,
    environment: [String: String] = ["COLORTERM": "truecolor"]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      [RunningProgram.marketCLI.path] + arguments + options, columns: columns, rows: rows,
      environment: environment)
    terminal.keeps = directory
    guard
      terminal.read(until: {
        terminal.frames.contains { $0.text.contains("12,900원") }
      })
    else {
      throw UnexpectedScreen(lines: [terminal.text.debugDescription])
    }
    return terminal
  }
}

/// A screen that never became as wanted.
struct UnexpectedScreen: Error, CustomStringConvertible {
  let lines: [String]
  var description: String { "the screen stayed:\n" + lines.joined(separator: "\n") }
}

extension TmuxSession {
  /// Polls until the screen is as wanted.
  ///
  /// - Throws: ``UnexpectedScreen`` when that never happens.
  func show(_ isWanted: ([String]) -> Bool) throws {
    if let lines = try wait(for: isWanted) { throw UnexpectedScreen(lines: lines) }
  }

  /// Polls until the screen is as wanted and has been drawn to its end: tmux shows a frame while it
  /// still reads it, and who writes it may be held up on the way.
  ///
  /// - Returns: The screen.
  /// - Throws: ``UnexpectedScreen`` when that never happens.
  @discardableResult
  func showWhole(_ isWanted: ([String]) -> Bool = { _ in true }) throws -> [String] {
    var last: [String] = []
    var since = ContinuousClock.now
    try show { screen in
      if screen != last { (last, since) = (screen, .now) }
      // The last line is what follows the last row's end.
      return since.duration(to: .now) > .milliseconds(50)
        && screen.dropLast().last?.isEmpty == false && isWanted(screen)
    }
    return last
  }
}
