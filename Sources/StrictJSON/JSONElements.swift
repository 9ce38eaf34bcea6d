import CJansson

// Documents that hold rows, of which one that breaks a rule of this reader need not spoil the others.

extension JSONDocument {
  /// Where the elements of an array stand that is the only member of the document's object.
  ///
  /// For documents that were refused: one whose grammar is right, and whose nesting and number of values
  /// are within the limits, can be read element by element, so that only those are refused that hold a
  /// number that would lose something, a text with NUL or half of a surrogate pair, or a name twice.
  ///
  /// - Parameters:
  ///   - name: The member's name, as it must be written.
  ///   - bytes: The document in UTF-8.
  ///   - limits: What is taken before the whole is refused.
  /// - Returns: The bytes of each element, in their order, each fit to be parsed by itself; nil when the
  ///   document is not JSON, exceeds the limits, or is anything else than such an object.
  public static func elementRanges(
    ofOnly name: String, in bytes: [UInt8], limits: JSONLimits = .body
  ) -> [Range<Int>]? {
    guard JSONGrammar.accepts(bytes, limits) else { return nil }
    var scanner = ElementScanner(bytes)
    guard scanner.take("{"), scanner.takeName(name), scanner.take(":"), scanner.take("[") else {
      return nil
    }
    var ranges: [Range<Int>] = []
    if !scanner.take("]") {
      repeat { ranges.append(scanner.takeValue()) } while scanner.take(",")
      guard scanner.take("]") else { return nil }
    }
    // What follows instead is another member.
    return scanner.take("}") ? ranges : nil
  }
}

/// The grammar of RFC 8259 without the rules that this reader adds to it.
enum JSONGrammar {
  /// Whether bytes are JSON, and within the limits of nesting and number of values.
  ///
  /// The parser judges a copy in which whatever breaks one of its rules of values stands for something
  /// harmless of the same length.
  static func accepts(_ bytes: [UInt8], _ limits: JSONLimits) -> Bool {
    var limits = limits
    limits.refusesInexactNumbers = false
    guard !bytes.isEmpty, JSONInspection(limits: limits).firstFault(in: bytes, from: 0) == nil
    else { return false }
    let parsed = harmless(bytes).withUnsafeBytes { buffer in
      json_loadb(buffer.baseAddress, buffer.count, Int(JSON_DECODE_ANY), nil)
    }
    guard let parsed else { return false }
    json_decref(parsed)
    return true
  }

  /// The bytes with 0 for each number, and U+FFFD for each escape of NUL or a surrogate.
  private static func harmless(_ bytes: [UInt8]) -> [UInt8] {
    var copy = bytes
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          let isEscape = bytes[index] == UInt8(ascii: "\\")
          if isEscape, let unit = escapedUnit(in: bytes, at: index + 1),
            unit == 0 || (0xD800..<0xE000).contains(unit)
          {
            copy.replaceSubrange(index + 2..<index + 6, with: "fffd".utf8)
          }
          index += isEscape ? 2 : 1
        }
        index += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let end = JSONInspection.endOfNumber(in: bytes, from: index)
        if isNumber(bytes[index..<end]) {
          for place in index..<end { copy[place] = UInt8(ascii: place == index ? "0" : " ") }
        }
        index = end
      case _:
        index += 1
      }
    }
    return copy
  }

  /// The number behind a `u` and four hexadecimal digits.
  private static func escapedUnit(in bytes: [UInt8], at place: Int) -> UInt32? {
    guard place + 5 <= bytes.count, bytes[place] == UInt8(ascii: "u") else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[place + 1..<place + 5] {
      switch byte {
      case 48...57: unit = unit << 4 | UInt32(byte - 48)
      case 65...70: unit = unit << 4 | UInt32(byte - 55)
      case 97...102: unit = unit << 4 | UInt32(byte - 87)
      case _: return nil
      }
    }
    return unit
  }

  /// Whether the bytes are a number of RFC 8259, 6, as far as it may be.
  private static func isNumber(_ literal: ArraySlice<UInt8>) -> Bool {
    var rest = literal
    func takeDigits() -> Int {
      let digits = rest.prefix { (48...57).contains($0) }.count
      rest = rest.dropFirst(digits)
      return digits
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let digits = takeDigits()
    guard digits == 1 || digits > 1 && !startsWithZero else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard takeDigits() > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}

/// Goes from value to value of bytes that are JSON.
private struct ElementScanner {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Takes a character of the structure when it comes next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Takes a name that is written without escapes when it comes next.
  mutating func takeName(_ name: String) -> Bool {
    skipBlanks()
    let written = "\"" + name + "\""
    guard bytes[place...].starts(with: written.utf8) else { return false }
    place += written.utf8.count
    return true
  }

  /// Takes a whole value, without the blanks around it.
  mutating func takeValue() -> Range<Int> {
    skipBlanks()
    let start = place
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place = JSONInspection.endOfString(in: bytes, from: place + 1)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard depth > 0 else { return start..<place }
        depth -= 1
      case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
        guard depth > 0 else { return start..<place }
      case _: break
      }
      place += 1
    }
    return start..<place
  }

  private mutating func skipBlanks() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }
}
