import MarketAPI
import MarketCatalog
import Synchronization

/// What a server has done with events, for `/metrics`.
final class EventFigures: Sendable {
  private let accepted = Atomic<Int>(0)
  private let duplicate = Atomic<Int>(0)
  private let applied = Atomic<Int>(0)
  private let waiting = Atomic<Int>(0)
  private let ticks = Atomic<Int>(0)
  private let failedTicks = Atomic<Int>(0)

  /// Notes what was recorded.
  func note(_ reports: [EventReport]) {
    accepted.add(reports.reduce(0) { $0 + $1.accepted }, ordering: .relaxed)
    duplicate.add(reports.reduce(0) { $0 + $1.duplicate }, ordering: .relaxed)
  }

  /// Notes a tick, and what had come by its end.
  func noteTick(applied count: Int, waiting rest: Int) {
    ticks.add(1, ordering: .relaxed)
    applied.add(count, ordering: .relaxed)
    waiting.store(rest, ordering: .relaxed)
  }

  /// Notes a tick that is to be tried again.
  func noteFailedTick() {
    failedTicks.add(1, ordering: .relaxed)
  }

  /// The figures by their names.
  var all: [MetricName: Double] {
    [
      .eventsAccepted: Double(accepted.load(ordering: .relaxed)),
      .eventsDuplicate: Double(duplicate.load(ordering: .relaxed)),
      .eventsApplied: Double(applied.load(ordering: .relaxed)),
      .eventsWaiting: Double(waiting.load(ordering: .relaxed)),
      .ticks: Double(ticks.load(ordering: .relaxed)),
      .failedTicks: Double(failedTicks.load(ordering: .relaxed)),
    ]
  }
}
