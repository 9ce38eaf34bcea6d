/// A moment on a clock that never goes back, such as a display's or the system's monotonic one.
///
/// The view-model reads no clock: whoever draws passes the moment in, and only differences count,
/// so that the clock may start anywhere.
public struct Moment: Hashable, Comparable, Sendable {
  /// Nanoseconds since the clock's start.
  public let nanoseconds: Int64

  /// The clock's start.
  public static let start = Moment(nanoseconds: 0)

  /// Makes a moment from a clock that counts nanoseconds.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Makes a moment from a clock that counts seconds, such as a display link's timestamp.
  ///
  /// Not a number is the clock's start; more than about 292 years become as much.
  public init(seconds: Double) {
    let nanoseconds = (seconds * 1e9).rounded()
    if nanoseconds.isNaN {
      self.nanoseconds = 0
    } else if let exact = Int64(exactly: nanoseconds) {
      self.nanoseconds = exact
    } else {
      self.nanoseconds = nanoseconds < 0 ? .min : .max
    }
  }

  /// Seconds that have passed since another moment; negative when that is yet to come.
  public func seconds(since other: Moment) -> Double {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    if overflow { return nanoseconds < other.nanoseconds ? -Self.longest : Self.longest }
    return Double(difference) / 1e9
  }

  private static let longest = Double(Int64.max) / 1e9

  /// Tells whether a moment comes before another.
  public static func < (left: Moment, right: Moment) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
