/// A fault of one value of a document.
public struct JSONFault: Hashable, Sendable {
  /// Where the value stands, as a JSON pointer (RFC 6901) such as `/price/currency`; empty for the
  /// document itself.
  public var pointer: String
  /// What is wrong, naming the value: `price.currency must be a string, not a number`.
  public var detail: String

  /// Makes a fault.
  public init(pointer: String, detail: String) {
    self.pointer = pointer
    self.detail = detail
  }
}

/// Why some bytes are no JSON document, or none that this reader takes.
public struct JSONSyntaxFault: Error, Hashable, Sendable {
  /// The line, from 1, on which the fault was noticed.
  public var line: Int
  /// The character in the line, from 1, at which the fault was noticed.
  public var column: Int
  /// What is wrong, in plain words.
  public var detail: String
  /// Whether the bytes are not JSON by its grammar; false for what RFC 8259 allows and this reader
  /// does not take.
  public var isOfGrammar: Bool

  /// Makes a fault.
  public init(line: Int, column: Int, detail: String, isOfGrammar: Bool = true) {
    self.line = line
    self.column = column
    self.detail = detail
    self.isOfGrammar = isOfGrammar
  }

  /// What the bytes are, as a sentence about them ends: `not valid JSON`.
  public var verdict: String { isOfGrammar ? "not valid JSON" : "not JSON as it is read here" }
}

extension JSONSyntaxFault: CustomStringConvertible {
  /// The place and what is wrong with it: `line 2, column 7: invalid token near 'x'`.
  public var description: String {
    "line \(line), column \(column): \(detail)"
  }
}
