import CUTF8Proc

extension String {
  /// The text in Unicode normalization form C: what is stored, compared and sent.
  ///
  /// A Mac writes Hangul in form D, two or three scalars a syllable; both forms become the same
  /// bytes here. Costs one pass without an allocation for ASCII and for texts of precomposed
  /// Hangul, kana and ideographs.
  public var normalizedNFC: String {
    if isCertainlyNFC { return self }
    let form = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
    guard unicodeScalars.contains(Self.beforeTrailingConsonants) else { return mapped(form) }
    return
      unicodeScalars
      .split(separator: Self.beforeTrailingConsonants, omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)).mapped(form) }
      .joined(separator: String(Self.beforeTrailingConsonants))
  }

  /// The scalar before Hangul's trailing consonants, an old vowel that composes with nothing: utf8proc 2.8
  /// takes it for no consonant behind a syllable and drops it, so that what lies around it is mapped alone.
  private static let beforeTrailingConsonants: Unicode.Scalar = "\u{11A7}"

  /// Whether every scalar is of a block that never changes in form C, alone or beside its
  /// neighbours.
  private var isCertainlyNFC: Bool {
    var copy = self
    let isASCII = copy.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 } }
    return isASCII || unicodeScalars.allSatisfy(\.isInertInNFC)
  }

  /// Maps the text with utf8proc, whose only faults are invalid UTF-8, which a `String` never
  /// holds, and a lack of memory.
  private func mapped(_ options: utf8proc_option_t) -> String {
    var copy = self
    return copy.withUTF8 { bytes in
      var result: UnsafeMutablePointer<UInt8>?
      let count = utf8proc_map(bytes.baseAddress, bytes.count, &result, options)
      precondition(count >= 0, "utf8proc could not map a valid text")
      defer { free(result) }
      return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar has neither a decomposition nor a part in one, and combining class 0.
  ///
  /// U+0300 begins the combining marks; below it every scalar is its own form C. Of kana the two
  /// combining sound marks (U+3099, U+309A) are left out.
  fileprivate var isInertInNFC: Bool {
    switch value {
    case 0..<0x300, 0xAC00...0xD7A3, 0x4E00...0x9FFF, 0x3041...0x3096, 0x309B...0x30FF,
      0x2010...0x2027, 0xFF01...0xFFEE, 0x1F300...0x1FAFF:
      true
    default: false
    }
  }
}
