import Glibc
import MarketCatalog
import MarketJSON
import MarketSQLite

/// Times slices of feeds, as the API reads them, without HTTP, and shows what SQLite counted.
///
/// usage: SliceBench SMALL.db LARGE.db, two stores with products; with `living` and a store, what
/// ``LivingBench`` says, and with `ticks` its last line alone. Prints one line for each figure:
/// name, feed, microseconds for a slice, statements run for a slice, instructions of SQLite's virtual machine
/// for a slice; a benchmark makes the ratios from lines of one run. The last lines are of slices under
/// pairs of filters and of searches in the large store: name, feed, and the microseconds of 99 in 100, of the median
/// and of the slowest.
@main
enum SliceBench {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 2, arguments.first == "living", let path = arguments.last {
      return endingOnFault {
        var bench = try LivingBench(path: path)
        try bench.run()
      }
    }
    if arguments.count == 2, arguments.first == "ticks", let path = arguments.last {
      return endingOnFault {
        var bench = try LivingBench(path: path)
        try bench.largeTicks()
      }
    }
    guard arguments.count == 2, let small = arguments.first, let large = arguments.last else {
      print("usage: SliceBench SMALL.db LARGE.db | SliceBench living|ticks STORE.db")
      exit(64)
    }
    endingOnFault {
      let small = try Store(path: small)
      let large = try Store(path: large)
      for page in Page.allCases {
        let places = [
          ("slice-2", large, [try large.cursor(page, after: 1)]),
          ("slice-5000", large, [try large.cursor(page, after: 4_999)]),
          ("anywhere-small", small, try small.cursors(page)),
          ("anywhere-large", large, try large.cursors(page)),
        ]
        // In turn and several times, so that a noisy moment meets them all; the median counts.
        var times = [[Double]](repeating: [], count: places.count)
        for _ in 0..<9 {
          for (index, (_, store, cursors)) in places.enumerated() {
            times[index].append(try store.time(page, cursors))
          }
        }
        for (index, (name, store, cursors)) in places.enumerated() {
          let cost = try store.cost(page, cursors)
          let median = times[index].sorted()[times[index].count / 2]
          print(name, page.feed.name, median, cost.statements, cost.instructions)
        }
        let cursors = try large.cursors(page)
        let filters = try FilterBench(
          large, cursors: try large.cursors(.latelyProduct), at: .now)
        let filtered = try filters.times(page, cursors)
        print(
          "filter-pairs", page.feed.name, filtered[filtered.count * 99 / 100],
          filtered[filtered.count / 2], filtered[filtered.count - 1])
        let search = try SearchBench(
          large, cursors: try large.cursors(.latelyProduct), at: .now)
        for (name, searches) in search.searches {
          let times = try search.times(page, searches)
          print(
            "search-" + name, page.feed.name, times[times.count * 99 / 100],
            times[times.count / 2], times[times.count - 1])
        }
      }
    }
  }

  private static func endingOnFault(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      print("SliceBench: \((error as? StoreError)?.debugDescription ?? "\(error)")")
      exit(70)
    }
  }
}

/// A store with a reader of its own.
struct Store {
  let reader: SQLiteReader
  /// Slices timed in one go.
  static let slicesPerRound = 4_000

  init(reader: SQLiteReader) { self.reader = reader }

  init(path: String) throws {
    reader = try SQLiteStore(path: path).makeReader()
  }

  /// The cursor behind the given number of slices of 20.
  func cursor(_ page: Page, after slices: Int, at now: Timestamp = .now) throws -> Cursor {
    var rest = slices * FeedQuery.defaultLimit
    var query = FeedQuery(page: page)
    while rest > 0 {
      let limit = min(rest, FeedQuery.limits.upperBound)
      query = FeedQuery(page: page, limit: limit, cursor: query.cursor)
      guard let next = try reader.slice(query, at: now).next else {
        throw StoreError.unexpected(detail: "the feed ends before slice \(slices + 1)")
      }
      query.cursor = next
      rest -= limit
    }
    guard let cursor = query.cursor else {
      throw StoreError.unexpected(detail: "no cursor before the first slice")
    }
    return cursor
  }

  /// Cursors all over a feed, in an order without neighbours.
  func cursors(_ page: Page) throws -> [Cursor] {
    var cursors: [Cursor] = []
    var query = FeedQuery(page: page, limit: FeedQuery.limits.upperBound)
    while let next = try reader.slice(query, at: .now).next {
      cursors.append(next)
      query.cursor = next
    }
    // The last slices are shorter than the others, and would flatter the figure.
    cursors.removeLast()
    var generator = SystemRandomNumberGenerator()
    return cursors.shuffled(using: &generator)
  }

  /// Microseconds for a slice, over a round.
  func time(_ page: Page, _ cursors: [Cursor]) throws -> Double {
    let now = Timestamp.now
    let start = monotonicNanoseconds()
    for round in 0..<Self.slicesPerRound {
      let query = FeedQuery(page: page, cursor: cursors[round % cursors.count])
      var count = 0
      _ = try reader.scan(query, at: now) { _, _ in count += 1 }
      guard count == query.limit else {
        throw StoreError.unexpected(detail: "a slice was short")
      }
    }
    return Double(monotonicNanoseconds() - start) / 1_000 / Double(Self.slicesPerRound)
  }

  /// Statements and instructions for a slice, as SQLite counts them.
  func cost(_ page: Page, _ cursors: [Cursor]) throws -> (statements: Double, instructions: Double)
  {
    func total() -> (Int, Int) {
      // Asking for the version of the data reads no table.
      let counters = reader.statementCounters().filter { !$0.sql.hasPrefix("PRAGMA") }
      return (counters.reduce(0) { $0 + $1.runs }, counters.reduce(0) { $0 + $1.instructions })
    }
    let before = total()
    _ = try time(page, cursors)
    let after = total()
    let slices = Double(Self.slicesPerRound)
    return (Double(after.0 - before.0) / slices, Double(after.1 - before.1) / slices)
  }
}

extension Timestamp {
  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

func monotonicNanoseconds() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

func nanoseconds(of clock: clockid_t) -> UInt64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
