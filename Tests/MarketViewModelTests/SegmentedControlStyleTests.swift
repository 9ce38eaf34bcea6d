import MarketViewModel
import Testing

/// The numbers of each style, as the texts give them.
@Suite struct SegmentedControlStyleTests {
  private static let counts = [1, 2, 3, 7]
  private static let widths = [0.0, 1, 2, 39, 80, 81, 375.5]

  private func control(
    _ style: SegmentedControlStyle, count: Int, selecting index: Int = 0
  ) -> SegmentedControl {
    var control = SegmentedControl(titles: (0..<count).map { "\($0)" }, style: style)
    control.reducesMotion = true
    control.select(index, at: .start)
    return control
  }

  // MARK: Inset

  @Test(arguments: counts, widths)
  func theInsetUnderlineIsHalfASegmentInItsMiddle(count: Int, width: Double) {
    for index in 0..<count {
      let control = control(.inset, count: count, selecting: index)
      let line = control.underline(width: width, at: .start)
      let n = Double(count)
      #expect((line.length - width / (2 * n)).magnitude < 1e-9)
      #expect((line.start - (Double(index) * width / n + width / (4 * n))).magnitude < 1e-9)
      let segment = control.segment(index, width: width)
      #expect(((line.start - segment.start) - (segment.end - line.end)).magnitude < 1e-9)
    }
  }

  @Test func theInsetUnderlineIs7HighAtTheBottomWithRoundCorners() {
    let frame = control(.inset, count: 2, selecting: 1)
      .underlineFrame(in: Size(width: 400, height: 49), at: .start)
    #expect(frame == Frame(x: 250, y: 42, width: 100, height: 7))
    #expect(SegmentedControlStyle.inset.underlineCornerRadius == 2.5)
    #expect(SegmentedControlStyle.inset.slideDuration == 0.1)
  }

  @Test func aHairlineFillsTheLast2PercentBelowTheInsetControl() {
    let place = Size(width: 400, height: 50)
    let control = control(.inset, count: 2)
    #expect(control.controlFrame(in: place) == Frame(x: 0, y: 0, width: 400, height: 49))
    #expect(control.hairlineFrame(in: place) == Frame(x: 0, y: 49, width: 400, height: 1))
    for style in [SegmentedControlStyle.full, .follow] {
      let control = self.control(style, count: 2)
      #expect(control.controlFrame(in: place) == Frame(x: 0, y: 0, width: 400, height: 50))
      #expect(control.hairlineFrame(in: place) == nil)
    }
  }

  @Test func theInsetTitleIsPinkWhenSelectedAndInTheLabelColorOtherwise() {
    let control = control(.inset, count: 2, selecting: 1)
    #expect(control.themeColor == RGB(red: 255, green: 196, blue: 218))
    #expect(control.titleAppearance(1).color == .theme(.pink))
    #expect(control.titleAppearance(0).color == .label)
    #expect(!control.titleAppearance(0).isBold && !control.titleAppearance(1).isBold)
    #expect(control.titleAppearance(0).size == .subheadline)
    let size = Size(width: 400, height: 49)
    #expect(control.titleFrame(1, in: size) == Frame(x: 200, y: 0, width: 200, height: 49))
  }

  // MARK: Full

  @Test(arguments: counts, widths)
  func theFullUnderlineIsAsWideAsItsSegment(count: Int, width: Double) {
    for index in 0..<count {
      let control = control(.full, count: count, selecting: index)
      let line = control.underline(width: width, at: .start)
      let segment = control.segment(index, width: width)
      #expect((line.start - segment.start).magnitude < 1e-9)
      #expect((line.length - width / Double(count)).magnitude < 1e-9)
    }
  }

  @Test func theFullUnderlineIs4HighAtTheBottom() {
    let frame = control(.full, count: 3, selecting: 2)
      .underlineFrame(in: Size(width: 300, height: 44), at: .start)
    #expect(frame == Frame(x: 200, y: 40, width: 100, height: 4))
    #expect(SegmentedControlStyle.full.underlineCornerRadius == 0)
  }

  @Test func fullTitlesAreCentredBetween8FromTheTopAnd4FromTheBottom() {
    let control = control(.full, count: 3)
    #expect(
      control.titleFrame(1, in: Size(width: 300, height: 44))
        == Frame(x: 100, y: 8, width: 100, height: 32))
  }

  @Test func theFullTitleIsBoldAndBlueWhenSelectedAndRegularBlackOtherwise() {
    var control = control(.full, count: 3, selecting: 1)
    #expect(control.themeColor == RGB(red: 41, green: 171, blue: 227))
    for index in 0..<3 {
      let title = control.titleAppearance(index)
      #expect(title.isBold == (index == 1))
      #expect(title.color == (index == 1 ? .theme(.blue) : .black))
      #expect(title.size == .points(17))
    }
    control.select(2, at: .start)
    #expect(!control.titleAppearance(1).isBold)
    #expect(control.titleAppearance(2).isBold)
  }

  @Test(arguments: SegmentedControlStyle.allCases)
  func anotherThemeColorRecolorsUnderlineAndSelectedTitle(style: SegmentedControlStyle) {
    var control = control(style, count: 2)
    let other = control.titleAppearance(1)
    let cyan = RGB(red: 0, green: 255, blue: 255)
    control.themeColor = cyan
    #expect(control.titleAppearance(0).color == .theme(cyan))
    #expect(control.titleAppearance(1) == other)
    control.select(1, at: .start)
    #expect(control.titleAppearance(1).color == .theme(cyan))
  }

  @Test(arguments: SegmentedControlStyle.allCases)
  func titlesCanBeSetForSegmentsThatExist(style: SegmentedControlStyle) {
    var control = control(style, count: 3)
    let isSet = control.setTitle("1番目タブ", at: 0)
    #expect(isSet)
    #expect(control.titles == ["1番目タブ", "1", "2"])
    for absent in [3, -1, .max] {
      let isSet = control.setTitle("x", at: absent)
      #expect(!isSet)
    }
    #expect(control.titles == ["1番目タブ", "1", "2"])
  }

  // MARK: Follow

  @Test(arguments: counts, widths)
  func theFollowingUnderlineRestsAtTheStartOfItsSegment(count: Int, width: Double) {
    for index in 0..<count {
      let line = control(.follow, count: count, selecting: index)
        .underline(width: width, at: .start)
      #expect((line.start - Double(index) * width / Double(count)).magnitude < 1e-9)
      #expect((line.length - width / Double(count)).magnitude < 1e-9)
    }
    #expect(SegmentedControlStyle.follow.slideDuration == 0.3)
  }
}

@Suite struct RGBTests {
  struct HexCase: CustomTestStringConvertible, Sendable {
    let text: String
    let color: RGB?
    var testDescription: String { text }
  }

  @Test(arguments: [
    HexCase(text: "ffc4da", color: .pink), HexCase(text: "#FFC4DA", color: .pink),
    HexCase(text: "29ABE3", color: .blue), HexCase(text: "", color: nil),
    HexCase(text: "#", color: nil), HexCase(text: "ffc4d", color: nil),
    HexCase(text: "ffc4daa", color: nil), HexCase(text: "ffc4#da", color: nil),
    HexCase(text: "gfc4da", color: nil), HexCase(text: "ffc4d가", color: nil),
  ])
  func sixHexadecimalDigitsAreAColor(_ sample: HexCase) {
    #expect(RGB(hexadecimal: sample.text) == sample.color)
  }

  @Test func aMixIsBetweenItsColors() {
    #expect(RGB.gray.mixed(with: .green, part: 0) == .gray)
    #expect(RGB.gray.mixed(with: .green, part: 1) == .green)
    #expect(RGB.gray.mixed(with: .green, part: 0.5) == RGB(red: 64, green: 192, blue: 64))
    #expect(RGB.gray.mixed(with: .green, part: 7) == .green)
    #expect(RGB.gray.mixed(with: .green, part: .nan) == .gray)
  }
}
