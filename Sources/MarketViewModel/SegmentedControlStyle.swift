/// What a segmented control looks like: the numbers of its underline and its titles.
public enum SegmentedControlStyle: String, CaseIterable, Sendable {
  /// A rounded underline in the middle half of the segment, above a hairline.
  case inset
  /// A flat underline as wide as the segment, below a bold title.
  case full
  /// An underline as wide as the segment, which settles slowly after it has followed a finger.
  case follow

  /// Seconds that the underline takes to another segment.
  ///
  /// The flat control names none: its underline is a bare layer, which Core Animation moves in
  /// 0.25 s.
  public var slideDuration: Double {
    switch self {
    case .inset: 0.1
    case .full: 0.25
    case .follow: SwipePager.settleDuration
    }
  }

  /// The underline's height in points.
  public var underlineHeight: Double {
    switch self {
    case .inset: 7
    case .full, .follow: 4
    }
  }

  /// The radius of the underline's corners in points.
  public var underlineCornerRadius: Double {
    switch self {
    case .inset: 2.5
    case .full, .follow: 0
    }
  }

  /// The colour of underline and selected title unless another one is set.
  public var defaultThemeColor: RGB {
    switch self {
    case .inset, .follow: .pink
    case .full: .blue
    }
  }

  /// The part of a segment that the underline takes, in its middle.
  var underlinePart: Double {
    switch self {
    case .inset: 0.5
    case .full, .follow: 1
    }
  }

  /// The part of the whole height that the control takes; a hairline fills the rest.
  var controlPart: Double {
    switch self {
    case .inset: 0.98
    case .full, .follow: 1
    }
  }
}

/// How a segment's title looks.
public struct TitleAppearance: Hashable, Sendable {
  /// What a title is written in.
  public enum Color: Hashable, Sendable {
    /// The control's theme colour.
    case theme(RGB)
    /// The system's colour for text, which follows light and dark.
    case label
    /// Black.
    case black
  }

  /// The size of a title's letters.
  public enum TextSize: Hashable, Sendable {
    /// The size that the reader has chosen for subheadlines.
    case subheadline
    /// A size in points.
    case points(Double)
  }

  /// The colour.
  public let color: Color
  /// Whether the letters are bold.
  public let isBold: Bool
  /// The size.
  public let size: TextSize
}
