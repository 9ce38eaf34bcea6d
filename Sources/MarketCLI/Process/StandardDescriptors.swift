import Glibc

/// Makes the three standard descriptors safe to use.
enum StandardDescriptors {
  /// Called once, before anything opens a file.
  ///
  /// A closed standard descriptor would be given to the next file that is opened, perhaps the store,
  /// which an error line would then overwrite: each is filled with `/dev/null`. A closed pipe and a file
  /// that has reached its limit (`ulimit -f`) are errors of `write`, not signals.
  static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free descriptor is the one that is missing. Standard output is opened for reading
      // only, so that results which nobody can get are reported as lost.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
