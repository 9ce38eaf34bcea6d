import MarketViewModel
import TestSupport
import Testing

@Suite struct SwipePagerTests {
  private static let width = 100.0

  private func pager(pages: Int, on page: Int = 0) -> SwipePager {
    var pager = SwipePager(
      control: SegmentedControl(titles: (0..<pages).map { "\($0)" }, style: .follow))
    pager.select(page, at: Moment(seconds: -9))
    return pager
  }

  // MARK: The page

  struct DragCase: CustomTestStringConvertible, Sendable {
    let origin: Int
    let offset: Double
    let target: Double
    let expected: Int
    var testDescription: String { "from \(origin), \(offset) → \(target)" }
  }

  @Test(arguments: [
    // Forward: up.
    DragCase(origin: 1, offset: 105, target: 110, expected: 2),
    DragCase(origin: 1, offset: 150, target: 200, expected: 2),
    // Back: down.
    DragCase(origin: 1, offset: 95, target: 90, expected: 0),
    // Forward and back again: the last direction decides.
    DragCase(origin: 1, offset: 160, target: 150, expected: 1),
    DragCase(origin: 1, offset: 40, target: 60, expected: 1),
    // Still: the nearest.
    DragCase(origin: 1, offset: 149, target: 149, expected: 1),
    DragCase(origin: 1, offset: 150, target: 150, expected: 2),
    DragCase(origin: 1, offset: 49, target: 49, expected: 0),
    // One page at most.
    DragCase(origin: 1, offset: 150, target: 390, expected: 2),
    DragCase(origin: 3, offset: 250, target: 0, expected: 2),
    DragCase(origin: 1, offset: 150, target: .infinity, expected: 2),
    // The ends.
    DragCase(origin: 0, offset: -20, target: -70, expected: 0),
    DragCase(origin: 4, offset: 420, target: 460, expected: 4),
    DragCase(origin: 0, offset: 0, target: 0, expected: 0),
    // Nonsense stays where it was.
    DragCase(origin: 2, offset: .nan, target: .nan, expected: 2),
    DragCase(origin: 9, offset: 400, target: 400, expected: 4),
  ])
  func aDragLeadsToOnePage(_ sample: DragCase) {
    #expect(
      SwipePager.page(
        from: sample.origin, offset: sample.offset, target: sample.target,
        pageWidth: Self.width, count: 5) == sample.expected)
  }

  /// The text's own steps, word for word, and the ends.
  private func oracle(_ current: Int, _ offset: Double, _ target: Double, _ count: Int) -> Int {
    let index = target / Self.width
    var rounded = index.rounded()
    if offset > target { rounded = index.rounded(.down) }
    if offset < target { rounded = index.rounded(.up) }
    var page = current
    if Double(current) > rounded {
      page -= 1
    } else if Double(current) < rounded {
      page += 1
    }
    return min(max(page, 0), count - 1)
  }

  @Test(arguments: Array(1...10) as [UInt64])
  func theRuleIsThatOfTheText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1_000 {
      let count = random.integer(in: 1...5)
      let origin = random.integer(in: 0...(count - 1))
      let offset = Double(random.integer(in: -40...200)) * 12.5
      let target = random.oneIn(4) ? offset : Double(random.integer(in: -40...200)) * 12.5
      let page = SwipePager.page(
        from: origin, offset: offset, target: target, pageWidth: Self.width, count: count)
      #expect(page == oracle(origin, offset, target, count), "seed \(seed)")
      #expect((page - origin).magnitude <= 1, "seed \(seed)")
    }
  }

  /// A scroll view that comes to rest on a page must not be sent one further by a rounding error.
  @Test(arguments: Array(1...10) as [UInt64])
  func aTargetOnAPageIsThatPageAtAnyWidth(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let width = Double.random(in: 0.01...2_000, using: &random)
      let page = random.integer(in: 1...8)
      let target = Double(page) * width
      for offset in [target - 1e-3, target + 1e-3, target] {
        #expect(
          SwipePager.page(
            from: page, offset: offset, target: target, pageWidth: width, count: 10) == page,
          "seed \(seed)")
      }
    }
  }

  @Test(arguments: [0, -1, -Double.infinity, Double.nan])
  func withoutAWidthThePageStays(width: Double) {
    var pager = pager(pages: 3, on: 1)
    pager.drag(to: 130, pageWidth: width, at: .start)
    #expect(pager.control.underlinePosition(at: .start) == 1)
    let isAnother = pager.release(at: 130, target: 300, pageWidth: width, at: .start)
    #expect(!isAnother)
    #expect(pager.pageIndex == 1)
    #expect(pager.restingOffset(pageWidth: width) == 0)
  }

  // MARK: The underline

  @Test func theUnderlineFollowsTheFingerAndStaysInside() {
    var pager = pager(pages: 3, on: 1)
    let begins = pager.drag(to: 100, pageWidth: Self.width, at: .start)
    #expect(begins)
    for (offset, position) in [(125.0, 1.25), (40, 0.4), (-30, 0), (230, 2), (180, 1.8)] {
      let begins = pager.drag(to: offset, pageWidth: Self.width, at: .start)
      #expect(!begins)
      #expect(pager.isDragging)
      #expect((pager.control.underlinePosition(at: .start) - position).magnitude < 1e-9)
      #expect(!pager.control.isAnimating(at: .start))
      #expect(pager.pageIndex == 1)
    }
    let line = pager.control.underline(width: 300, at: .start)
    #expect((line.start - 180).magnitude < 1e-9)
  }

  @Test func theUnderlineSettlesInThreeTenthsOfASecond() {
    var pager = pager(pages: 3, on: 0)
    pager.drag(to: 40, pageWidth: Self.width, at: .start)
    let isAnother = pager.release(
      at: 40, target: 60, pageWidth: Self.width, at: Moment(seconds: 1))
    #expect(isAnother)
    #expect(!pager.isDragging)
    #expect(pager.pageIndex == 1)
    #expect(pager.restingOffset(pageWidth: Self.width) == 100)
    #expect(pager.control.underlinePosition(at: Moment(seconds: 1)) == 0.4)
    #expect(pager.control.isAnimating(at: Moment(seconds: 1.299)))
    #expect(pager.control.underline(width: 300, at: Moment(seconds: 1.3)).start == 100)
  }

  @Test func aDragThatLeadsNowhereGoesBack() {
    for isCancelled in [false, true] {
      var pager = pager(pages: 2, on: 0)
      pager.drag(to: 30, pageWidth: Self.width, at: .start)
      if isCancelled {
        pager.cancelDrag(at: .start)
      } else {
        let isAnother = pager.release(at: 30, target: 30, pageWidth: Self.width, at: .start)
        #expect(!isAnother)
      }
      #expect(!pager.isDragging)
      #expect(pager.pageIndex == 0)
      #expect(pager.control.underlinePosition(at: .start) == 0.3)
      #expect(pager.control.underlinePosition(at: Moment(seconds: 0.3)) == 0)
    }
  }

  @Test func aDragTakesAMovingUnderlineAlongFromWhereItIs() {
    var pager = pager(pages: 3, on: 0)
    pager.select(1, at: .start)
    let moment = Moment(seconds: 0.12)
    let seen = pager.control.underlinePosition(at: moment)
    #expect(seen > 0.1 && seen < 0.9)
    pager.drag(to: 100, pageWidth: Self.width, at: moment)
    #expect((pager.control.underlinePosition(at: moment) - seen).magnitude < 1e-9)
    pager.drag(to: 130, pageWidth: Self.width, at: moment)
    #expect((pager.control.underlinePosition(at: moment) - (seen + 0.3)).magnitude < 1e-9)
  }

  @Test func aSelectionEndsADrag() {
    var pager = pager(pages: 3, on: 0)
    pager.drag(to: 30, pageWidth: Self.width, at: .start)
    let isSelected = pager.select(2, at: .start)
    #expect(isSelected)
    #expect(!pager.isDragging)
    #expect(pager.control.underlinePosition(at: .start) == 0.3)
    #expect(pager.control.underlinePosition(at: Moment(seconds: 1)) == 2)
    let isAbsent = pager.select(3, at: .start)
    #expect(!isAbsent)
  }

  @Test func reducedMotionStillFollowsTheFingerAndSettlesAtOnce() {
    var control = SegmentedControl(style: .follow)
    control.reducesMotion = true
    var pager = SwipePager(control: control)
    pager.drag(to: 25, pageWidth: Self.width, at: .start)
    #expect(pager.control.underlinePosition(at: .start) == 0.25)
    pager.release(at: 25, target: 80, pageWidth: Self.width, at: .start)
    #expect(pager.control.underlinePosition(at: .start) == 1)
  }
}
