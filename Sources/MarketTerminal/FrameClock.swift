import Glibc
import MarketViewModel

/// When frames are due while something moves: every sixtieth of a second.
struct FrameClock {
  /// Nanoseconds from one frame to the next.
  static let interval: Int64 = 16_666_667

  /// When the last frame was due.
  private var last = Moment.start

  /// The present of the system's monotonic clock.
  static var present: Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The moment that a frame written now shows: the one at which the next is due.
  ///
  /// What begins to move has then moved in the first frame after the key, and not one later.
  static func shown(at present: Moment) -> Moment { present.advanced(by: interval) }

  /// Notes that a frame is written.
  ///
  /// One that is a little late, as on a busy machine, does not make all later ones late: a short
  /// movement would lose a position. Any other begins a new beat.
  mutating func tick(at present: Moment) {
    let lateness = present.nanoseconds - next.nanoseconds
    last = (0..<Self.interval / 2).contains(lateness) ? next : present
  }

  /// When the next frame is due.
  var next: Moment { last.advanced(by: Self.interval) }
}

extension Moment {
  /// The moment a number of nanoseconds later.
  func advanced(by nanoseconds: Int64) -> Moment {
    Moment(nanoseconds: self.nanoseconds + nanoseconds)
  }
}
