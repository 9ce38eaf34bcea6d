import Glibc

/// The signals that ask a server to end: TERM, INT from the keyboard, and HUP from a terminal that
/// goes away.
///
/// They are blocked in every thread and waited for in one, so that no code runs inside a handler.
enum EndSignals {
  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    // Linux gives a blocked signal to who waits for it even where it is ignored, as under nohup.
    if !isIgnored(SIGHUP) { sigaddset(&set, SIGHUP) }
    return set
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
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

  /// Lets a further TERM or INT end the process at once.
  ///
  /// Not a HUP: one terminal that goes away sends several, the kernel's and the shell's.
  static func release() {
    var set = set
    sigdelset(&set, SIGHUP)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
