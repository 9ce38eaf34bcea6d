import CTerminal
import Glibc
import MarketCatalog
import MarketViewModel
import Synchronization

/// Reads slices on a thread of its own and hands the answers back through a pipe.
///
/// The reader of a store is confined to one thread: it is made, used and let go there.
final class FeedWorker: Sendable {
  /// The byte that announces answers at the pipe.
  static let wakeReason = UInt8(ascii: "M")

  private struct Queues {
    var requests: [FeedRequest] = []
    var answers: [FeedMessage] = []
    var isStopped = false
  }

  private let queues = Mutex(Queues())
  /// Wakes the worker.
  private let requestPipe: WakePipe
  /// Wakes the thread that draws.
  private let wakePipe: WakePipe
  private let now: @Sendable () -> Timestamp
  private let makeFeed: @Sendable () throws -> any FeedReading

  init(
    now: @escaping @Sendable () -> Timestamp, wakePipe: WakePipe,
    makeFeed: @escaping @Sendable () throws -> any FeedReading
  ) throws(TerminalError) {
    requestPipe = try WakePipe(readsBlock: true)
    self.wakePipe = wakePipe
    self.now = now
    self.makeFeed = makeFeed
  }

  /// Starts the thread and waits until the reader is made; throws what making it threw.
  func start() throws {
    let start = Start(worker: self, started: try WakePipe(readsBlock: true))
    var thread = pthread_t()
    let context = Unmanaged.passRetained(start)
    let code = pthread_create(&thread, nil, runWorker, context.toOpaque())
    guard code == 0 else {
      context.release()
      throw TerminalError.system(code: code)
    }
    pthread_detach(thread)
    _ = start.started.read()
    if let error = start.error.withLock({ $0 }) { throw error }
  }

  /// Asks for a slice.
  func load(_ request: FeedRequest) {
    queues.withLock { $0.requests.append(request) }
    requestPipe.wake(0)
  }

  /// Takes a request back when it has not begun.
  func cancel(_ id: FeedRequest.ID) {
    queues.withLock { $0.requests.removeAll { $0.id == id } }
  }

  /// Takes the answers that have come.
  func takeAnswers() -> [FeedMessage] {
    queues.withLock { queues in
      defer { queues.answers = [] }
      return queues.answers
    }
  }

  /// Lets the thread end after what it is doing; does not wait for it, as a server may be slow.
  func stop() {
    queues.withLock { $0.isStopped = true }
    requestPipe.wake(0)
  }

  // MARK: On the worker's thread

  /// What the new thread is given, and where it says how the start went.
  fileprivate final class Start: Sendable {
    let worker: FeedWorker
    let started: WakePipe
    let error = Mutex<(any Error)?>(nil)

    init(worker: FeedWorker, started: WakePipe) {
      self.worker = worker
      self.started = started
    }
  }

  fileprivate func run(_ start: Start) {
    let feed: any FeedReading
    do {
      feed = try makeFeed()
    } catch {
      start.error.withLock { $0 = error }
      start.started.wake(0)
      return
    }
    start.started.wake(0)
    while !queues.withLock({ $0.isStopped }) {
      while let request = nextRequest() {
        let answer = answer(request, from: feed)
        queues.withLock { $0.answers.append(answer) }
        wakePipe.wake(Self.wakeReason)
      }
      _ = requestPipe.read()
    }
  }

  private func nextRequest() -> FeedRequest? {
    queues.withLock { queues in
      queues.isStopped || queues.requests.isEmpty ? nil : queues.requests.removeFirst()
    }
  }

  private func answer(_ request: FeedRequest, from feed: any FeedReading) -> FeedMessage {
    do throws(StoreError) {
      return .loaded(request.id, try feed.slice(request.query, at: now()))
    } catch {
      return .failed(request.id, error)
    }
  }
}

private func runWorker(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  cterminal_prepare_worker()
  let start = Unmanaged<FeedWorker.Start>.fromOpaque(context).takeRetainedValue()
  start.worker.run(start)
  return nil
}
