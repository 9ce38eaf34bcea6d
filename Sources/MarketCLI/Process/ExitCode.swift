/// How the program ends: 0, 1, and the codes of sysexits.h that scripts may tell apart.
enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  /// A check found a difference.
  case difference = 1
  case usage = 64
  case badData = 65
  /// An input file is missing or cannot be read.
  case noInput = 66
  /// The store, the server or the port is not to be had.
  case unavailable = 69
  /// A fault of this program.
  case internalFault = 70
  case cannotCreate = 73
  case inputOutput = 74
  /// Someone else is at work; the same command may succeed a moment later.
  case busy = 75
  case notAllowed = 77
  case configuration = 78
}
