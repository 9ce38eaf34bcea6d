import CEpoll
import Glibc

/// A counter through which threads wake each other (eventfd(2)).
public final class Wakeup: Sendable {
  /// Readable, for epoll and poll, while the counter is not zero.
  let descriptor: Int32

  /// Makes a counter that is zero.
  public init() throws(ServerError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .failed("eventfd") }
  }

  deinit { close(descriptor) }

  /// Adds one to the counter; any thread.
  public func raise() {
    // Fails only when the counter is full, and then it is not zero.
    _ = eventfd_write(descriptor, 1)
  }

  /// Sets the counter to zero.
  public func clear() {
    var count: eventfd_t = 0
    _ = eventfd_read(descriptor, &count)
  }

  /// Blocks until the counter is not zero, and leaves it so: any number of threads may wait.
  public func wait() {
    while !wait(atMost: -1) {}
  }

  /// Blocks until the counter is not zero, and leaves it so, or for so many milliseconds.
  ///
  /// - Parameter milliseconds: How long to wait at most; below 0 for ever. A signal may end the wait
  ///   early.
  /// - Returns: Whether the counter is not zero.
  public func wait(atMost milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }
}
