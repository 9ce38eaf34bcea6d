import HTTPServer
import Synchronization

/// A number that is counted while others read it.
final class Counter: Sendable {
  private let value = Atomic<Int64>(0)

  /// The number at the moment.
  var present: Int64 { value.load(ordering: .relaxed) }

  /// Adds in the one thread that ever writes: a load and a store, no locked instruction.
  func addAlone(_ number: Int64) {
    value.store(value.load(ordering: .relaxed) &+ number, ordering: .relaxed)
  }

  /// Adds, from any thread.
  func add(_ number: Int64) {
    value.wrappingAdd(number, ordering: .relaxed)
  }

  /// Replaces the number.
  func set(_ number: Int64) {
    value.store(number, ordering: .relaxed)
  }
}

/// How many requests were answered, by route and class of status, and how long some of them took.
final class RequestCounters: Sendable {
  /// The upper bounds of the classes of time, in nanoseconds; what takes longer is in a last one.
  static let bounds: [Int64] = [
    10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
    25_000_000, 50_000_000, 100_000_000, 250_000_000, 1_000_000_000,
  ]
  /// The classes of status: 1xx to 5xx.
  static let classes = 1...5

  private let isShared: Bool
  /// By route, then by class of status.
  private let answers: [Counter]
  /// By route, then by class of time.
  private let durations: [Counter]
  /// The sums of the times by route, in nanoseconds.
  private let sums: [Counter]

  /// Makes counters for every route, and one place for what belongs to none.
  ///
  /// - Parameter isShared: Whether several threads count.
  init(isShared: Bool) {
    self.isShared = isShared
    let routes = Routes().table.count + 1
    answers = (0..<routes * Self.classes.count).map { _ in Counter() }
    durations = (0..<routes * (Self.bounds.count + 1)).map { _ in Counter() }
    sums = (0..<routes).map { _ in Counter() }
  }

  /// Counts an answer.
  func count(_ status: Status, of route: Int) {
    add(1, to: answers[route * Self.classes.count + status.code / 100 - 1])
  }

  /// Counts a time.
  func time(_ nanoseconds: Int64, of route: Int) {
    let place = Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count
    add(1, to: durations[route * (Self.bounds.count + 1) + place])
    add(nanoseconds, to: sums[route])
  }

  private func add(_ number: Int64, to counter: Counter) {
    if isShared { counter.add(number) } else { counter.addAlone(number) }
  }

  /// The answers of a route with a class of status.
  func answers(of route: Int, class statusClass: Int) -> Int64 {
    answers[route * Self.classes.count + statusClass - 1].present
  }

  /// How many requests of a route fell into each class of time, and how long they took together.
  func durations(of route: Int) -> (counts: [Int64], nanoseconds: Int64) {
    let first = route * (Self.bounds.count + 1)
    return (
      durations[first...(first + Self.bounds.count)].map(\.present), sums[route].present
    )
  }
}

/// What one loop counts, in its own thread.
final class LoopCounters: Sendable {
  let requests = RequestCounters(isShared: false)
  /// The first slices that the loop keeps rendered, and the bytes that they hold at most.
  let renderedSlices = Counter()
  let renderedBytes = Counter()
}

/// Counts the requests of one loop; times one in sixteen, since looking at the clock twice would
/// take longer than all the rest.
///
/// A class that each loop has for itself: copies of a structure would count the references of what
/// the loops share, at every request.
final class RequestMeter {
  /// One in how many requests is timed.
  static let sampling = 16

  private let alone: RequestCounters
  private let shared: RequestCounters
  private var untilTimed = RequestMeter.sampling

  init(_ metrics: Metrics, _ loop: LoopCounters) {
    alone = loop.requests
    shared = metrics.answeredLater
  }

  /// Begins with a request; gives the moment when it is one that is timed.
  func begin() -> Int64? {
    untilTimed -= 1
    guard untilTimed == 0 else { return nil }
    untilTimed = Self.sampling
    return MonotonicClock.nanoseconds()
  }

  /// Counts what has become of the request, now or when its answer comes.
  func counting(_ reply: consuming Reply, of route: Int, since start: Int64?) -> Reply {
    switch reply {
    case .now(let response):
      count(response.status, of: route, since: start)
      return reply
    case .stream(let stream):
      alone.count(stream.head.status, of: route)
      return reply
    case .later(let begin):
      let shared = shared
      return .later { responder in
        let start = MonotonicClock.nanoseconds()
        begin(
          Responder { response in
            // Without an answer the engine gives one: 500.
            shared.count(response?.status ?? Status(500), of: route)
            shared.time(MonotonicClock.nanoseconds() - start, of: route)
            if let response { responder.answer(response) }
          })
      }
    }
  }

  /// Counts an answer that is given now.
  func count(_ status: Status, of route: Int, since start: Int64?) {
    alone.count(status, of: route)
    if let start { alone.time(MonotonicClock.nanoseconds() - start, of: route) }
  }

  /// Counts an answer that the engine makes itself.
  func count(_ response: Response, of route: Int) {
    alone.count(response.status, of: route)
  }
}
