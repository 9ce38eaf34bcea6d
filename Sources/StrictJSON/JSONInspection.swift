/// Walks over a document's bytes before they are parsed and looks for what the parser lets pass:
/// too much nesting, too many values, numbers that lose something, NUL.
///
/// It judges nothing else: in a document that is not JSON it may miss or mistake anything, since the
/// parser refuses that anyway.
struct JSONInspection {
  let limits: JSONLimits

  /// A fault, the place of the byte at which it was noticed, and whether JSON has no such byte there.
  typealias Finding = (offset: Int, detail: String, isOfGrammar: Bool)

  /// The first fault from `start` on, or nil.
  func firstFault(in bytes: [UInt8], from start: Int) -> Finding? {
    var index = start
    var depth = 0
    var values = 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index = Self.endOfString(in: bytes, from: index + 1)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        values += 1
        if depth > limits.depth {
          return (index, "the document is nested more than \(limits.depth) deep", false)
        }
      case 0:
        // jansson 2.14 skips a NUL that follows a number or a word.
        return (index, "the document must not contain the character NUL", true)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
      case UInt8(ascii: ","):
        values += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let end = Self.endOfNumber(in: bytes, from: index)
        if limits.refusesInexactNumbers, let loss = Self.loss(of: bytes[index..<end]) {
          return (index, loss, false)
        }
        index = end
        continue
      default:
        break
      }
      if values > limits.values {
        return (index, "the document has more than \(limits.values) values", false)
      }
      index += 1
    }
    return nil
  }

  /// The place of the closing quotation mark, or the end of the bytes.
  static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count)
  }

  /// The place behind whatever looks like a number.
  static func endOfNumber(in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        index += 1
      default:
        return index
      }
    }
    return index
  }

  /// Why a double does not hold the number so that its decimal digits come back; nil when it does.
  ///
  /// IEEE 754 doubles keep every decimal number of 15 significant digits between 10⁻²⁹⁰ and 10²⁹⁰.
  /// A number without fraction and exponent is read as an integer and is always exact.
  private static func loss(of literal: ArraySlice<UInt8>) -> String? {
    var significant = 0
    var trailingZeros = 0
    var magnitude = 0
    var hasPoint = false
    var index = literal.startIndex
    var isInteger = true
    mantissa: while index < literal.endIndex {
      switch literal[index] {
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        isInteger = false
        break mantissa
      case UInt8(ascii: "."):
        isInteger = false
        hasPoint = true
      case UInt8(ascii: "0"):
        if significant > 0 { trailingZeros += 1 }
        if hasPoint {
          if significant == 0 { magnitude -= 1 }
        } else if significant > 0 {
          magnitude += 1
        }
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        significant += trailingZeros + 1
        trailingZeros = 0
        if !hasPoint { magnitude += 1 }
      default:
        break
      }
      index += 1
    }
    if isInteger || significant == 0 { return nil }
    var exponent = 0
    let isNegative = literal[index...].contains(UInt8(ascii: "-"))
    for byte in literal[index...] where (48...57).contains(byte) {
      exponent = min(exponent * 10 + Int(byte - 48), 100_000)
    }
    magnitude += isNegative ? -exponent : exponent
    if significant > 15 { return "a number may have at most 15 digits, or it would lose some" }
    guard (-290...290).contains(magnitude) else {
      return "a number may have at most 290 digits before its point, or zeros behind it"
    }
    return nil
  }

  /// The line and the character in it, both from 1, of the byte at an offset.
  static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
