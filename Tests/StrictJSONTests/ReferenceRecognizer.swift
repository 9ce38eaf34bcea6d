/// A second, naive opinion on what the strict reader takes: RFC 8259 word for word, plus no
/// duplicate names, no NUL and no surrogate halves.
///
/// Numbers are checked for their grammar only, so the generated ones stay within range.
struct ReferenceRecognizer {
  private var scalars: [Unicode.Scalar] = []
  private var index = 0
  private let rules: Rules

  /// What is taken.
  enum Rules {
    /// RFC 8259 and what the strict reader asks for beyond it.
    case strict
    /// RFC 8259 alone.
    case grammar
  }

  private init(_ rules: Rules) { self.rules = rules }

  static func accepts(_ bytes: [UInt8], _ rules: Rules = .strict) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    var recognizer = ReferenceRecognizer(rules)
    recognizer.scalars = Array(text.unicodeScalars)
    recognizer.skipBlanks()
    guard recognizer.value() else { return false }
    recognizer.skipBlanks()
    return recognizer.index == recognizer.scalars.count
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let scalar = next, " \t\n\r".unicodeScalars.contains(scalar) { index += 1 }
  }

  private mutating func word(_ word: String) -> Bool {
    for scalar in word.unicodeScalars { guard take(scalar) else { return false } }
    return true
  }

  private mutating func value() -> Bool {
    switch next {
    case "{": return object()
    case "[": return array()
    case "\"": return string() != nil
    case "t": return word("true")
    case "f": return word("false")
    case "n": return word("null")
    default: return number()
    }
  }

  private mutating func object() -> Bool {
    guard take("{") else { return false }
    var names: Set<[Unicode.Scalar]> = []
    skipBlanks()
    if take("}") { return true }
    while true {
      skipBlanks()
      guard let name = string(), names.insert(name).inserted || rules == .grammar else {
        return false
      }
      skipBlanks()
      guard take(":") else { return false }
      skipBlanks()
      guard value() else { return false }
      skipBlanks()
      if take("}") { return true }
      guard take(",") else { return false }
    }
  }

  private mutating func array() -> Bool {
    guard take("[") else { return false }
    skipBlanks()
    if take("]") { return true }
    while true {
      skipBlanks()
      guard value() else { return false }
      skipBlanks()
      if take("]") { return true }
      guard take(",") else { return false }
    }
  }

  private mutating func string() -> [Unicode.Scalar]? {
    guard take("\"") else { return nil }
    var result: [Unicode.Scalar] = []
    while let scalar = next {
      index += 1
      switch scalar {
      case "\"": return result
      case "\\":
        guard let escaped = escape() else { return nil }
        result.append(escaped)
      default:
        guard scalar.value >= 0x20 else { return nil }
        result.append(scalar)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    index += 1
    switch scalar {
    case "\"", "\\", "/": return scalar
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      guard let unit = hexadecimal() else { return nil }
      // Which one it is matters to nobody.
      if rules == .grammar { return "u" }
      guard unit != 0 else { return nil }
      if (0xD800..<0xDC00).contains(unit) {
        guard take("\\"), take("u"), let low = hexadecimal(), (0xDC00..<0xE000).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      }
      return Unicode.Scalar(unit)
    default: return nil
    }
  }

  private mutating func hexadecimal() -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = next, scalar.isASCII, let digit = Character(scalar).hexDigitValue
      else { return nil }
      index += 1
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private mutating func digits() -> Int {
    let start = index
    while let scalar = next, ("0"..."9").contains(scalar) { index += 1 }
    return index - start
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") { guard digits() > 0 else { return false } }
    if take(".") { guard digits() > 0 else { return false } }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard digits() > 0 else { return false }
    }
    return true
  }
}
