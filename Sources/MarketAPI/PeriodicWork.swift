public import HTTPServer
public import MarketCatalog

/// Does the same thing again and again on a thread of its own: ticks, looking for changes.
public final class PeriodicWork: Sendable {
  /// What is done each time.
  public typealias Work = () throws(StoreError) -> Void

  private let isStopping: Wakeup
  private let thread: WorkerThread

  /// Starts the thread; the work is done at once, and then at each interval.
  ///
  /// What takes longer than an interval is followed by a tenth of one, so that others get at the
  /// store, too. Work that fails is tried again at the next interval.
  ///
  /// - Parameters:
  ///   - interval: Milliseconds from one beginning to the next, at least 1.
  ///   - open: Prepares the work in its thread, again each time until it does not throw.
  ///   - report: Takes a failure, on the thread; the same one again and again is told once.
  /// - Throws: ``ServerError`` when the system gives no thread.
  public init(
    every interval: Int64, opening open: @escaping @Sendable () throws(StoreError) -> Work,
    reporting report: @escaping @Sendable (StoreError) -> Void
  ) throws(ServerError) {
    let isStopping = try Wakeup()
    self.isStopping = isStopping
    thread = try WorkerThread {
      var work: Work?
      var lastFault: StoreError?
      var begun = MonotonicClock.now()
      repeat {
        begun = MonotonicClock.now()
        do throws(StoreError) {
          let present: Work
          if let work { present = work } else { present = try open() }
          work = present
          try present()
          lastFault = nil
        } catch {
          if error != lastFault { report(error) }
          lastFault = error
        }
      } while !Self.pause(
        until: max(begun + interval, MonotonicClock.now() + interval / 10), isStopping)
    }
  }

  /// Waits for a moment; true when the work is to stop.
  private static func pause(until end: Int64, _ isStopping: Wakeup) -> Bool {
    while true {
      let rest = end - MonotonicClock.now()
      if isStopping.wait(atMost: Int32(clamping: max(rest, 0))) { return true }
      if rest <= 0 { return false }
    }
  }

  /// Lets what is being done end, and blocks until then; any number of times.
  public func stop() {
    isStopping.raise()
    thread.waitForEnd()
  }
}
