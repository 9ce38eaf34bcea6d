/// The way from a document to one of its values; texts are made only when a fault needs them.
indirect enum JSONPath {
  case document
  case member(of: JSONPath, name: String)
  case element(of: JSONPath, index: Int)

  /// The way as a JSON pointer of RFC 6901: `/images/0/url`.
  var pointer: String {
    switch self {
    case .document: ""
    case .member(let parent, let name): parent.pointer + "/" + Self.escaped(name)
    case .element(let parent, let index): parent.pointer + "/" + String(index)
    }
  }

  /// The way as a sentence names it: `images[0].url`.
  var subject: String {
    switch self {
    case .document: "the document"
    case .member(.document, let name): Self.readable(name)
    case .member(let parent, let name): parent.subject + "." + Self.readable(name)
    case .element(.document, let index): "[" + String(index) + "]"
    case .element(let parent, let index): parent.subject + "[" + String(index) + "]"
    }
  }

  private static func escaped(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// A member's name as it may stand in an error line: names come from outside, so control
  /// characters and anything beyond 64 characters are left out.
  static func readable(_ name: String) -> String {
    let scalars = name.unicodeScalars
    let kept = String(scalars.prefix(64)).withoutControls
    return scalars.count > 64 ? kept + "…" : kept
  }
}

extension String {
  /// The text with a replacement character for each control character, so that no document can
  /// speak to the terminal on which its faults are shown.
  var withoutControls: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      text.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(text)
  }
}
