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
    let member = Member { [self] in
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
    var thread = pthread_t()
    let box = Unmanaged.passRetained(member)
    let result = pthread_create(&thread, nil, Member.main, box.toOpaque())
    if result == 0 {
      pthread_detach(thread)
    } else {
      box.release()
      report(
        .systemCallFailed(call: "pthread_create", message: ServerError.systemMessage(result)))
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

/// What a thread is started with.
private final class Member: Sendable {
  private let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }

  /// The entry of the thread, which takes over the reference in `argument`.
  static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    argument in
    // Signals belong to the program's own threads.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    if let argument {
      Unmanaged<Member>.fromOpaque(argument).takeRetainedValue().run()
    }
    return nil
  }
}
