import MarketCatalog
import MarketViewModel
import TestSupport
import Testing

/// What holds for every style.
@Suite struct SegmentedControlTests {
  @Test(arguments: SegmentedControlStyle.allCases)
  func segmentsComeFromTheInventory(style: SegmentedControlStyle) {
    let control = SegmentedControl(style: style)
    #expect(control.titles == Page.inventory)
    #expect(control.titles == ["최근 상품", "인기 상품"])
    #expect(control.selectedIndex == 0)
    #expect(control.underlinePosition(at: .start) == 0)
    #expect(!control.isAnimating(at: .start))
  }

  @Test func onlySegmentsThatExistCanBeSelected() {
    var control = SegmentedControl()
    for absent in [2, -1, .max] {
      let isSelected = control.select(absent, at: .start)
      #expect(!isSelected)
    }
    #expect(control.selectedIndex == 0)
    let isSelected = control.select(1, at: .start)
    #expect(isSelected)
    #expect(control.selectedIndex == 1)
  }

  @Test(arguments: SegmentedControlStyle.allCases)
  func theUnderlineSlidesInTheTimeOfItsStyle(style: SegmentedControlStyle) {
    var control = SegmentedControl(style: style)
    control.select(1, at: Moment(seconds: 7))
    let end = 7 + style.slideDuration
    #expect(control.underlinePosition(at: Moment(seconds: 7)) == 0)
    #expect((control.underlinePosition(at: Moment(seconds: (7 + end) / 2)) - 0.5).magnitude < 1e-6)
    #expect(control.isAnimating(at: Moment(seconds: end - 0.001)))
    #expect(!control.isAnimating(at: Moment(seconds: end)))
    #expect(control.underlinePosition(at: Moment(seconds: end)) == 1)
  }

  /// Seven pictures in a tenth of a second, each with the underline further on than the one before.
  @Test func atSixtyPicturesASecondASlideHasSixSteps() {
    var control = SegmentedControl(style: .inset)
    control.select(1, at: .start)
    let starts = (0...6).map {
      control.underline(width: 80, at: Moment(seconds: Double($0) / 60)).start
    }
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 > $0 + 0.5 })
    #expect(starts.first == 10)
    #expect(starts.last == 50)
  }

  @Test func anInterruptedSlideGoesOnFromWhereTheEyeSeesIt() {
    var control = SegmentedControl(titles: ["a", "b", "c"], style: .inset)
    control.select(2, at: Moment(seconds: 0))
    let seen = control.underlinePosition(at: Moment(seconds: 0.06))
    control.select(0, at: Moment(seconds: 0.06))
    #expect(control.underlinePosition(at: Moment(seconds: 0.06)) == seen)
    #expect(control.underlinePosition(at: Moment(seconds: 0.08)) < seen)
    #expect(control.underlinePosition(at: Moment(seconds: 0.16)) == 0)
  }

  @Test(arguments: SegmentedControlStyle.allCases)
  func aChangeOfSizeInMidFlightKeepsTheProportion(style: SegmentedControlStyle) {
    var control = SegmentedControl(style: style)
    control.select(1, at: .start)
    let moment = Moment(seconds: 0.03)
    let narrow = control.underline(width: 40, at: moment)
    let wide = control.underline(width: 120, at: moment)
    #expect((narrow.start * 3 - wide.start).magnitude < 1e-9)
    #expect((narrow.length * 3 - wide.length).magnitude < 1e-9)
  }

  @Test func reducedMotionShowsTheRightPictureAtOnce() {
    var control = SegmentedControl()
    control.select(1, at: .start)
    #expect(control.isAnimating(at: .start))
    control.reducesMotion = true
    #expect(control.underlinePosition(at: .start) == 1)
    control.select(0, at: Moment(seconds: 1))
    #expect(control.underlinePosition(at: Moment(seconds: 1)) == 0)
    #expect(!control.isAnimating(at: Moment(seconds: 1)))
  }

  @Test(arguments: [1, 2, 3, 7])
  func everyPointBelongsToTheSegmentDrawnThere(count: Int) {
    let control = SegmentedControl(titles: (0..<count).map { "\($0)" })
    for width in 1...200 {
      for x in 0..<width {
        let index = control.segmentIndex(at: Double(x), width: Double(width))
        #expect(index == x * count / width)
      }
    }
  }

  @Test(arguments: Array(1...10) as [UInt64])
  func theFirstPointOfASegmentIsItsOwn(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let count = random.integer(in: 1...11)
      let width = Double.random(in: 0.001...3_000, using: &random)
      let control = SegmentedControl(titles: (0..<count).map { "\($0)" })
      for index in 0..<count {
        let start = control.segment(index, width: width).start
        #expect(control.segmentIndex(at: start, width: width) == index, "seed \(seed)")
        #expect(
          control.segmentIndex(at: start.nextDown, width: width) == max(index - 1, 0),
          "seed \(seed)")
      }
    }
  }

  struct PointCase: CustomTestStringConvertible, Sendable {
    let x: Double
    let width: Double
    let expected: Int
    var testDescription: String { "\(x) of \(width)" }
  }

  @Test(arguments: [
    PointCase(x: 80, width: 80, expected: 1),
    PointCase(x: 79.999, width: 80, expected: 1),
    PointCase(x: 1e300, width: 80, expected: 1),
    PointCase(x: .infinity, width: 80, expected: 1),
    PointCase(x: -1, width: 80, expected: 0),
    PointCase(x: .nan, width: 80, expected: 0),
    PointCase(x: 5, width: 0, expected: 0),
    PointCase(x: 5, width: -1, expected: 0),
    PointCase(x: 5, width: .nan, expected: 0),
    PointCase(x: 39, width: 80, expected: 0),
    PointCase(x: 40, width: 80, expected: 1),
  ])
  func pointsOutsideAreClamped(_ sample: PointCase) {
    #expect(
      SegmentedControl().segmentIndex(at: sample.x, width: sample.width) == sample.expected)
  }

  struct SizeCase: CustomTestStringConvertible, Sendable {
    let width: Double
    let height: Double
    var testDescription: String { "\(width) × \(height)" }
  }

  @Test(
    arguments: SegmentedControlStyle.allCases,
    [
      SizeCase(width: 0, height: 0), SizeCase(width: 1, height: 1),
      SizeCase(width: 375, height: 3), SizeCase(width: 375, height: 9),
      SizeCase(width: -3, height: -8), SizeCase(width: .nan, height: .nan),
      SizeCase(width: .infinity, height: -.infinity), SizeCase(width: 1e308, height: 1e308),
    ])
  func nothingStandsOutOfAnySize(style: SegmentedControlStyle, size: SizeCase) {
    var control = SegmentedControl(style: style)
    control.select(1, at: .start)
    let size = Size(width: size.width, height: size.height)
    var frames = [control.controlFrame(in: size)]
    frames += (0...1).map { control.titleFrame($0, in: size) }
    frames += (0...31).map {
      control.underlineFrame(in: size, at: Moment(seconds: Double($0) / 100))
    }
    if let hairline = control.hairlineFrame(in: size) { frames.append(hairline) }
    for frame in frames {
      #expect(frame.x >= 0 && frame.x + frame.width <= size.width * (1 + 1e-12))
      #expect(frame.y >= 0 && frame.y + frame.height <= size.height * (1 + 1e-12))
      #expect(frame.width >= 0 && frame.height >= 0)
    }
  }
}
