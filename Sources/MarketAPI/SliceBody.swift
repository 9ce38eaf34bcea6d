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

/// The bodies that a loop writes slices into, one after the other.
///
/// An answer is sent with those of other clients, and may have to wait for its own: until then its body
/// is left alone.
struct SliceBodies {
  private var bodies: [SliceBody] = []
  private var next = 0

  /// No fewer than an event loop sends together: when they go round, the first is sent.
  private static let limit = 8

  /// A body that no answer refers to, with whatever was written into it before.
  mutating func take() -> SliceBody {
    if next == bodies.count {
      bodies.append(SliceBody())
    } else if !isKnownUniquelyReferenced(&bodies[next]) {
      bodies[next] = SliceBody()
    }
    defer { next = (next + 1) % Self.limit }
    return bodies[next]
  }
}
