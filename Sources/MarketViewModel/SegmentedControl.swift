import MarketCatalog

/// A stretch of a horizontal axis, in the unit of the width that it was asked for.
public struct Span: Hashable, Sendable {
  /// Where the stretch begins.
  public var start: Double
  /// How long it is; 0 or more.
  public var length: Double

  /// Makes a stretch.
  public init(start: Double, length: Double) {
    self.start = start
    self.length = length
  }

  /// Where the stretch ends.
  public var end: Double { start + length }
}

/// A row of titled segments of equal width, one of them selected and underlined.
///
/// Geometry is a function of the state and the width, so it can be asked at any moment and for any
/// width, in any unit: points, pixels or cells.
public struct SegmentedControl: Hashable, Sendable {
  /// The segments' titles, from the left.
  public let titles: [String]
  /// The selected segment, counted from 0; always a segment that exists.
  public private(set) var selectedIndex: Int

  /// Makes a control with one segment for each page; the first is selected.
  public init() {
    self.init(titles: Page.inventory)
  }

  /// Makes a control with at least one title; the first segment is selected.
  public init(titles: [String]) {
    precondition(!titles.isEmpty, "a segmented control needs a segment")
    self.titles = titles
    selectedIndex = 0
  }

  /// Selects a segment; false, and no change, when there is none with that index.
  @discardableResult
  public mutating func select(_ index: Int) -> Bool {
    guard titles.indices.contains(index) else { return false }
    selectedIndex = index
    return true
  }

  /// The underline's place, counted in segments: where it rests under segment i it is i.
  ///
  /// A fraction while the underline is on its way.
  public var underlinePosition: Double { Double(selectedIndex) }

  /// The part of the width that a segment takes: from i·W/n on, W/n long.
  public func segment(_ index: Int, width: Double) -> Span {
    let length = max(width, 0) / Double(titles.count)
    return Span(start: Double(index) * length, length: length)
  }

  /// The underline for a position in segments: W/(2n) long, starting at i·W/n + W/(4n).
  public func underline(at position: Double, width: Double) -> Span {
    let length = max(width, 0) / Double(titles.count)
    return Span(start: position * length + length / 4, length: length / 2)
  }

  /// The segment under a point, by the arithmetic that draws the segments.
  ///
  /// Points outside belong to the nearest segment, the last pixel to the last one.
  public func segmentIndex(at x: Double, width: Double) -> Int {
    guard width > 0, x > 0 else { return 0 }
    let place = x * Double(titles.count) / width
    return place < Double(titles.count) ? Int(place) : titles.count - 1
  }
}
