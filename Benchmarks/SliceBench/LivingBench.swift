import Glibc
import HTTPServer
import MarketAPI
import MarketCatalog
import MarketSQLite
import Visitors

/// Times a store in which popularity moves: slices at generations of several ages in steady state at
/// a thousand events a second, and ticks of 20,000 events.
///
/// Time is passed in: a second goes by with each tick, and the next tick begins at once. What a
/// quarter of an hour leaves behind is there after 900 ticks, in as many milliseconds as they take.
///
/// Prints a line for each figure: `living-slice`, the slice, the age of its generation in seconds, and
/// microseconds of the processor for the API's answer without its way through sockets and for the scan
/// in it; `living-tick`, the events of a tick, the milliseconds that half and 99 in 100 took, and
/// those of the processor that half took.
struct LivingBench {
  private static let eventsPerTick = 1_000
  /// The ticks before anything is timed: as many seconds as a superseded place is kept.
  private static let ticksBefore = 1_150
  /// Seconds that a generation is old when its slices are timed, oldest first.
  ///
  /// A cursor lives for 15 minutes at least; the last seconds are left for the walks to slice 5,000.
  private static let ages = [890, 300, 0]
  private static let rounds = 15
  private static let slicesPerRound = 400

  private let store: SQLiteStore
  private let reader: SQLiteReader
  private let writer: SQLiteWriter
  private var visitors: Visitors
  private var now = Timestamp.now

  init(path: String) throws {
    store = try SQLiteStore(path: path)
    reader = try store.makeReader()
    writer = try store.makeWriter()
    visitors = Visitors(products: try reader.count(.all) ?? 0, ids: .time)
  }

  mutating func run() throws {
    _ = try writer.applyRecordedEvents(at: now)
    for _ in 0..<Self.ticksBefore { try tick(of: Self.eventsPerTick) }
    try slices()
    try largeTicks()
  }

  /// Times ticks of 20,000 events.
  mutating func largeTicks() throws {
    let ticks = try (0..<60).map { _ in try tick(of: 20_000) }
    let times = ticks.map(\.elapsed).sorted()
    let processorTimes = ticks.map(\.processor).sorted()
    print(
      "living-tick", 20_000, times[times.count / 2], times[times.count * 99 / 100],
      processorTimes[times.count / 2])
  }

  private mutating func slices() throws {
    var places: [(name: String, age: Int, cursor: Cursor, next: String)] = []
    let api = try APICaller(store, at: now)
    for (age, nextAge) in zip(Self.ages, Self.ages.dropFirst() + [0]) {
      let now = now
      func cursor(after slices: Int) throws -> Cursor {
        try Store(reader: reader).cursor(.popularProduct, after: slices, at: now)
      }
      api.now = now
      for (name, slices) in [("slice-2", 1), ("slice-5000", 4_999)] {
        places.append(
          (name, age, try cursor(after: slices), try api.next(.popularProduct, after: slices)))
      }
      for _ in 0..<(age - nextAge) { try tick(of: Self.eventsPerTick) }
    }
    api.now = now
    // In turn and several times, so that a noisy moment meets them all; the median counts.
    var answers = [[Double]](repeating: [], count: places.count)
    var scans = answers
    for _ in 0..<Self.rounds {
      for (index, place) in places.enumerated() {
        answers[index].append(try time { try api.get(place.next) })
        scans[index].append(try time { try scan(from: place.cursor) })
      }
    }
    for (index, place) in places.enumerated() {
      print(
        "living-slice", place.name, place.age, answers[index].sorted()[Self.rounds / 2],
        scans[index].sorted()[Self.rounds / 2])
    }
  }

  private func scan(from cursor: Cursor) throws {
    let query = FeedQuery(page: .popularProduct, cursor: cursor)
    var count = 0
    _ = try reader.scan(query, at: now) { _, _ in count += 1 }
    guard count == query.limit else { throw StoreError.unexpected(detail: "a slice was short") }
  }

  /// Microseconds of the processor for what is done: what else the machine does is no matter then.
  private func time(_ work: () throws -> Void) throws -> Double {
    let start = nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID)
    for _ in 0..<Self.slicesPerRound { try work() }
    return Double(nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) - start) / 1_000
      / Double(Self.slicesPerRound)
  }

  /// Records events, lets a second go by and applies them; returns the milliseconds of applying, and
  /// those of the processor.
  @discardableResult
  private mutating func tick(of count: Int) throws -> (elapsed: Double, processor: Double) {
    let calls = (0..<(count / 100)).map { _ in (0..<100).map { _ in event() } }
    _ = try writer.record(calls: calls, at: now)
    now = now.advanced(byMilliseconds: 1_000)
    let start = (monotonicNanoseconds(), nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID))
    // As a server does it, one tick a second.
    _ = try writer.applyRecordedEvents(at: now) { true }
    let end = (monotonicNanoseconds(), nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID))
    return (Double(end.0 - start.0) / 1_000_000, Double(end.1 - start.1) / 1_000_000)
  }

  private mutating func event() -> Event {
    let event = visitors.next(at: now.milliseconds)
    return Event(
      id: EventID(high: event.idHigh, low: event.idLow), kind: event.isLike ? .like : .view,
      productID: event.productID,
      // Spread as a hash is, and below 0 as those of visitors are.
      actor: event.visitor &* -0x61c8_8646_80b5_83eb | .min, occurredAt: now)
  }
}
