import CUTF8Proc

extension String {
  /// The text in a form that any terminal may be sent: form C, one line, nothing that steers.
  ///
  /// Line breaks and tabs become spaces, other controls U+FFFD; what is invisible or turns the
  /// writing direction (zero-width space, bidirectional controls, byte-order mark) is left out.
  /// Joiners, selectors and tags stay where they shape a cluster. A mark that begins the text gets
  /// a space to stand on.
  public var displayable: String {
    if isPrintableASCII { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      guard let shown = scalar.shown else { continue }
      // Behind a letter that never joins it shapes nothing, but some terminals put the next one into
      // the same cell.
      if shown.isJoiner, let last = scalars.last, last.alwaysStandsAlone { continue }
      if scalars.isEmpty, shown.leansOnTheOneBefore { scalars.append(" ") }
      scalars.append(shown)
    }
    return String(scalars).normalizedNFC
  }

  /// Whether the text is made of visible ASCII characters and spaces only.
  var isPrintableASCII: Bool {
    var copy = self
    return copy.withUTF8 { bytes in bytes.allSatisfy { (0x20..<0x7F).contains($0) } }
  }
}

extension Unicode.Scalar {
  /// What is shown in the scalar's place, or nil for nothing.
  fileprivate var shown: Unicode.Scalar? {
    switch value {
    case 0x20..<0x7F, 0xAC00...0xD7A3, 0x200C, 0x200D, 0xE0020...0xE007F: return self
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: return " "
    case 0..<0x20, 0x7F...0x9F: return "\u{FFFD}"
    default: break
    }
    let isFormat = category == UTF8PROC_CATEGORY_CF
    return isFormat && (value == 0xAD || cells == 0) ? nil : self
  }

  /// Whether the scalar joins what stands around it, or keeps it apart.
  fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// Whether the scalar is drawn on the one before it: marks, joiners, selectors, tags.
  fileprivate var leansOnTheOneBefore: Bool {
    cells == 0
      && [
        UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_CF,
      ].contains(category)
  }

  private var category: utf8proc_category_t {
    utf8proc_category(utf8proc_int32_t(value))
  }

  private var cells: Int { Int(utf8proc_charwidth(utf8proc_int32_t(value))) }
}
