import MarketViewModel
import Testing

@Suite struct SwitchTests {
  private static let size = Size(width: 200, height: 70)

  @Test func theThumbIsRoundAndRestsAtTheEnds() {
    #expect(
      Switch().thumbFrame(in: Self.size, at: .start) == Frame(x: 0, y: 0, width: 70, height: 70))
    #expect(
      Switch(isOn: true).thumbFrame(in: Self.size, at: .start)
        == Frame(x: 130, y: 0, width: 70, height: 70))
    #expect(Switch().barFrame(in: Self.size) == Frame(x: 0, y: 0, width: 200, height: 70))
    #expect(Switch().cornerRadius(in: Self.size) == 35)
  }

  @Test func theThumbCastsASmallShadow() {
    #expect(Switch.shadow.offset == Point(x: 0, y: 3))
    #expect(Switch.shadow.opacity == 0.3)
  }

  @Test func theThumbMovesIn250MillisecondsSlowlyAtBothEnds() {
    var control = Switch()
    control.set(true, by: .user, at: Moment(seconds: 1))
    let places = [0, 0.05, 0.125, 0.2, 0.25].map {
      control.thumbFrame(in: Self.size, at: Moment(seconds: 1 + $0)).x
    }
    #expect(places[0] == 0)
    #expect(places[1] > 0 && places[1] < 0.2 * 130)
    #expect((places[2] - 65).magnitude < 1e-6)
    #expect((places[1] + places[3] - 130).magnitude < 1e-6)
    #expect(places[4] == 130)
    #expect(control.isAnimating(at: Moment(seconds: 1.249)))
    #expect(!control.isAnimating(at: Moment(seconds: 1.25)))
  }

  @Test func turnedBackInMidFlightTheThumbGoesOnFromWhereTheEyeSeesIt() {
    var control = Switch()
    control.set(true, by: .user, at: .start)
    let moment = Moment(seconds: 0.1)
    let seen = control.thumbPosition(at: moment)
    control.set(false, by: .user, at: moment)
    #expect(control.thumbPosition(at: moment) == seen)
    #expect(control.thumbPosition(at: Moment(seconds: 0.2)) < seen)
    #expect(control.thumbPosition(at: Moment(seconds: 0.35)) == 0)
  }

  @Test func theColorsCanBeSetAndTheBarFollowsTheState() {
    var control = Switch()
    #expect(control.barColor(at: .start) == .gray)
    #expect(control.thumbColor == .white)
    control.tintColor = RGB(red: 255, green: 0, blue: 0)
    control.thumbColor = RGB(red: 255, green: 165, blue: 0)
    control.set(true, by: .program, at: .start)
    #expect(control.barColor(at: .start) == .gray)
    #expect(control.barColor(at: Moment(seconds: 0.125)) == RGB(red: 192, green: 64, blue: 64))
    #expect(control.barColor(at: Moment(seconds: 1)) == RGB(red: 255, green: 0, blue: 0))
    control.barColor = .blue
    #expect(control.barColor(at: Moment(seconds: 1)) == RGB(red: 255, green: 0, blue: 0))
    control.set(false, by: .program, at: Moment(seconds: 1))
    #expect(control.barColor(at: Moment(seconds: 2)) == .blue)
  }

  struct TouchCase: CustomTestStringConvertible, Sendable {
    let point: Point
    let isInside: Bool
    var testDescription: String { "\(point.x), \(point.y)" }
  }

  @Test(arguments: [
    TouchCase(point: Point(x: 0, y: 0), isInside: true),
    TouchCase(point: Point(x: 100, y: 35), isInside: true),
    TouchCase(point: Point(x: 199.9, y: 69.9), isInside: true),
    TouchCase(point: Point(x: 200, y: 35), isInside: false),
    TouchCase(point: Point(x: 100, y: 70), isInside: false),
    TouchCase(point: Point(x: -0.1, y: 35), isInside: false),
    TouchCase(point: Point(x: 100, y: -1), isInside: false),
    TouchCase(point: Point(x: .nan, y: .nan), isInside: false),
  ])
  func aTouchThatEndsInsideTogglesAndIsAnnounced(_ sample: TouchCase) {
    for isOn in [false, true] {
      var control = Switch(isOn: isOn)
      let isAnnounced = control.touchEnded(at: sample.point, in: Self.size, at: .start)
      #expect(control.isOn == (isOn != sample.isInside))
      #expect(isAnnounced == sample.isInside)
    }
  }

  @Test func onlyAUsersChangeIsAnnounced() {
    var control = Switch()
    var announced: [Bool] = []
    announced.append(control.set(true, by: .program, at: .start))
    announced.append(control.set(true, by: .user, at: .start))
    announced.append(control.set(false, by: .user, at: .start))
    announced.append(control.set(false, by: .user, at: .start))
    announced.append(control.set(false, by: .program, at: .start))
    #expect(announced == [false, false, true, false, false])
  }

  @Test func reducedMotionShowsTheRightPictureAtOnce() {
    var control = Switch()
    control.set(true, by: .user, at: .start)
    control.reducesMotion = true
    #expect(control.thumbPosition(at: .start) == 1)
    control.set(false, by: .user, at: .start)
    #expect(control.thumbPosition(at: .start) == 0)
    #expect(!control.isAnimating(at: .start))
  }

  @Test func aChangeOfSizeInMidFlightKeepsTheProportion() {
    var control = Switch()
    control.set(true, by: .user, at: .start)
    let moment = Moment(seconds: 0.1)
    let small = control.thumbFrame(in: Size(width: 50, height: 20), at: moment)
    let large = control.thumbFrame(in: Size(width: 150, height: 60), at: moment)
    #expect((small.x * 3 - large.x).magnitude < 1e-9)
  }

  @Test(arguments: [
    Size(width: 0, height: 0), Size(width: 1, height: 1), Size(width: 1, height: 70),
    Size(width: -5, height: .nan), Size(width: 70, height: 70),
  ])
  func theThumbStaysOnABarOfAnySize(size: Size) {
    var control = Switch()
    control.set(true, by: .user, at: .start)
    for step in 0...25 {
      let thumb = control.thumbFrame(in: size, at: Moment(seconds: Double(step) / 100))
      #expect(thumb.x >= 0 && thumb.x + thumb.width <= size.width)
      #expect(thumb.y >= 0 && thumb.y + thumb.height <= size.height)
    }
  }
}
