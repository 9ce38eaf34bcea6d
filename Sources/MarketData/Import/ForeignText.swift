import MarketText

// Texts of other programs, brought into the form in which the market keeps them.

extension String {
  /// The text as a name: in NFC, each run of control characters and line breaks one space, without
  /// blanks around it.
  var asName: String {
    var text = ""
    var isAfterControl = false
    for scalar in unicodeScalars {
      if scalar.isControl || scalar == "\u{2028}" || scalar == "\u{2029}" {
        isAfterControl = true
        continue
      }
      if isAfterControl { text += " " }
      isAfterControl = false
      text.unicodeScalars.append(scalar)
    }
    return text.trimmed.normalizedNFC
  }

  /// The text as a description: in NFC, with a space for each control character other than tab and
  /// line breaks.
  var asDescription: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isKept = !scalar.isControl || scalar == "\n" || scalar == "\r" || scalar == "\t"
      text.append(isKept ? scalar : " ")
    }
    return String(text).normalizedNFC
  }

  /// The text as a category's slug: letters of ASCII in lower case, digits, and one hyphen for
  /// everything between; nil when nothing is left.
  var asCategorySlug: String? {
    var slug = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9": slug.unicodeScalars.append(scalar)
      case "A"..."Z": slug += scalar.properties.lowercaseMapping
      default: if !slug.isEmpty, slug.last != "-" { slug += "-" }
      }
    }
    if slug.last == "-" { slug.removeLast() }
    return slug.isEmpty ? nil : slug
  }

  /// The address with every byte that no address may have written as `%` and two digits.
  var asAddress: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in trimmed.utf8 {
      if byte > 0x20, byte < 0x7F {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
