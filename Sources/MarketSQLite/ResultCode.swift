import CSQLite
import Glibc
import MarketCatalog

/// A result code of SQLite with what was being done, on its way to a ``StoreError``.
///
/// Only codes decide; the message is for the log (sqlite.org/rescode.html).
struct SQLiteFault {
  /// The extended result code.
  var code: Int32
  /// The number of the system call's error behind it, or 0.
  var systemError: Int32
  /// SQLite's own message.
  var message: String
  /// The file's path.
  var path: String
  /// The statement's text, without bound values, or what was attempted.
  var context: String

  /// The fault as the market's callers know it; the statement is told where this program, or who
  /// changed the file, must have made a mistake.
  var storeError: StoreError {
    let told = message + " (SQLite " + String(code) + ")"
    let detail = told + ": " + path
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return .busy(detail: detail)
    case SQLITE_FULL:
      return .full(detail: "no room for " + path)
    case SQLITE_READONLY where code == Self.moved:
      return .unavailable(detail: path + " is not the file that was opened")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      return .notPermitted(detail: notWritable)
    case SQLITE_CANTOPEN, SQLITE_IOERR:
      switch systemError {
      case ENOSPC, EDQUOT: return .full(detail: "no room for " + path)
      case EACCES, EPERM, EROFS:
        let isReadable = access(path, R_OK) == 0
        return .notPermitted(detail: isReadable ? notWritable : path + " is not readable for you")
      case EISDIR:
        return .unavailable(
          detail: path + " is a folder; name a file in it: --database sqlite:" + path
            + "/market.db")
      default:
        let isReadingOrWriting = code & 0xFF == SQLITE_IOERR && code != Self.noMemory
        return isReadingOrWriting ? .inputOutput(detail: detail) : .unavailable(detail: detail)
      }
    case SQLITE_NOMEM, SQLITE_NOLFS, SQLITE_PROTOCOL:
      return .unavailable(detail: detail)
    case SQLITE_NOTADB:
      return .corrupt(
        detail: path + " is no SQLite database, or its beginning is damaged; "
          + "restore a copy, or name another file with --database")
    case SQLITE_CORRUPT, SQLITE_FORMAT:
      return .corrupt(detail: detail)
    case SQLITE_CONSTRAINT:
      return .constraint(detail: told + " in: " + context)
    case SQLITE_SCHEMA:
      return .schemaMismatch(detail: told + " in: " + context)
    case SQLITE_INTERRUPT:
      return .cancelled
    default:
      return .unexpected(detail: told + " in: " + context)
    }
  }

  /// `SQLITE_READONLY_DBMOVED`, a macro that Swift does not see: the path leads elsewhere now.
  private static let moved = SQLITE_READONLY | 4 << 8

  /// `SQLITE_IOERR_NOMEM`, the same kind of macro.
  private static let noMemory = SQLITE_IOERR | 12 << 8

  /// What is closed to this user: the file, or else the folder, where SQLite keeps the file's log.
  private var notWritable: String {
    (access(path, W_OK) == 0 ? "the folder of " + path : path) + " is not writable for you"
  }
}
