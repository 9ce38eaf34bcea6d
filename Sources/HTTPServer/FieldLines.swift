/// Header fields as they are sent: one line `Name: value` each, ended by CR LF.
///
/// Written as bytes from the start, since a fast answer spends much of its time on its fields. Values
/// must hold no control characters; they are sent as they are.
public struct FieldLines: Sendable, ExpressibleByDictionaryLiteral {
  /// All lines.
  public private(set) var bytes: [UInt8] = []

  /// Makes room for lines of `capacity` bytes in all; more is found as needed.
  public init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Makes lines of constant values, in their order.
  public init(dictionaryLiteral fields: (StaticString, StaticString)...) {
    for (name, value) in fields { append(name, value) }
  }

  /// Adds a field with a constant value.
  public mutating func append(_ name: StaticString, _ value: StaticString) {
    begin(name)
    bytes.append(value)
    bytes.append("\r\n")
  }

  /// Adds a field.
  @_disfavoredOverload
  public mutating func append(_ name: StaticString, _ value: String) {
    begin(name)
    bytes.append(value)
    bytes.append("\r\n")
  }

  /// Adds other lines behind these.
  public mutating func append(_ others: FieldLines) {
    bytes.append(contentsOf: others.bytes)
  }

  /// Adds a field whose value is put together where it stands.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - write: Appends the value to the bytes before it, which it must leave as they are.
  public mutating func append(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
    begin(name)
    write(&bytes)
    bytes.append("\r\n")
  }

  private mutating func begin(_ name: StaticString) {
    bytes.append(name)
    bytes.append(": ")
  }
}

extension [UInt8] {
  /// Appends an integer in a radix from 2 to 36, with small letters.
  public mutating func appendDigits(of value: UInt64, radix: UInt64) {
    var rest = value
    // No number has more digits than 64, which it has in binary.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { digits in
      var start = digits.count
      repeat {
        let digit = UInt8(truncatingIfNeeded: rest % radix)
        rest /= radix
        start -= 1
        digits[start] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
      } while rest != 0
      append(contentsOf: UnsafeMutableBufferPointer(rebasing: digits[start...]))
    }
  }

  /// Appends an integer of at least 0 in decimal.
  mutating func appendDecimal(_ value: Int) {
    appendDigits(of: UInt64(value), radix: 10)
  }

  /// Appends a text that is known when the program is compiled.
  mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Appends a text's UTF-8 bytes: in one copy, where `+=` over its `utf8` asks for each byte.
  @_disfavoredOverload
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
