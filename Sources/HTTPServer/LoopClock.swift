import Glibc

/// The time as a loop sees it: looked up once for each round of events.
struct LoopClock {
  /// Milliseconds since an arbitrary moment; never goes back, exact to a few milliseconds.
  private(set) var now: Int64 = 0
  /// The field `Date` of the current second with its line end.
  private(set) var dateLine: [UInt8] = []
  private var second: time_t = -1

  /// Looks at the time; true the first time, and when another second has begun.
  mutating func update() -> Bool {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    now = Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    guard time.tv_sec != second else { return false }
    second = time.tv_sec
    dateLine = Self.dateLine(of: second)
    return true
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The field for a time in seconds since 1970 (RFC 9110, 5.6.7).
  static func dateLine(of second: time_t) -> [UInt8] {
    var second = second
    var parts = tm()
    gmtime_r(&second, &parts)
    func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(twoDigits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1_900)"
    let time =
      "\(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min)):\(twoDigits(parts.tm_sec))"
    return Array("Date: \(days[Int(parts.tm_wday)]), \(date) \(time) GMT\r\n".utf8)
  }
}
