import Synchronization

/// Takes the answer to one request, from any thread.
///
/// Answering never blocks. The connection may be gone by then; the answer is thrown away, as nobody
/// waits for it. Letting go of a responder without an answer is ``Refusal/unanswered``.
public final class Responder: Sendable {
  private let deliver: @Sendable (Response?) -> Void
  private let isSpent = Atomic(false)

  /// Makes a responder that hands the answer to a closure, as tests of a handler do.
  ///
  /// - Parameter deliver: Is called once, from any thread; with nil when there is no answer.
  public init(_ deliver: @escaping @Sendable (Response?) -> Void) {
    self.deliver = deliver
  }

  deinit { finish(nil) }

  /// Answers; only the first answer counts.
  public func answer(_ response: Response) {
    finish(response)
  }

  private func finish(_ response: Response?) {
    guard !isSpent.exchange(true, ordering: .acquiringAndReleasing) else { return }
    deliver(response)
  }
}
