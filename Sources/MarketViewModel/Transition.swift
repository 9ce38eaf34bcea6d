/// A number on its way from one value to another.
///
/// Positions are kept as fractions or counted in segments, never in points: whatever the size is
/// when the picture is drawn, and whenever it changes, the proportion holds.
public struct Transition: Hashable, Sendable {
  /// How the way is spread over the time.
  public enum Curve: Hashable, Sendable {
    /// The same speed from beginning to end.
    case linear
    /// Slow, fast, slow: the cubic Bézier curve through (0.42, 0) and (0.58, 1), which is what
    /// UIKit and CSS call ease-in-out.
    case easeInOut

    /// The part of the way behind after a part of the time; both from 0 to 1.
    public func progress(at time: Double) -> Double {
      guard time > 0 else { return 0 }
      guard time < 1 else { return 1 }
      switch self {
      case .linear: return time
      case .easeInOut:
        // The curve gives time and way for a parameter; the parameter of a time is found by
        // halving, which keeps the order of the times.
        var low = 0.0
        var high = 1.0
        for _ in 0..<40 {
          let middle = (low + high) / 2
          let rest = 1 - middle
          let timeThere =
            3 * rest * rest * middle * 0.42 + 3 * rest * middle * middle * 0.58
            + middle * middle * middle
          if timeThere <= time { low = middle } else { high = middle }
        }
        return low * low * (3 - 2 * low)
      }
    }
  }

  /// Where the way begins.
  public let origin: Double
  /// Where the way ends.
  public let target: Double
  /// When the way began.
  public let start: Moment
  /// Seconds that the way takes; 0 when there is none.
  public let duration: Double
  /// How the way is spread over the time.
  public let curve: Curve

  /// Makes a number that rests.
  public init(restingAt value: Double) {
    self.init(from: value, to: value, start: .start, duration: 0, curve: .linear)
  }

  /// Makes a number on its way; a duration that is not above 0, or endless, is none.
  public init(
    from origin: Double, to target: Double, start: Moment, duration: Double, curve: Curve
  ) {
    self.origin = origin
    self.target = target
    self.start = start
    self.duration = duration > 0 && duration.isFinite ? duration : 0
    self.curve = curve
  }

  /// The number at a moment: the origin before the start, the target from the end on.
  public func value(at moment: Moment) -> Double {
    guard !isFinished(at: moment) else { return target }
    return origin
      + (target - origin) * curve.progress(at: moment.seconds(since: start) / duration)
  }

  /// Tells whether the number has arrived.
  public func isFinished(at moment: Moment) -> Bool {
    duration == 0 || moment.seconds(since: start) >= duration
  }

  /// Sends the number somewhere else, from where the eye sees it at this moment.
  ///
  /// On its way to the same target already, it goes on as it is.
  public mutating func retarget(
    to target: Double, at moment: Moment, over duration: Double, curve: Curve = .easeInOut
  ) {
    guard target != self.target else { return }
    self = Transition(
      from: value(at: moment), to: target, start: moment, duration: duration, curve: curve)
  }

  /// Puts the number at its target at once.
  public mutating func finish() {
    self = Transition(restingAt: target)
  }
}
