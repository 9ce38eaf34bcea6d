import MarketCatalog
import MarketViewModel
import Testing

@Suite struct SegmentedControlTests {
  @Test func segmentsComeFromTheInventory() {
    let control = SegmentedControl()
    #expect(control.titles == Page.inventory)
    #expect(control.titles == ["최근 상품", "인기 상품"])
    #expect(control.selectedIndex == 0)
    #expect(control.underlinePosition(at: .start) == 0)
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

  @Test(arguments: [1, 2, 3, 7], [0.0, 1, 2, 39, 80, 81, 375.5])
  func underlineIsHalfASegmentInItsMiddle(count: Int, width: Double) {
    let control = SegmentedControl(titles: (0..<count).map { "\($0)" })
    for index in 0..<count {
      let line = control.underline(at: Double(index), width: width)
      let n = Double(count)
      #expect(abs(line.length - width / (2 * n)) < 1e-9)
      #expect(abs(line.start - (Double(index) * width / n + width / (4 * n))) < 1e-9)
      let segment = control.segment(index, width: width)
      #expect(abs((line.start - segment.start) - (segment.end - line.end)) < 1e-9)
    }
  }

  @Test func aNegativeWidthIsNone() {
    let control = SegmentedControl()
    #expect(control.underline(at: 1, width: -5) == Span(start: 0, length: 0))
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
}
