import HTTPServer
import MarketJSON

/// The JSON of a slice, which is sent from where it was written.
///
/// Sendable because answers are: only its loop's thread ever touches it, and that writes to it only
/// while no answer refers to it.
final class SliceBody: LentBytes, @unchecked Sendable {
  var json = JSONWriter(capacity: 16_384)

  var count: Int { json.count }

  func withBytes(_ read: (UnsafeRawBufferPointer) -> Void) {
    json.withBytes(read)
  }
}
