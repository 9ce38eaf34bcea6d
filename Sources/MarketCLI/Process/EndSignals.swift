import Glibc

/// The signals that ask a server to end: TERM, and INT from the keyboard.
///
/// They are blocked in every thread and waited for in one, so that no code runs inside a handler.
enum EndSignals {
  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    return set
  }

  /// Blocks the signals for this thread and every thread that it starts from now on.
  static func block() {
    var set = set
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for one of the signals, at most for a time; tells whether one came.
  static func wait(milliseconds: Int) -> Bool {
    var set = set
    var time = timespec(
      tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
    return sigtimedwait(&set, nil, &time) > 0
  }

  /// Lets a further signal end the process at once.
  static func release() {
    var set = set
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
