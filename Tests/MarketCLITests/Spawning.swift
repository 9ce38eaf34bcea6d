import CSpawn
import Foundation
import Synchronization

/// Starts a program as a shell would, found by the search path.
///
/// The thread of a test blocks most signals, and nohup ignores one: what is started inherits
/// neither, and no descriptor but the first three. One of another test's, such as that by which
/// Foundation learns of an end, would stay open with it.
///
/// - Parameters:
///   - words: The program and its arguments.
///   - environment: Its whole environment; that of the tests when nil.
///   - isSession: Whether it leads a session of its own, whose terminal is the first that it opens.
///   - prepare: Says what becomes of its descriptors.
/// - Returns: The process, which must be waited for, as by ``StartedProcess``.
/// - Throws: `POSIXError` when it cannot be started.
func spawn(
  _ words: [String], environment: [String: String]? = nil, isSession: Bool = false,
  _ prepare: (inout posix_spawn_file_actions_t) -> Void
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  prepare(&actions)
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  var all = sigset_t()
  sigfillset(&all)
  posix_spawnattr_setsigdefault(&attributes, &all)
  // POSIX_SPAWN_SETSID, which Swift does not see.
  let session: Int32 = isSession ? 0x80 : 0
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | session))
  var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  var variables: [UnsafeMutablePointer<CChar>?] =
    (environment ?? ProcessInfo.processInfo.environment).map { strdup("\($0.key)=\($0.value)") }
    + [nil]
  defer { for pointer in pointers + variables { free(pointer) } }
  var process: pid_t = 0
  let code = posix_spawnp(&process, words[0], &actions, &attributes, &pointers, &variables)
  guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT) }
  return process
}

/// A process of ours that is waited for on a thread of its own, so that none lies about unnoticed.
///
/// Signals reach it and never another one: its number is given up under the lock that they take.
final class StartedProcess: Sendable {
  private let process: pid_t
  /// The exit code, or 128 and the signal's number; nil while it runs.
  private let status = Mutex<Int32?>(nil)
  private let end = DispatchGroup()

  /// Begins to wait for a process that nobody else waits for.
  init(_ process: pid_t) {
    self.process = process
    end.enter()
    Thread { [self] in
      awaitEnd()
      end.leave()
    }.start()
  }

  private func awaitEnd() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    status.withLock {
      var code: Int32 = 0
      waitpid(process, &code, 0)
      $0 = code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + (code & 0x7F)
    }
  }

  var isRunning: Bool { status.withLock { $0 == nil } }

  /// Sends a signal, unless it has ended.
  func send(_ signal: Int32) {
    status.withLock { if $0 == nil { kill(process, signal) } }
  }

  /// Waits for the end; gives the exit code, or 128 and the signal's number.
  func result() -> Int32 {
    end.wait()
    return status.withLock { $0 ?? -1 }
  }
}
