import CUTF8Proc

/// One grapheme cluster with the cells that it takes in a terminal.
public struct TextCluster: Hashable, Sendable {
  /// The cluster's scalars, in form C and without controls.
  public let text: String
  /// The number of cells: 1 or 2, and more only where marks stand beside their letter.
  public let width: Int
  /// Whether terminals are known to disagree about ``width``.
  ///
  /// True for clusters of several scalars, for those beyond the basic plane and for lone medial
  /// and final jamo. After drawing one, the cursor's column is not known.
  public let isWidthDisputed: Bool
  /// The cells that a terminal takes which draws the scalars one by one; at least ``width``.
  public let reach: Int

  /// Makes a cluster of one ASCII character.
  init(ascii byte: UInt8) {
    text = String(Unicode.Scalar(byte))
    width = 1
    isWidthDisputed = false
    reach = 1
  }

  /// Makes a cluster of one scalar that always stands alone.
  init(alone scalar: Unicode.Scalar) {
    text = String(scalar)
    width = scalar.isASCII ? 1 : 2
    isWidthDisputed = false
    reach = width
  }

  /// Makes a cluster from all of its scalars.
  init(_ scalars: Substring.UnicodeScalarView) {
    text = String(scalars)
    width = Self.width(of: scalars)
    let first = scalars.first?.value ?? 0
    isWidthDisputed =
      first > 0xFFFF || (0x1160...0x11FF).contains(first) || (0xD7B0...0xD7FF).contains(first)
      || scalars.dropFirst().first != nil
    reach = max(width, scalars.reduce(0) { $0 + Self.unjoinedWidth(of: $1) })
  }

  /// The most cells that a terminal gives a scalar that it joins with no other; 0 for marks.
  public static func unjoinedWidth(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    // Regional indicators: some draw each as wide as the flag.
    case 0x1F1E6...0x1F1FF: 2
    default: tabulatedWidth(of: scalar)
    }
  }

  private static func tabulatedWidth(of scalar: Unicode.Scalar) -> Int {
    // What this block still has room for is kept for emoji, which newer tables know as wide.
    (0x1FA70...0x1FAFF).contains(scalar.value)
      ? 2 : Int(utf8proc_charwidth(utf8proc_int32_t(scalar.value)))
  }

  /// The widest scalar decides, with four corrections: an emoji selector widens a narrow base,
  /// two regional indicators are one flag, and a halfwidth sound mark takes a cell of its own, as
  /// does a mark that stands beside its letter, such as a vowel of Thai or Devanagari.
  ///
  /// Terminals that join such a mark to the letter leave its cell empty; with less room others would
  /// lose it.
  /// A scalar that the tables do not know yet takes one cell.
  private static func width(of scalars: Substring.UnicodeScalarView) -> Int {
    var widest = 0
    var ownCells = 0
    var regionalIndicators = 0
    for (place, scalar) in scalars.enumerated() {
      switch scalar.value {
      case 0xFE0F where widest == 1:
        widest = 2
      case 0x1F1E6...0x1F1FF:
        regionalIndicators += 1
        widest = max(widest, regionalIndicators == 2 ? 2 : 1)
      case 0xFF9E where place > 0, 0xFF9F where place > 0:
        ownCells += 1
      case _ where place > 0 && isSpacingMark(scalar):
        ownCells += 1
      default:
        widest = max(widest, tabulatedWidth(of: scalar))
      }
    }
    return max(widest, 1) + ownCells
  }

  /// Whether a scalar belongs to the letter before it and stands beside it.
  private static func isSpacingMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Vowel signs AM of Thai and Lao: letters by category, marks by their place in clusters.
    case 0x0E33, 0x0EB3: true
    // Tone marks of old Hangul, which the tables know as wide.
    case 0x302E, 0x302F: false
    default: utf8proc_category(utf8proc_int32_t(scalar.value)) == UTF8PROC_CATEGORY_MC
    }
  }
}

extension String {
  /// Calls `body` with each grapheme cluster of a displayable text, in order.
  func forEachCluster(_ body: (TextCluster) -> Void) {
    var start = unicodeScalars.startIndex
    var index = start
    var previous: Unicode.Scalar?
    var state: utf8proc_int32_t = 0
    while index < unicodeScalars.endIndex {
      let scalar = unicodeScalars[index]
      if let previous, isBreak(previous, scalar, &state) {
        body(TextCluster(Substring(unicodeScalars[start..<index]).unicodeScalars))
        start = index
      }
      previous = scalar
      index = unicodeScalars.index(after: index)
    }
    if previous != nil {
      body(TextCluster(Substring(unicodeScalars[start...]).unicodeScalars))
    }
  }
}

/// Tells whether a cluster ends between two scalars; asks utf8proc unless both always stand alone.
private func isBreak(
  _ left: Unicode.Scalar, _ right: Unicode.Scalar, _ state: inout utf8proc_int32_t
) -> Bool {
  if left.alwaysStandsAlone, right.alwaysStandsAlone {
    state = 0
    return true
  }
  return utf8proc_grapheme_break_stateful(
    utf8proc_int32_t(left.value), utf8proc_int32_t(right.value), &state)
}

extension Unicode.Scalar {
  /// Whether the scalar is a visible one of ASCII or a syllable of Hangul: beside one of its own kind
  /// it is a cluster, and it is as it is in form C.
  var alwaysStandsAlone: Bool {
    (0x20..<0x7F).contains(value) || (0xAC00...0xD7A3).contains(value)
  }
}
