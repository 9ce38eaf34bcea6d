import Glibc

/// A thread that does one thing, for as long as that takes.
public final class WorkerThread: Sendable {
  private let ended: Wakeup

  /// Starts a thread.
  ///
  /// - Parameter run: What it does; signals are blocked in it, they belong to the program's own.
  /// - Throws: ``ServerError/systemCallFailed(call:message:)`` when the system gives no thread.
  public init(_ run: @escaping @Sendable () -> Void) throws(ServerError) {
    let ended = try Wakeup()
    self.ended = ended
    try Self.detach {
      run()
      ended.raise()
    }
  }

  /// Blocks until the thread is done; any number of threads may wait.
  public func waitForEnd() {
    ended.wait()
  }

  /// Starts a thread that nobody waits for.
  static func detach(_ run: @escaping @Sendable () -> Void) throws(ServerError) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Start(run))
    let result = pthread_create(&thread, nil, Start.main, box.toOpaque())
    guard result == 0 else {
      box.release()
      throw .systemCallFailed(call: "pthread_create", message: ServerError.systemMessage(result))
    }
    pthread_detach(thread)
  }
}

/// What a thread is started with.
private final class Start: Sendable {
  private let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }

  /// The entry of the thread, which takes over the reference in `argument`.
  static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    argument in
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    if let argument {
      Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
    }
    return nil
  }
}
