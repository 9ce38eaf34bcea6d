import HTTPServer
public import MarketCatalog
import Synchronization

/// Gathers the writes of many callers into transactions, on a thread of its own.
///
/// What waits while one transaction goes to disk makes the next: the busier the server, the fewer
/// times it waits for the disk for each write. Nobody who submits is ever blocked.
public final class WriteQueue<Call: Sendable, Report: Sendable>: Sendable {
  /// Takes a call's report once its transaction is on disk, or why it is not; on the queue's thread.
  public typealias Completion = @Sendable (Result<Report, StoreError>) -> Void
  /// Does several calls in one transaction, which is on disk when it returns; returns a report for
  /// each, in their order, and throws when nothing was written.
  public typealias Work = ([Call]) throws(StoreError) -> [Report]

  private let line: Line<Call, Report>
  private let thread: WorkerThread

  /// Starts a queue and waits until its store is open.
  ///
  /// - Parameters:
  ///   - waitingLimit: The weight past which no further call is taken.
  ///   - batchLimit: The weight that one transaction should not pass, unless one call does alone.
  ///   - open: Opens the store, in the queue's thread, which it is confined to.
  /// - Throws: What `open` throws; ``StoreError/unavailable(detail:)`` without a thread.
  public init(
    waitingLimit: Int, batchLimit: Int,
    opening open: @escaping @Sendable () throws(StoreError) -> Work
  ) throws(StoreError) {
    let start: Start
    do throws(ServerError) {
      let (line, opening) = (
        try Line<Call, Report>(waitingLimit: waitingLimit, batchLimit: batchLimit), try Start()
      )
      thread = try WorkerThread {
        do throws(StoreError) {
          let work = try open()
          opening.isDone.raise()
          line.run(work)
        } catch {
          opening.fault.withLock { $0 = error }
          opening.isDone.raise()
        }
      }
      self.line = line
      start = opening
    } catch {
      throw .unavailable(detail: "\(error)")
    }
    start.isDone.wait()
    if let fault = start.fault.withLock({ $0 }) { throw fault }
  }

  /// Hands a call over.
  ///
  /// - Parameters:
  ///   - call: What to write.
  ///   - weight: How much of the limits it takes, at least 1.
  ///   - completion: Is called once, unless the call is not taken.
  /// - Returns: False when too much waits already, or the queue is closed: the caller is busy.
  public func submit(
    _ call: Call, weight: Int = 1, _ completion: @escaping Completion
  ) -> Bool {
    line.add(Job(call: call, weight: max(weight, 1), completion: completion))
  }

  /// Takes no more calls, does those that wait, and blocks until they are done.
  public func close() {
    line.close()
    thread.waitForEnd()
  }
}

extension WriteQueue {
  /// Hands a call over, and answers its request once it is on disk, or with why it is not.
  ///
  /// - Parameters:
  ///   - call: What to write.
  ///   - weight: As for ``submit(_:weight:_:)``.
  ///   - context: What the answer needs of the request.
  ///   - busy: What the log is told when too much waits already.
  ///   - response: Makes the answer from the report, on the queue's thread.
  /// - Returns: An answer that comes from the queue's thread.
  func reply(
    to call: Call, weight: Int = 1, in context: RequestContext, whenFull busy: String,
    with response: @escaping @Sendable (Report) -> Response
  ) -> Reply {
    .later { responder in
      let isTaken = self.submit(call, weight: weight) { result in
        switch result {
        case .success(let report): responder.answer(response(report))
        case .failure(let error): responder.answer(context.response(to: Problem(.store(error))))
        }
      }
      if !isTaken {
        responder.answer(context.response(to: Problem(.store(.busy(detail: busy)))))
      }
    }
  }
}

/// How opening a queue went.
private final class Start: Sendable {
  let isDone: Wakeup
  let fault = Mutex<StoreError?>(nil)

  init() throws(ServerError) {
    isDone = try Wakeup()
  }
}

/// A call with what it costs and who waits for it.
private struct Job<Call: Sendable, Report: Sendable>: Sendable {
  var call: Call
  var weight: Int
  var completion: WriteQueue<Call, Report>.Completion
}

/// The calls that wait, and the thread's way with them.
private final class Line<Call: Sendable, Report: Sendable>: Sendable {
  private struct Waiting {
    var jobs: [Job<Call, Report>] = []
    var weight = 0
    var isClosed = false
  }

  private let waiting = Mutex(Waiting())
  private let wakeup: Wakeup
  private let waitingLimit: Int
  private let batchLimit: Int

  init(waitingLimit: Int, batchLimit: Int) throws(ServerError) {
    wakeup = try Wakeup()
    self.waitingLimit = waitingLimit
    self.batchLimit = batchLimit
  }

  func add(_ job: Job<Call, Report>) -> Bool {
    let taken: (isTaken: Bool, isFirst: Bool) = waiting.withLock { waiting in
      guard !waiting.isClosed, waiting.jobs.isEmpty || waiting.weight + job.weight <= waitingLimit
      else { return (false, false) }
      waiting.jobs.append(job)
      waiting.weight += job.weight
      return (true, waiting.jobs.count == 1)
    }
    if taken.isFirst { wakeup.raise() }
    return taken.isTaken
  }

  func close() {
    waiting.withLock { $0.isClosed = true }
    wakeup.raise()
  }

  /// Does calls until the line is closed and empty.
  func run(_ work: WriteQueue<Call, Report>.Work) {
    while true {
      wakeup.wait()
      wakeup.clear()
      while true {
        let (jobs, isClosed) = takeBatch()
        if jobs.isEmpty {
          if isClosed { return }
          break
        }
        perform(jobs[...], work)
      }
    }
  }

  private func takeBatch() -> (jobs: [Job<Call, Report>], isClosed: Bool) {
    waiting.withLock { waiting in
      var (count, weight) = (0, 0)
      for job in waiting.jobs {
        if count > 0 && weight + job.weight > batchLimit { break }
        count += 1
        weight += job.weight
      }
      let batch = Array(waiting.jobs.prefix(count))
      waiting.jobs.removeFirst(count)
      waiting.weight -= weight
      return (batch, waiting.isClosed)
    }
  }

  private func perform(
    _ jobs: ArraySlice<Job<Call, Report>>, _ work: WriteQueue<Call, Report>.Work
  ) {
    do throws(StoreError) {
      let reports = try work(jobs.map(\.call))
      precondition(reports.count == jobs.count, "each call has its report")
      for (job, report) in zip(jobs, reports) { job.completion(.success(report)) }
    } catch {
      switch error {
      case .constraint, .unexpected:
        // One of them may be at fault: the others must not pay for it.
        guard jobs.count > 1 else { return fail(jobs, error) }
        for index in jobs.indices { perform(jobs[index...index], work) }
      case .busy, .unavailable, .notPermitted, .full, .inputOutput, .schemaMismatch, .corrupt,
        .cancelled,
        .cursor, .unknownProducts:
        fail(jobs, error)
      }
    }
  }

  private func fail(_ jobs: ArraySlice<Job<Call, Report>>, _ error: StoreError) {
    for job in jobs { job.completion(.failure(error)) }
  }
}
