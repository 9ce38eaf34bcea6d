/// A request's query, checked against the parameters that its endpoint takes.
struct QueryParameters {
  /// The parameters in the order in which they stand: too few for a dictionary to pay.
  private var values: [(name: String, value: String)] = []

  /// Reads a query.
  ///
  /// - Parameters:
  ///   - query: The query as it was sent, or nil when there is none.
  ///   - names: The parameters that the endpoint takes.
  /// - Throws: ``RequestError`` for a faulty escape, and for a parameter that is unknown or given
  ///   twice, by its name.
  init(_ query: ArraySlice<UInt8>?, accepting names: [String]) throws(RequestError) {
    guard let query else { return }
    for pair in query.split(separator: UInt8(ascii: "&")) {
      let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = PercentEncoding.decode(pair[..<sign], plusIsSpace: true),
        let value = PercentEncoding.decode(pair[sign...].dropFirst(), plusIsSpace: true)
      else { throw .badTarget("the query has a faulty percent-escape or is not UTF-8") }
      guard names.contains(name) else { throw .unknownParameter(name, accepted: names) }
      guard self[name] == nil else {
        throw .invalidParameter(name, detail: name + " must be given at most once")
      }
      values.append((name, value))
    }
  }

  /// The decoded value of a parameter, or nil when it was not given.
  subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  /// A whole number of at least 1, stopping at `most` however many digits it has; nil when the
  /// parameter was not given.
  func wholeNumber(_ name: String, atMost most: Int) throws(RequestError) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Self.wholeNumber(text, atMost: Int64(most)), number >= 1 else {
      throw .invalidParameter(
        name, detail: name + " must be a whole number of at least 1, not " + quoted(text))
    }
    return Int(number)
  }

  /// `true` or `false`; nil when the parameter was not given.
  func flag(_ name: String) throws(RequestError) -> Bool? {
    switch self[name] {
    case nil: nil
    case "true": true
    case "false": false
    case .some(let text):
      throw .invalidParameter(name, detail: name + " must be true or false, not " + quoted(text))
    }
  }

  /// The value of decimal digits, or nil for any other text; a larger value than `most` becomes it.
  static func wholeNumber(_ text: some StringProtocol, atMost most: Int64) -> Int64? {
    guard !text.isEmpty else { return nil }
    var value: Int64 = 0
    for byte in text.utf8 {
      guard (48...57).contains(byte) else { return nil }
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = shifted.addingReportingOverflow(Int64(byte - 48))
      value = overflow || carry ? most : min(sum, most)
    }
    return value
  }
}

/// A client's text in quotes for a problem's detail, cut after 40 characters.
func quoted(_ text: some StringProtocol) -> String {
  let start = text.prefix(40)
  return "\"" + start + (start.endIndex < text.endIndex ? "…\"" : "\"")
}
