import CSQLite
import MarketCatalog

/// A function of SQL whose result is null, and which keeps the bytes of its argument: what a statement
/// overwrites is read by it in passing, without a look-up of its own (sqlite.org/appfunc.html).
final class TakenBlob {
  /// What was taken, or nil; a null takes nothing.
  private var bytes: [UInt8]?

  /// Defines the function for a connection, which keeps this as long as it is open.
  init(_ connection: SQLiteConnection, as name: String) throws(StoreError) {
    // Called by nothing but statements of the program, not by what a file has in its schema.
    let code = sqlite3_create_function_v2(
      connection.handle, name, 1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(self).toOpaque(), Self.take, nil, nil, Self.release)
    guard code == SQLITE_OK else { throw connection.error(code, "define " + name) }
  }

  /// Gives what was taken, once.
  func take() -> [UInt8]? {
    defer { bytes = nil }
    return bytes
  }

  private typealias Function =
    @convention(c) (
      OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void

  private static let take: Function = { context, _, arguments in
    guard let taken = sqlite3_user_data(context), let argument = arguments?[0],
      let blob = sqlite3_value_blob(argument)
    else { return }
    Unmanaged<TakenBlob>.fromOpaque(taken).takeUnretainedValue().bytes = Array(
      UnsafeRawBufferPointer(start: blob, count: Int(sqlite3_value_bytes(argument))))
  }

  private static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { taken in
    if let taken { Unmanaged<TakenBlob>.fromOpaque(taken).release() }
  }
}
