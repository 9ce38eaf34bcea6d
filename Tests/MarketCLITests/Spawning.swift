import Foundation

/// Starts a program as a shell would, found by the search path.
///
/// The thread of a test blocks most signals, and nohup ignores one: what is started inherits
/// neither.
///
/// - Parameters:
///   - words: The program and its arguments.
///   - environment: Its whole environment; that of the tests when nil.
///   - isSession: Whether it leads a session of its own, whose terminal is the first that it opens.
///   - prepare: Says what becomes of its descriptors.
/// - Returns: The process, which must be waited for.
/// - Throws: `POSIXError` when it cannot be started.
func spawn(
  _ words: [String], environment: [String: String]? = nil, isSession: Bool = false,
  _ prepare: (inout posix_spawn_file_actions_t) -> Void
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  prepare(&actions)
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
