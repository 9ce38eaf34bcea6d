/// Pages beside each other that a finger drags, and the segments above whose underline follows.
///
/// Offsets are those of a scroll view: how far the content has moved to the left, 0 where the first
/// page rests and i·W where page i does, with the leading inset added when there is one.
public struct SwipePager: Hashable, Sendable {
  /// Seconds that the underline takes to settle when the finger lets go.
  public static let settleDuration = 0.3

  /// The segments; the selected one is the page, so that the two can never disagree.
  public internal(set) var control: SegmentedControl
  /// The underline's position less the content's, both in pages, while a finger drags.
  private var grip: Double?

  /// Makes a pager with one page for each segment of a control.
  public init(control: SegmentedControl) {
    self.control = control
  }

  /// The selected page, counted from 0.
  public var pageIndex: Int { control.selectedIndex }
  /// Whether a finger drags.
  public var isDragging: Bool { grip != nil }

  /// Where the content rests: what a scroll view is told as its target, less the leading inset.
  public func restingOffset(pageWidth: Double) -> Double {
    Double(pageIndex) * Size.length(pageWidth)
  }

  /// Lets the underline follow a finger; true for the first message of a drag.
  ///
  /// A drag that begins while the underline is on its way takes it along from where it is.
  ///
  /// - Parameters:
  ///   - offset: The content's offset.
  ///   - pageWidth: A page's width, in the unit of the offset.
  ///   - moment: The present.
  /// - Returns: Whether the drag begins.
  @discardableResult
  public mutating func drag(to offset: Double, pageWidth: Double, at moment: Moment) -> Bool {
    let place = place(of: offset, pageWidth: pageWidth)
    let begins = grip == nil
    let grip = self.grip ?? grip(at: place, moment)
    self.grip = grip
    control.hold(at: grip + place)
    return begins
  }

  /// Ends a drag and selects the page that it leads to, by
  /// ``page(from:offset:target:pageWidth:count:)``.
  ///
  /// - Parameters:
  ///   - offset: The content's offset where the finger lets go.
  ///   - target: The offset where the content would come to rest by itself.
  ///   - pageWidth: A page's width, in the unit of the offsets.
  ///   - moment: The present.
  /// - Returns: Whether another page is selected than before.
  @discardableResult
  public mutating func release(
    at offset: Double, target: Double, pageWidth: Double, at moment: Moment
  ) -> Bool {
    let before = pageIndex
    settle(
      on: Self.page(
        from: before, offset: offset, target: target, pageWidth: pageWidth,
        count: control.titles.count),
      at: moment)
    return pageIndex != before
  }

  /// Ends a drag without a choice, as when the system takes the touch away.
  public mutating func cancelDrag(at moment: Moment) {
    if isDragging { settle(on: pageIndex, at: moment) }
  }

  /// Selects a page without a finger, and ends a drag that goes on.
  ///
  /// - Parameters:
  ///   - index: The page, counted from 0.
  ///   - moment: The present.
  /// - Returns: False, and nothing has changed, when there is no such page.
  @discardableResult
  public mutating func select(_ index: Int, at moment: Moment) -> Bool {
    guard control.select(index, at: moment) else { return false }
    grip = nil
    return true
  }

  /// The page that a drag leads to.
  ///
  /// The target's place in pages is rounded up when the content moves forward, down when it moves
  /// back, to the nearest page when it is still; the result is at most one page from where the drag
  /// began, and always a page that exists.
  ///
  /// - Parameters:
  ///   - origin: The page where the drag began, counted from 0.
  ///   - offset: The content's offset where the finger lets go.
  ///   - target: The offset where the content would come to rest by itself.
  ///   - pageWidth: A page's width, in the unit of the offsets; without any the page stays.
  ///   - count: How many pages there are.
  /// - Returns: The page, counted from 0.
  public static func page(
    from origin: Int, offset: Double, target: Double, pageWidth: Double, count: Int
  ) -> Int {
    let origin = min(max(origin, 0), max(count - 1, 0))
    guard pageWidth > 0 else { return origin }
    let place = target / pageWidth
    let nearest = place.rounded()
    let rounded: Double
    if (place - nearest).magnitude < 1e-9 {
      // Where a page rests, up to the error of the division.
      rounded = nearest
    } else if target > offset {
      rounded = place.rounded(.up)
    } else if target < offset {
      rounded = place.rounded(.down)
    } else {
      rounded = nearest
    }
    if rounded > Double(origin) { return min(origin + 1, max(count - 1, 0)) }
    if rounded < Double(origin) { return max(origin - 1, 0) }
    return origin
  }

  private mutating func settle(on page: Int, at moment: Moment) {
    grip = nil
    _ = control.select(page, at: moment, over: Self.settleDuration)
  }

  /// What to add to the content's place so that an underline on its way does not jump.
  private func grip(at place: Double, _ moment: Moment) -> Double {
    control.isAnimating(at: moment) ? control.underlinePosition(at: moment) - place : 0
  }

  /// An offset counted in pages; the selected page where there is no telling.
  private func place(of offset: Double, pageWidth: Double) -> Double {
    let place = offset / Size.length(pageWidth)
    return place.isFinite ? place : Double(pageIndex)
  }
}
