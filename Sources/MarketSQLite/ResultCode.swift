import CSQLite
import MarketCatalog

/// A result code of SQLite with what was being done, on its way to a ``StoreError``.
///
/// Only codes decide; the message is for the log (sqlite.org/rescode.html).
struct SQLiteFault {
  /// The extended result code.
  var code: Int32
  /// SQLite's own message.
  var message: String
  /// The statement's text, without bound values, or what was attempted.
  var context: String

  /// The fault as the market's callers know it.
  var storeError: StoreError {
    let detail = message + " (SQLite " + String(code) + ") in: " + context
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return .busy(detail: detail)
    case SQLITE_FULL:
      return .unavailable(detail: "the disk is full: " + detail)
    case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_NOMEM,
      SQLITE_NOLFS, SQLITE_PROTOCOL:
      return .unavailable(detail: detail)
    case SQLITE_CONSTRAINT:
      return .constraint(detail: detail)
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT:
      return .corrupt(detail: detail)
    case SQLITE_SCHEMA:
      return .schemaMismatch(detail: detail)
    case SQLITE_INTERRUPT:
      return .cancelled
    default:
      return .unexpected(detail: detail)
    }
  }
}
