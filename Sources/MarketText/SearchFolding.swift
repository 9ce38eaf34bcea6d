import CUTF8Proc

extension String {
  /// The text as search compares it: form KC, without case and without what is never visible.
  ///
  /// Width, case and the form in which a text was typed make no difference then: `Ｃａｆｅ́` and
  /// `café`, Hangul of a Mac and of anyone else. Both the word and the text must be folded; folding
  /// twice changes nothing.
  public var foldedForSearch: String {
    var folded = FoldedText()
    var copy = self
    copy.withUTF8 { folded.fold($0.span) }
    return folded.text
  }

  /// The words of a search, each folded and once, in the order in which they first come.
  ///
  /// Words are what whitespace separates; none are dropped, however short. Empty when nothing
  /// visible is in the text.
  public var searchWords: [String] {
    var words: [String] = []
    for part in foldedForSearch.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
      let word = String(part)
      if !words.contains(word) { words.append(word) }
    }
    return words
  }
}

/// A folded text as Unicode scalars, whose memory is used again for the next text.
public struct FoldedText: Sendable {
  /// The scalars' values.
  public private(set) var scalars: [UInt32] = []

  /// Makes an empty text.
  public init() {}

  /// Makes the folded form of a text.
  public init(_ text: String) {
    var copy = text
    copy.withUTF8 { fold($0.span) }
  }

  /// The text.
  public var text: String {
    var view = String.UnicodeScalarView()
    for value in scalars {
      if let scalar = Unicode.Scalar(value) { view.append(scalar) }
    }
    return String(view)
  }

  /// Takes another text, as ``Swift/String/foldedForSearch`` folds it; what is no UTF-8 becomes
  /// U+FFFD.
  ///
  /// Nearly all Korean, Japanese, Chinese and English texts are read in one pass without a look into
  /// Unicode's tables.
  public mutating func fold(_ utf8: Span<UInt8>) {
    scalars.removeAll(keepingCapacity: true)
    utf8.withUnsafeBufferPointer { bytes in
      if !foldPlain(bytes) { foldAny(bytes) }
    }
  }

  /// Whether a word, as the scalars of a folded text, stands anywhere in the text; an empty one does.
  public func contains(_ word: [UInt32]) -> Bool {
    guard let first = word.first else { return true }
    guard scalars.count >= word.count else { return false }
    return scalars.withUnsafeBufferPointer { scalars in
      word.withUnsafeBufferPointer { word in
        for start in 0...(scalars.count - word.count) where scalars[start] == first {
          var matched = 1
          while matched < word.count, scalars[start + matched] == word[matched] { matched += 1 }
          if matched == word.count { return true }
        }
        return false
      }
    }
  }

  // MARK: Folding

  /// Folds a text of scalars that fold one by one; false, with nothing promised, for any other.
  private mutating func foldPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    while position < bytes.count {
      let lead = UInt32(bytes[position])
      if lead < 0x80 {
        scalars.append(lead &- 65 < 26 ? lead + 32 : lead)
        position += 1
        continue
      }
      // Of two and three bytes; longer and broken ones go the other way.
      let length = lead >= 0xE0 ? 3 : 2
      guard lead >= 0xC2, lead < 0xF0, position + length <= bytes.count else { return false }
      var value = lead & (length == 3 ? 0x0F : 0x1F)
      for next in bytes[(position + 1)..<(position + length)] {
        guard next & 0xC0 == 0x80 else { return false }
        value = value << 6 | UInt32(next & 0x3F)
      }
      guard let folded = Self.plainFold(value) else { return false }
      scalars.append(folded)
      position += length
    }
    return true
  }

  /// What a scalar outside of ASCII folds to whatever stands beside it, or nil where that takes
  /// Unicode's tables.
  static func plainFold(_ value: UInt32) -> UInt32? {
    switch value {
    // Hangul, ideographs, kana without sound marks of their own, and usual signs.
    case 0xAC00...0xD7A3, 0x4E00...0x9FFF, 0x3041...0x3096, 0x30A1...0x30FE, 0x3001...0x3029,
      0x2013...0x2014, 0x2018...0x201D, 0x00B7, 0x00E0...0x00FE:
      value
    case 0x00C0...0x00DE where value != 0x00D7: value + 0x20
    // Full-width forms of ASCII.
    case 0xFF01...0xFF5E:
      value - 0xFEE0 &- 65 < 26 ? value - 0xFEE0 + 32 : value - 0xFEE0
    default: nil
    }
  }

  /// Folds any text with utf8proc, whose only faults are invalid UTF-8 and a lack of memory.
  private mutating func foldAny(_ bytes: UnsafeBufferPointer<UInt8>) {
    scalars.removeAll(keepingCapacity: true)
    let options = utf8proc_option_t(
      UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
        | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_IGNORE.rawValue)
    var result: UnsafeMutablePointer<UInt8>?
    let count = utf8proc_map(bytes.baseAddress, bytes.count, &result, options)
    defer { free(result) }
    guard count >= 0 else {
      let repaired = String(decoding: bytes, as: UTF8.self)
      precondition(!repaired.utf8.elementsEqual(bytes), "utf8proc could not fold a valid text")
      self = FoldedText(repaired)
      return
    }
    let folded = UnsafeBufferPointer(start: result, count: count)
    scalars.append(contentsOf: String(decoding: folded, as: UTF8.self).unicodeScalars.map(\.value))
  }
}
