import CJansson

/// One value of a document with its place.
///
/// Each reading method gives nil for a value that is not what it should be, and reports why to the
/// document: a caller reads everything first and then looks at ``JSONDocument/faults``.
public struct JSONValue {
  /// The document that the value is part of, and that takes its faults.
  public let document: JSONDocument
  let node: UnsafeMutablePointer<json_t>
  let path: JSONPath

  /// What a value is.
  public enum Kind: Hashable, Sendable {
    /// `{…}`.
    case object
    /// `[…]`.
    case array
    /// `"…"`.
    case string
    /// A number without fraction and exponent.
    case integer
    /// A number with a fraction or an exponent.
    case real
    /// `true` or `false`.
    case bool
    /// `null`.
    case null
  }

  /// What the value is.
  public var kind: Kind {
    switch node.pointee.type {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .array
    case JSON_STRING: .string
    case JSON_INTEGER: .integer
    case JSON_REAL: .real
    case JSON_TRUE, JSON_FALSE: .bool
    // The C enumeration has one more case, and Swift cannot know that no other comes.
    default: .null
    }
  }

  /// Tells whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// Where the value stands, as a JSON pointer.
  public var pointer: String { path.pointer }

  /// The value's name for a sentence, as `price.currency`.
  public var subject: String { path.subject }

  /// The same value as a document of its own: faults in it are named from here on, as those of a
  /// row are.
  public var asDocument: JSONValue {
    JSONValue(document: document, node: node, path: .document)
  }

  /// Reports a fault of this value; `predicate` ends a sentence that begins with its name, as
  /// `must not be empty`.
  public func report(_ predicate: String) {
    document.report(JSONFault(pointer: path.pointer, detail: path.subject + " " + predicate))
  }

  /// The text, or nil and a fault.
  public func string() -> String? {
    guard node.pointee.type == JSON_STRING, let start = json_string_value(node) else {
      reportKind(expected: "a string")
      return nil
    }
    let length = json_string_length(node)
    return start.withMemoryRebound(to: UInt8.self, capacity: length) {
      String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
    }
  }

  /// The whole number, or nil and a fault.
  ///
  /// A number with a fraction or an exponent is refused, even `3.0`: whoever writes whole numbers so
  /// counts in floats, which cannot count far.
  public func integer(in bounds: ClosedRange<Int64> = .min ... .max) -> Int64? {
    switch kind {
    case .integer:
      let value = Int64(json_integer_value(node))
      guard bounds.contains(value) else {
        report(Self.boundsPredicate(bounds))
        return nil
      }
      return value
    case .real:
      report("must be a whole number, written without fraction or exponent")
      return nil
    case .object, .array, .string, .bool, .null:
      reportKind(expected: "a whole number")
      return nil
    }
  }

  /// The number as decimal text that has its exact value, such as `2.36` or `6e+18`, or nil and a
  /// fault.
  ///
  /// The parser keeps fractions as 64-bit floats, which are exact to 15 significant digits: a number
  /// with more is refused.
  public func decimal() -> String? {
    switch kind {
    case .integer:
      return String(Int64(json_integer_value(node)))
    case .real:
      let text = json_real_value(node).description
      guard Self.significantDigits(of: text) <= 15 else {
        report("must have at most 15 digits, or it would lose some")
        return nil
      }
      return text
    case .object, .array, .string, .bool, .null:
      reportKind(expected: "a number")
      return nil
    }
  }

  /// True or false, or nil and a fault.
  public func bool() -> Bool? {
    switch node.pointee.type {
    case JSON_TRUE: return true
    case JSON_FALSE: return false
    default:
      reportKind(expected: "true or false")
      return nil
    }
  }

  /// The object, or nil and a fault.
  public func object() -> JSONObject? {
    guard kind == .object else {
      reportKind(expected: "an object")
      return nil
    }
    return JSONObject(self)
  }

  /// The array, or nil and a fault when it is none or has fewer or more elements than allowed.
  public func array(count bounds: ClosedRange<Int> = 0 ... .max) -> JSONArray? {
    guard kind == .array else {
      reportKind(expected: "an array")
      return nil
    }
    let count = json_array_size(node)
    guard bounds.contains(count) else {
      let range =
        bounds.upperBound == .max
        ? "at least \(bounds.lowerBound)" : "\(bounds.lowerBound) to \(bounds.upperBound)"
      report("must have \(range) elements, not \(count)")
      return nil
    }
    return JSONArray(self, count: count)
  }

  private func reportKind(expected: String) {
    let found: String =
      switch kind {
      case .object: "an object"
      case .array: "an array"
      case .string: "a string"
      case .integer, .real: "a number"
      case .bool: "true or false"
      case .null: "null"
      }
    report("must be \(expected), not \(found)")
  }

  private static func boundsPredicate(_ bounds: ClosedRange<Int64>) -> String {
    if bounds.upperBound == .max { return "must be at least \(bounds.lowerBound)" }
    if bounds.lowerBound == .min { return "must be at most \(bounds.upperBound)" }
    return "must be from \(bounds.lowerBound) to \(bounds.upperBound)"
  }

  private static func significantDigits(of text: String) -> Int {
    var significant = 0
    var trailingZeros = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "e"): return significant
      case UInt8(ascii: "0"): if significant > 0 { trailingZeros += 1 }
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        significant += trailingZeros + 1
        trailingZeros = 0
      default: break
      }
    }
    return significant
  }
}
