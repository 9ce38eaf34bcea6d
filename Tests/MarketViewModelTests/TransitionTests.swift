import MarketViewModel
import TestSupport
import Testing

@Suite struct TransitionTests {
  private static let curves: [Transition.Curve] = [.linear, .easeInOut]

  @Test(arguments: curves)
  func aNumberGoesFromItsOriginToItsTargetAndNeverBack(curve: Transition.Curve) {
    let way = Transition(
      from: 2, to: 5, start: Moment(seconds: 10), duration: 0.1, curve: curve)
    #expect(way.value(at: Moment(seconds: 9)) == 2)
    #expect(way.value(at: Moment(seconds: 10)) == 2)
    #expect(way.value(at: Moment(seconds: 10.1)) == 5)
    #expect(way.value(at: Moment(seconds: 99)) == 5)
    #expect(!way.isFinished(at: Moment(seconds: 10.099)))
    #expect(way.isFinished(at: Moment(seconds: 10.1)))
    var before = 2.0
    for microsecond in 0...100_000 where microsecond % 100 == 0 {
      let value = way.value(at: Moment(nanoseconds: 10_000_000_000 + Int64(microsecond) * 1_000))
      #expect(value >= before && value <= 5)
      before = value
    }
  }

  /// Points of the curve, from its parametric form at s = ¼, ½ and ¾.
  @Test func easingInAndOutIsTheCurveOfUIKit() {
    for s in stride(from: 0.0, through: 1, by: 0.25) {
      let time = 3 * (1 - s) * (1 - s) * s * 0.42 + 3 * (1 - s) * s * s * 0.58 + s * s * s
      let way = 3 * (1 - s) * s * s + s * s * s
      #expect((Transition.Curve.easeInOut.progress(at: time) - way).magnitude < 1e-9)
      let mirrored = Transition.Curve.easeInOut.progress(at: 1 - time)
      #expect((mirrored - (1 - way)).magnitude < 1e-9)
    }
    #expect(Transition.Curve.easeInOut.progress(at: 0.25) < 0.2)
    #expect(Transition.Curve.linear.progress(at: 0.25) == 0.25)
  }

  @Test(arguments: [0, -1, -Double.infinity, Double.infinity, Double.nan])
  func withoutADurationTheTargetIsReachedAtOnce(duration: Double) {
    let way = Transition(
      from: 0, to: 1, start: Moment(seconds: 5), duration: duration, curve: .easeInOut)
    for moment in [Moment(seconds: 4), Moment(seconds: 5), Moment(nanoseconds: .min)] {
      #expect(way.value(at: moment) == 1)
      #expect(way.isFinished(at: moment))
    }
  }

  @Test(arguments: Array(1...20) as [UInt64])
  func anInterruptedNumberGoesOnFromWhereTheEyeSeesIt(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var way = Transition(restingAt: 0)
    var now: Int64 = 0
    for _ in 0..<200 {
      now += Int64(random.integer(in: 0...120_000_000))
      let moment = Moment(nanoseconds: now)
      let seen = way.value(at: moment)
      let target = Double(random.integer(in: 0...3))
      way.retarget(to: target, at: moment, over: 0.1, curve: random.pick(Self.curves))
      #expect(way.value(at: moment) == seen, "seed \(seed)")
      #expect(way.value(at: Moment(nanoseconds: now + 100_000_000)) == target, "seed \(seed)")
    }
  }

  @Test func theSameTargetAgainDoesNotDelayTheArrival() {
    var way = Transition(restingAt: 0)
    way.retarget(to: 1, at: Moment(seconds: 0), over: 0.1)
    let once = way
    way.retarget(to: 1, at: Moment(seconds: 0.05), over: 0.1)
    #expect(way == once)
    #expect(way.isFinished(at: Moment(seconds: 0.1)))
  }
}

@Suite struct MomentTests {
  @Test func secondsAreCountedBetweenMoments() {
    #expect(Moment(seconds: 1.5) == Moment(nanoseconds: 1_500_000_000))
    #expect(Moment(seconds: 3).seconds(since: Moment(seconds: 1.25)) == 1.75)
    #expect(Moment(seconds: 1).seconds(since: Moment(seconds: 3)) == -2)
    #expect(Moment(seconds: 1) < Moment(seconds: 1.000_000_001))
  }

  @Test func aClockMayStartAnywhere() {
    let first = Moment(nanoseconds: .min)
    let last = Moment(nanoseconds: .max)
    #expect(last.seconds(since: first) > 9e9)
    #expect(first.seconds(since: last) < -9e9)
    #expect(Moment(seconds: .infinity) == last)
    #expect(Moment(seconds: -.infinity) == first)
    #expect(Moment(seconds: .nan) == .start)
  }
}
