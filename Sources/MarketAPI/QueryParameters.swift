/// A request's query, checked against the parameters that its endpoint takes.
struct QueryParameters {
  /// The decoded values, with the places of their names among the accepted ones; too few for a
  /// dictionary to pay.
  private var values: [(name: Int, bytes: ArraySlice<UInt8>)] = []
  private let names: [StaticString]

  /// Reads a query.
  ///
  /// - Parameters:
  ///   - query: The query as it was sent, or nil when there is none.
  ///   - names: The parameters that the endpoint takes.
  /// - Throws: ``RequestError`` for a faulty escape, and for a parameter that is unknown or given
  ///   twice, by its name.
  init(_ query: ArraySlice<UInt8>?, accepting names: [StaticString]) throws(RequestError) {
    self.names = names
    guard let query else { return }
    let isPlain = PercentEncoding.isPlain(query)
    var rest = query
    values.reserveCapacity(4)
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
      if end > rest.startIndex { try add(rest[..<end], isPlain: isPlain) }
      rest = rest[end...].dropFirst()
    }
  }

  /// Adds a pair of a name and a value.
  private mutating func add(_ pair: ArraySlice<UInt8>, isPlain: Bool) throws(RequestError) {
    let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
    var (name, value) = (pair[..<sign], pair[sign...].dropFirst())
    if !isPlain {
      guard let decodedName = PercentEncoding.decode(name, plusIsSpace: true),
        let decodedValue = PercentEncoding.decode(value, plusIsSpace: true)
      else { throw .badTarget("the query has a faulty percent-escape or is not UTF-8") }
      (name, value) = (decodedName, decodedValue)
    }
    guard let index = names.firstIndex(where: { $0.equals(name) }) else {
      throw .unknownParameter(
        String(decoding: name, as: UTF8.self), accepted: names.map { "\($0)" })
    }
    guard !values.contains(where: { $0.name == index }) else {
      throw .invalidParameter(
        "\(names[index])", detail: "\(names[index]) must be given at most once")
    }
    values.append((index, value))
  }

  /// How many parameters were given.
  var count: Int { values.count }

  /// The decoded value of a parameter in UTF-8, or nil when it was not given.
  func bytes(_ name: StaticString) -> ArraySlice<UInt8>? {
    for value in values where names[value.name].equals(name) { return value.bytes }
    return nil
  }

  /// The decoded value of a parameter, or nil when it was not given.
  func text(_ name: StaticString) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A whole number of at least 1, stopping at `most` however many digits it has; nil when the
  /// parameter was not given.
  func wholeNumber(_ name: StaticString, atMost most: Int) throws(RequestError) -> Int? {
    guard let bytes = bytes(name) else { return nil }
    guard let number = Self.wholeNumber(bytes, atMost: Int64(most)), number >= 1 else {
      throw .invalidParameter(
        "\(name)",
        detail: "\(name) must be a whole number of at least 1, not "
          + quoted(String(decoding: bytes, as: UTF8.self)))
    }
    return Int(number)
  }

  /// `true` or `false`; nil when the parameter was not given.
  func flag(_ name: StaticString) throws(RequestError) -> Bool? {
    switch text(name) {
    case nil: nil
    case "true": true
    case "false": false
    case .some(let text):
      throw .invalidParameter(
        "\(name)", detail: "\(name) must be true or false, not " + quoted(text))
    }
  }

  /// The value of decimal digits, or nil for any other text; a larger value than `most` becomes it.
  static func wholeNumber(_ text: some Collection<UInt8>, atMost most: Int64) -> Int64? {
    guard !text.isEmpty else { return nil }
    var value: Int64 = 0
    for byte in text {
      guard (48...57).contains(byte) else { return nil }
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = shifted.addingReportingOverflow(Int64(byte - 48))
      value = overflow || carry ? most : min(sum, most)
    }
    return value
  }
}

extension StaticString {
  /// Whether the text's UTF-8 is these bytes.
  fileprivate func equals(_ bytes: ArraySlice<UInt8>) -> Bool {
    // Most names differ in length already.
    bytes.count == utf8CodeUnitCount && withUTF8Buffer { bytes.elementsEqual($0) }
  }

  /// Whether both texts are the same.
  fileprivate func equals(_ other: StaticString) -> Bool {
    utf8CodeUnitCount == other.utf8CodeUnitCount
      && withUTF8Buffer { left in other.withUTF8Buffer { left.elementsEqual($0) } }
  }
}

/// A client's text in quotes for a problem's detail, cut after 40 characters.
func quoted(_ text: some StringProtocol) -> String {
  "\"" + excerpt(text) + "\""
}

/// The beginning of a text from outside, with … where more would follow.
func excerpt(_ text: some StringProtocol) -> String {
  let start = text.prefix(40)
  return start + (start.endIndex < text.endIndex ? "…" : "")
}
