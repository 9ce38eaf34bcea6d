import HTTPServer
import MarketCatalog
import StrictJSON

/// Why an endpoint does not answer what it was asked.
enum RequestError: Error {
  /// The target cannot be read.
  case badTarget(String)
  /// A field of the head cannot be read; names it.
  case badField(String)
  /// A parameter has a value that it must not have.
  case invalidParameter(_ name: String, detail: String)
  /// A parameter that the endpoint does not take.
  case unknownParameter(_ name: String, accepted: [String])
  /// No route has the path.
  case noSuchPath
  /// No listed product has the id.
  case noSuchProduct(id: String)
  /// No picture has the name.
  case noSuchPicture
  /// The path works with other methods only: the value of `Allow`.
  case methodNotAllowed(allow: String)
  /// The body is not what the endpoint reads, with the faults of its values.
  case invalidBody(detail: String, errors: [JSONFault])
  /// The body is of a type, or in a coding, that is not read.
  case unsupportedMediaType(String)
  /// A key that is taken is needed.
  case unauthorized(KeyFault)
  /// The holder of this key may not do this; for a reason that anyone may read.
  case forbidden(detail: String)
  /// The write is meant for another version than the product's present one.
  case preconditionFailed(detail: String)
  /// One key wrote too often: how often it may, and after how many seconds it may again.
  case tooManyWrites(perSecond: Int, seconds: Int)
  /// The server should not get requests now, for a reason that anyone may read.
  case notReady(reason: String)
  /// The store, or a cursor, failed.
  case store(StoreError)
  /// Something of the machine's failed; for the log.
  case fault(detail: String)
}
