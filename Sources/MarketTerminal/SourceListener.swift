import CTerminal
import Glibc

/// Listens to a source on a thread of its own, as that blocks until there is news.
final class SourceListener: Sendable {
  private let listen: @Sendable (NewsDesk) -> Void
  private let endPipe: WakePipe
  private let desk: NewsDesk

  /// Starts the thread.
  init(
    worker: FeedWorker, _ listen: @escaping @Sendable (NewsDesk) -> Void
  ) throws(TerminalError) {
    let endPipe = try WakePipe()
    self.listen = listen
    self.endPipe = endPipe
    desk = NewsDesk(endDescriptor: endPipe.readEnd) { worker.post(.news($0)) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let code = pthread_create(&thread, nil, runListener, context.toOpaque())
    guard code == 0 else {
      context.release()
      throw .system(code: code)
    }
    pthread_detach(thread)
  }

  /// Lets the thread end as soon as it can; does not wait for it.
  func stop() {
    // Never read, so that it stays to be seen.
    endPipe.wake(0)
  }

  fileprivate func run() { listen(desk) }
}

private func runListener(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  cterminal_prepare_worker()
  Unmanaged<SourceListener>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
