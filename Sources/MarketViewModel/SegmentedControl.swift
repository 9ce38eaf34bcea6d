import MarketCatalog

/// A row of titled segments of equal width, one of them selected and underlined.
///
/// Geometry is a function of the state, the size and the moment, so it can be asked at any time and
/// for any size, in any unit: points, pixels or cells.
public struct SegmentedControl: Hashable, Sendable {
  /// What the control looks like.
  public let style: SegmentedControlStyle
  /// The segments' titles, from the left.
  public private(set) var titles: [String]
  /// The selected segment, counted from 0; always a segment that exists.
  public private(set) var selectedIndex = 0
  /// The colour of the underline and the selected title.
  public var themeColor: RGB
  /// Whether the underline moves without time; set while it is on its way, it arrives at once.
  public var reducesMotion = false {
    didSet { if reducesMotion { slide.finish() } }
  }
  /// The underline's position in segments.
  private var slide = Transition(restingAt: 0)

  /// Makes a control with one segment for each page; the first is selected.
  public init(style: SegmentedControlStyle = .inset, themeColor: RGB? = nil) {
    self.init(titles: Page.inventory, style: style, themeColor: themeColor)
  }

  /// Makes a control with at least one title; the first segment is selected.
  ///
  /// Without a theme colour it takes the style's own.
  public init(
    titles: [String], style: SegmentedControlStyle = .inset, themeColor: RGB? = nil
  ) {
    precondition(!titles.isEmpty, "a segmented control needs a segment")
    self.titles = titles
    self.style = style
    self.themeColor = themeColor ?? style.defaultThemeColor
  }

  // MARK: Changes

  /// Selects a segment, and sends the underline there from where the eye sees it.
  ///
  /// - Parameters:
  ///   - index: The segment, counted from 0.
  ///   - moment: The present.
  /// - Returns: False, and nothing has changed, when there is no such segment.
  @discardableResult
  public mutating func select(_ index: Int, at moment: Moment) -> Bool {
    select(index, at: moment, over: style.slideDuration)
  }

  /// Sets a segment's title; false, and no change, when there is none with that index.
  @discardableResult
  public mutating func setTitle(_ title: String, at index: Int) -> Bool {
    guard titles.indices.contains(index) else { return false }
    titles[index] = title
    return true
  }

  /// Selects a segment and lets the underline take another time than the style's.
  mutating func select(_ index: Int, at moment: Moment, over duration: Double) -> Bool {
    guard titles.indices.contains(index) else { return false }
    selectedIndex = index
    slide.retarget(to: Double(index), at: moment, over: reducesMotion ? 0 : duration)
    return true
  }

  /// Puts the underline under the selected segment at once.
  mutating func rest() {
    slide.finish()
  }

  /// Holds the underline at a position, as a finger does.
  mutating func hold(at position: Double) {
    slide = Transition(restingAt: min(max(position, 0), Double(titles.count - 1)))
  }

  // MARK: Time

  /// The underline's position, counted in segments: where it rests under segment i it is i.
  ///
  /// From 0 to the last segment; a fraction while the underline is on its way.
  public func underlinePosition(at moment: Moment) -> Double { slide.value(at: moment) }

  /// Tells whether the picture will be another one a moment later.
  public func isAnimating(at moment: Moment) -> Bool { !slide.isFinished(at: moment) }

  // MARK: One axis

  /// The part of the width that a segment takes: from i·W/n on, W/n long.
  public func segment(_ index: Int, width: Double) -> Span {
    Span(start: start(ofSegment: index, width: width), length: segmentLength(width))
  }

  /// The underline at a moment; see ``underline(at:width:)``.
  public func underline(width: Double, at moment: Moment) -> Span {
    underline(at: underlinePosition(at: moment), width: width)
  }

  /// The underline for a position in segments.
  ///
  /// W/(2n) long from i·W/n + W/(4n) on in the style ``SegmentedControlStyle/inset``; W/n long from
  /// i·W/n on in the others.
  public func underline(at position: Double, width: Double) -> Span {
    let length = segmentLength(width)
    let part = style.underlinePart
    return Span(start: position * length + length * (1 - part) / 2, length: length * part)
  }

  /// The segment under a point, by the arithmetic that draws the segments.
  ///
  /// Points outside belong to the nearest segment, the last pixel to the last one.
  public func segmentIndex(at x: Double, width: Double) -> Int {
    let width = Size.length(width)
    guard width > 0, x > 0 else { return 0 }
    guard x < width else { return titles.count - 1 }
    var index = min(Int(x / width * Double(titles.count)), titles.count - 1)
    // A quotient may be rounded across the edge that is drawn.
    if x < start(ofSegment: index, width: width) { index -= 1 }
    if index + 1 < titles.count, x >= start(ofSegment: index + 1, width: width) { index += 1 }
    return index
  }

  private func segmentLength(_ width: Double) -> Double {
    Size.length(width) / Double(titles.count)
  }

  private func start(ofSegment index: Int, width: Double) -> Double {
    Double(index) * Size.length(width) / Double(titles.count)
  }
}

// MARK: - Frames

extension SegmentedControl {
  /// The control itself in the whole place that it is given: all of the width, and all of the
  /// height but the hairline's.
  public func controlFrame(in place: Size) -> Frame {
    Frame(x: 0, y: 0, width: place.width, height: place.height * style.controlPart)
  }

  /// The hairline below the control, from 98 % of the height on in the style
  /// ``SegmentedControlStyle/inset``; nil in the others.
  public func hairlineFrame(in place: Size) -> Frame? {
    switch style {
    case .inset:
      let top = controlFrame(in: place).height
      return Frame(x: 0, y: top, width: place.width, height: place.height - top)
    case .full, .follow: return nil
    }
  }

  /// The underline at the bottom of a control of the given size, never taller than the control.
  public func underlineFrame(in size: Size, at moment: Moment) -> Frame {
    let span = underline(width: size.width, at: moment)
    let height = min(style.underlineHeight, size.height)
    return Frame(x: span.start, y: size.height - height, width: span.length, height: height)
  }

  /// Where a title is centred in a control of the given size.
  ///
  /// From 8 points below the top on and 12 points less high than the control in the style
  /// ``SegmentedControlStyle/full``, the whole segment in the others.
  public func titleFrame(_ index: Int, in size: Size) -> Frame {
    let span = segment(index, width: size.width)
    let (top, height) =
      switch style {
      case .full: (min(8, size.height), max(size.height - 12, 0))
      case .inset, .follow: (0, size.height)
      }
    return Frame(x: span.start, y: top, width: span.length, height: height)
  }

  /// How a title looks: the selected one in the theme colour, and bold in the style
  /// ``SegmentedControlStyle/full``.
  public func titleAppearance(_ index: Int) -> TitleAppearance {
    let isSelected = index == selectedIndex
    switch style {
    case .inset, .follow:
      return TitleAppearance(
        color: isSelected ? .theme(themeColor) : .label, isBold: false, size: .subheadline)
    case .full:
      return TitleAppearance(
        color: isSelected ? .theme(themeColor) : .black, isBold: isSelected, size: .points(17))
    }
  }
}
