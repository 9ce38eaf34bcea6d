import Glibc

/// Why a server could not start.
public enum ServerError: Error {
  /// Something else listens there already.
  case addressInUse(ListenAddress)
  /// This user may not listen there: a port below 1024, or a folder that is closed to it.
  case addressNotPermitted(ListenAddress)
  /// The address is not one of this machine, is malformed, or is a path that cannot hold a socket;
  /// the reason is in plain words.
  case addressNotUsable(ListenAddress, reason: String)
  /// A socket that nobody listens on lies at the path and could not be removed.
  case staleSocket(ListenAddress)
  /// Making a loop's handler failed, with this error.
  case handlerNotMade(any Error)
  /// A call of the system failed; the message is the system's.
  case systemCallFailed(call: String, message: String)
  /// The server was started before; a server starts once.
  case alreadyStarted

  /// Makes the error of a call that has just failed, from `errno`.
  static func failed(_ call: String) -> ServerError {
    .systemCallFailed(call: call, message: systemMessage(errno))
  }

  /// The system's words for an error number.
  static func systemMessage(_ code: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &text, text.count) == 0 else { return "error \(code)" }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ServerError: CustomStringConvertible {
  /// One sentence without a period, which names the address.
  public var description: String {
    switch self {
    case .addressInUse(let address):
      "cannot listen on \(address): the address is in use by another program"
    case .addressNotPermitted(let address):
      "cannot listen on \(address): permission denied"
    case .addressNotUsable(let address, let reason):
      "cannot listen on \(address): \(reason)"
    case .staleSocket(let address):
      "cannot listen on \(address): an abandoned socket lies there and cannot be removed"
    case .handlerNotMade(let error):
      "cannot start a server loop: \(error)"
    case .systemCallFailed(let call, let message):
      "cannot start the server: \(call): \(message)"
    case .alreadyStarted:
      "the server was started before"
    }
  }
}
