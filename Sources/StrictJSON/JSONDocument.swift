import CJansson

/// A JSON document being read, with the faults that were found so far.
///
/// Strict as RFC 8259 and a little more: no duplicate names, nothing after the document, well-formed
/// UTF-8, no NUL in texts, no number that loses anything. Values stay valid as long as anyone holds
/// them. Confined to one thread.
public final class JSONDocument {
  /// The faults in the order in which they were reported, at most as many as the limits keep.
  public private(set) var faults: [JSONFault] = []
  /// How many faults were reported, also those that were not kept.
  public private(set) var faultCount = 0

  private let node: UnsafeMutablePointer<json_t>
  private let limits: JSONLimits

  /// Parses a whole document.
  ///
  /// - Parameters:
  ///   - bytes: The document in UTF-8.
  ///   - limits: What is taken before the whole is refused.
  /// - Throws: The first fault, when the bytes are no JSON or exceed the limits.
  public init(_ bytes: [UInt8], limits: JSONLimits = .body) throws(JSONSyntaxFault) {
    var start = 0
    if limits.ignoresByteOrderMark, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    if let finding = JSONInspection(limits: limits).firstFault(in: bytes, from: start) {
      let place = JSONInspection.place(of: finding.offset, in: bytes)
      throw JSONSyntaxFault(
        line: place.line, column: place.column, detail: finding.detail,
        isOfGrammar: finding.isOfGrammar)
    }
    var error = json_error_t()
    let parsed = bytes.withUnsafeBytes { buffer in
      let text = buffer[start...]
      // jansson takes no null pointer, which an empty buffer may have.
      guard !text.isEmpty else { return json_loadb("", 0, Self.flags, &error) }
      return json_loadb(
        UnsafeRawBufferPointer(rebasing: text).baseAddress, text.count, Self.flags, &error)
    }
    guard let parsed else { throw JSONSyntaxFault(error) }
    node = parsed
    self.limits = limits
  }

  deinit {
    json_decref(node)
  }

  private static let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY)

  /// The whole document as a value.
  public var root: JSONValue {
    JSONValue(document: self, node: node, path: .document)
  }

  /// Tells whether nothing was reported.
  public var isFaultless: Bool { faultCount == 0 }

  /// The faults that were kept since the last call or the beginning; forgets them and their number,
  /// so that each row of a long document has its own.
  public func takeFaults() -> [JSONFault] {
    defer {
      faults.removeAll()
      faultCount = 0
    }
    return faults
  }

  /// Adds a fault, also one that the caller's own rules found.
  public func report(_ fault: JSONFault) {
    faultCount += 1
    if faults.count < limits.faults { faults.append(fault) }
  }
}

extension JSONSyntaxFault {
  /// The parser's error in plain words.
  fileprivate init(_ error: json_error_t) {
    var error = error
    let text = withUnsafeBytes(of: &error.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let code = json_error_code(&error)
    let near = text.firstRange(ofASCII: " near ").map { String(text[$0...]) } ?? ""
    let detail: String
    var isOfGrammar = false
    switch code {
    case json_error_premature_end_of_input:
      (detail, isOfGrammar) = ("the document ends too early", true)
    case json_error_end_of_input_expected:
      (detail, isOfGrammar) = ("nothing may follow the document" + near, true)
    case json_error_invalid_utf8:
      (detail, isOfGrammar) = ("the bytes are not well-formed UTF-8", true)
    case json_error_duplicate_key: detail = "the same name comes twice in an object" + near
    case json_error_null_character, json_error_null_byte_in_key:
      detail = "texts must not contain the character NUL"
    case json_error_numeric_overflow: detail = "the number is too large" + near
    case json_error_stack_overflow: detail = "the document is nested too deep"
    case json_error_out_of_memory: detail = "there is not enough memory for the document"
    case _ where text.hasPrefix("invalid Unicode"):
      detail = "texts must not contain half of a surrogate pair"
    // The rest is syntax, which jansson's own text says well: `']' expected near '}'`.
    default: (detail, isOfGrammar) = (text, true)
    }
    // The parser counts from 0 before the first character it has taken.
    self.init(
      line: max(Int(error.line), 1), column: max(Int(error.column), 1),
      detail: detail.withoutControls, isOfGrammar: isOfGrammar)
  }
}

extension String {
  fileprivate func firstRange(ofASCII part: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(part) { return index }
      formIndex(after: &index)
    }
    return nil
  }
}
