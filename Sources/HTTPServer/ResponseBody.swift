/// Bytes that their maker lends to an answer until it is sent, so that nobody copies them.
///
/// Sendable, because answers are; nobody may write to the bytes while an answer refers to them.
public protocol LentBytes: AnyObject, Sendable {
  /// The number of bytes.
  var count: Int { get }

  /// Lends the bytes for the length of a call.
  func withBytes(_ read: (UnsafeRawBufferPointer) -> Void)
}

/// The body of an answer, wherever its bytes are.
enum ResponseBody: Sendable {
  case bytes([UInt8])
  case lent(any LentBytes)

  static let empty = ResponseBody.bytes([])

  var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .lent(let bytes): bytes.count
    }
  }

  func withBytes(_ read: (UnsafeRawBufferPointer) -> Void) {
    switch self {
    case .bytes(let bytes): bytes.withUnsafeBytes(read)
    case .lent(let bytes): bytes.withBytes(read)
    }
  }

  /// Appends the bytes from a place on.
  func append(from start: Int = 0, to output: inout [UInt8]) {
    withBytes { output.append(contentsOf: $0[start...]) }
  }
}
