// Lengths are in any unit: points, pixels or cells. x grows to the right, y downward.

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

/// A place in a control, counted from its top left corner.
public struct Point: Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Downward.
  public var y: Double

  /// Makes a place.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A control's width and height.
public struct Size: Hashable, Sendable {
  /// From left to right; 0 or more, and finite.
  public let width: Double
  /// From top to bottom; 0 or more, and finite.
  public let height: Double

  /// Makes a size; a side that is negative, endless or not a number becomes 0.
  public init(width: Double, height: Double) {
    self.width = Self.length(width)
    self.height = Self.length(height)
  }

  /// A length as geometry can use it: 0 for what is negative, endless or not a number.
  static func length(_ value: Double) -> Double {
    value > 0 && value.isFinite ? value : 0
  }
}

/// A rectangle in a control.
public struct Frame: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// From left to right; 0 or more.
  public var width: Double
  /// From top to bottom; 0 or more.
  public var height: Double

  /// Makes a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Tells whether a place is inside; the right and the bottom edge are outside.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
  }
}
