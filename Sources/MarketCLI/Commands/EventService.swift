import MarketAPI
import MarketCatalog
import MarketSQLite
import Synchronization

/// What a server does with events beside answering: it writes them on one thread and applies them to
/// counts and ranks on another; a third folds the logs of both.
struct EventService {
  /// What the API gives events to.
  let recorder: EventRecorder
  /// What it has done.
  let figures: EventFigures
  private let ticks: PeriodicWork
  private let folding: PeriodicWork
  private let ending: Ending

  /// Whether the server ends, so that ticks that many events wait for do not hold it up.
  private final class Ending: Sendable {
    let hasBegun = Atomic(false)
  }

  /// Milliseconds between two looks at the logs.
  private static let foldInterval: Int64 = 200

  /// Starts the threads; what an earlier server had recorded and not applied is applied at once.
  init(_ settings: Settings, _ store: SQLiteStore, _ log: ServeLog) throws {
    let figures = EventFigures()
    let queue = try EventRecorder.makeQueue(
      clock: SystemClock.now, noting: figures.note(_:)
    ) { () throws(StoreError) in
      try store.makeWriter()
    }
    let ending = Ending()
    self.ending = ending
    self.figures = figures
    do {
      recorder = EventRecorder(
        queue: queue, hasher: ActorHasher(secret: try store.makeReader().secret(.actor)),
        cap: AddressCap(limit: settings.eventAddressLimit), proxies: settings.trustedProxies)
      ticks = try PeriodicWork(every: settings.tickInterval) { () throws(StoreError) in
        let writer = try store.makeWriter()
        return { () throws(StoreError) in
          let applied = try writer.applyRecordedEvents(at: SystemClock.now()) {
            !ending.hasBegun.load(ordering: .relaxed)
          }
          figures.noteTick(applied: applied, waiting: try writer.waitingEventCount())
        }
      } reporting: { error in
        figures.noteFailedTick()
        log.write("events wait to be applied: \(error.debugDescription)")
      }
    } catch {
      queue.close()
      throw error
    }
    do {
      folding = try PeriodicWork(every: Self.foldInterval) { () throws(StoreError) in
        let folder = try store.makeLogFolder()
        return { () throws(StoreError) in try folder.fold() }
      } reporting: { error in
        log.write("logs cannot be folded: \(error.debugDescription)")
      }
    } catch {
      ticks.stop()
      queue.close()
      throw error
    }
  }

  /// Ends the threads: what was taken is recorded, and a tick that has begun is finished; what waits
  /// behind it is applied by the next server.
  func stop() {
    ending.hasBegun.store(true, ordering: .relaxed)
    ticks.stop()
    folding.stop()
    recorder.queue.close()
  }
}

/// The operator's log: one line a fault, on standard error.
struct ServeLog: Sendable {
  let standardError: StandardError

  /// Writes a line behind the present time.
  func write(_ text: String) {
    let line = "\(SystemClock.now().rfc3339) \(text)"
    standardError.writeLine(
      line.split(whereSeparator: \.isNewline).joined(separator: " ").visible)
  }
}
