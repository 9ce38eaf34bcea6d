import Glibc
import Synchronization

/// Threads that begin their work together, once all of them are ready, or not at all.
final class Crew: Sendable {
  /// The work of one thread: it prepares itself, calls `ready`, which blocks until everybody is,
  /// and goes on only when that is true.
  typealias Work = @Sendable (_ ready: () -> Bool) throws(ServerError) -> Void

  private struct Muster {
    var prepared = 0
    var ended = 0
    var fault: ServerError?
  }

  private let size: Int
  private let muster = Mutex(Muster())
  private let allPrepared: Wakeup
  private let mayBegin: Wakeup
  private let allEnded: Wakeup

  init(size: Int) throws(ServerError) {
    self.size = size
    allPrepared = try Wakeup()
    mayBegin = try Wakeup()
    allEnded = try Wakeup()
  }

  /// Starts one thread.
  func add(_ work: @escaping Work) {
    let work: @Sendable () -> Void = { [self] in
      var isReported = false
      var fault: ServerError?
      do throws(ServerError) {
        try work {
          isReported = true
          return reportReady()
        }
      } catch {
        fault = error
      }
      if !isReported { report(fault) }
      reportEnd()
    }
    do throws(ServerError) {
      try WorkerThread.detach(work)
    } catch {
      report(error)
      reportEnd()
    }
  }

  /// Lets the threads begin once all are ready; throws the first fault when one is not.
  func begin() throws(ServerError) {
    allPrepared.wait()
    mayBegin.raise()
    if let fault = muster.withLock({ $0.fault }) {
      allEnded.wait()
      throw fault
    }
  }

  /// Gives up a crew to which no thread was added.
  func cancel() {
    allEnded.raise()
  }

  /// Blocks until the work of all threads has ended.
  func waitForEnd() {
    allEnded.wait()
  }

  private func reportReady() -> Bool {
    report(nil)
    mayBegin.wait()
    return muster.withLock { $0.fault == nil }
  }

  private func report(_ fault: ServerError?) {
    let isLast = muster.withLock { muster in
      muster.prepared += 1
      if muster.fault == nil { muster.fault = fault }
      return muster.prepared == size
    }
    if isLast { allPrepared.raise() }
  }

  private func reportEnd() {
    let isLast = muster.withLock { muster in
      muster.ended += 1
      return muster.ended == size
    }
    if isLast { allEnded.raise() }
  }
}
