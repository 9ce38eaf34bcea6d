import Glibc

/// How many files and connections the process may have open.
enum DescriptorLimit {
  /// Raises the limit to what the system allows this process, at most about a million.
  ///
  /// The soft limit is often 1,024 for the sake of programs that use `select`; this one does not.
  ///
  /// - Returns: The limit that holds now.
  static func raise() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    var raised = limit
    raised.rlim_cur = min(limit.rlim_max, 1_048_576)
    if raised.rlim_cur > limit.rlim_cur,
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0
    {
      return Int(raised.rlim_cur)
    }
    return Int(min(limit.rlim_cur, 1_048_576))
  }
}
