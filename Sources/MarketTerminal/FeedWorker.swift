import CTerminal
import Glibc
import MarketCatalog
import MarketViewModel
import Synchronization

/// Reads slices and products on a thread of its own and hands the answers back through a pipe.
///
/// The reader of a store is confined to one thread: it is made, used and let go there.
final class FeedWorker: Sendable {
  /// The byte that announces answers at the pipe.
  static let wakeReason = UInt8(ascii: "M")

  private enum Request {
    case slice(FeedRequest)
    case product(Int64)
    /// Make the reader anew.
    case reopening
  }

  private struct Queues {
    var requests: [Request] = []
    var answers: [TabsMessage] = []
    var isStopped = false
  }

  private let queues = Mutex(Queues())
  private let fault = Mutex<(any Error)?>(nil)
  /// Wakes the worker.
  private let requestPipe: WakePipe
  /// Wakes the thread that draws.
  private let wakePipe: WakePipe
  private let now: @Sendable () -> Timestamp
  private let makeFeed: @Sendable () throws -> any FeedReading & ProductReading

  init(
    now: @escaping @Sendable () -> Timestamp, wakePipe: WakePipe,
    makeFeed: @escaping @Sendable () throws -> any FeedReading & ProductReading
  ) throws(TerminalError) {
    requestPipe = try WakePipe(readsBlock: true)
    self.wakePipe = wakePipe
    self.now = now
    self.makeFeed = makeFeed
  }

  /// Starts the thread, and waits a while until the reader is made.
  ///
  /// Making it may take long, as when a server does not answer: then it goes on while the view
  /// already shows itself, and ``failure`` says later what came of it.
  ///
  /// - Throws: What making the reader threw, when it did so within 150 ms.
  func start() throws {
    let started = try WakePipe(readsBlock: true)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Start(worker: self, started: started))
    let code = pthread_create(&thread, nil, runWorker, context.toOpaque())
    guard code == 0 else {
      context.release()
      throw TerminalError.system(code: code)
    }
    pthread_detach(thread)
    var descriptors = [pollfd(fd: started.readEnd, events: Int16(POLLIN), revents: 0)]
    _ = cterminal_wait(&descriptors, 1, Waiting.patience)
    if let failure { throw failure }
  }

  /// Why there is no reader; nil while there is one or it is still being made.
  var failure: (any Error)? { fault.withLock { $0 } }

  /// Asks for a slice.
  func load(_ request: FeedRequest) {
    ask(.slice(request))
  }

  /// Asks for a product; one that was asked for before and has not begun is not wanted any more.
  func read(_ id: Int64) {
    queues.withLock { queues in
      queues.requests.removeAll { request in
        if case .product = request { true } else { false }
      }
    }
    ask(.product(id))
  }

  /// Asks for a new reader; the old one stays until there is one.
  func reopen() {
    ask(.reopening)
  }

  /// Adds a message to the answers; from any thread.
  func post(_ message: TabsMessage) {
    queues.withLock { $0.answers.append(message) }
    wakePipe.wake(Self.wakeReason)
  }

  private func ask(_ request: Request) {
    queues.withLock { $0.requests.append(request) }
    requestPipe.wake(0)
  }

  /// Takes a request for a slice back when it has not begun.
  func cancel(_ id: FeedRequest.ID) {
    queues.withLock { queues in
      queues.requests.removeAll { request in
        if case .slice(let request) = request { request.id == id } else { false }
      }
    }
  }

  /// Takes the answers that have come.
  func takeAnswers() -> [TabsMessage] {
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

    init(worker: FeedWorker, started: WakePipe) {
      self.worker = worker
      self.started = started
    }
  }

  fileprivate func run(_ start: Start) {
    var feed: any FeedReading & ProductReading
    do {
      feed = try makeFeed()
    } catch {
      fault.withLock { $0 = error }
      start.started.wake(0)
      wakePipe.wake(Self.wakeReason)
      return
    }
    start.started.wake(0)
    while !queues.withLock({ $0.isStopped }) {
      while let request = nextRequest() {
        post(answer(request, from: &feed))
      }
      _ = requestPipe.read()
    }
  }

  private func nextRequest() -> Request? {
    queues.withLock { queues in
      queues.isStopped || queues.requests.isEmpty ? nil : queues.requests.removeFirst()
    }
  }

  private func answer(
    _ request: Request, from feed: inout any FeedReading & ProductReading
  ) -> TabsMessage {
    switch request {
    case .slice(let request):
      do throws(StoreError) {
        return .answer(.loaded(request.id, try feed.slice(request.query, at: now())))
      } catch {
        return .answer(.failed(request.id, error))
      }
    case .product(let id):
      do throws(StoreError) {
        return .product(id, try feed.product(id))
      } catch {
        return .productFailed(id, error)
      }
    case .reopening:
      do {
        feed = try makeFeed()
        return .reopened
      } catch {
        // Whatever the reason: what was removed is still not there.
        return .news(.lost)
      }
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
