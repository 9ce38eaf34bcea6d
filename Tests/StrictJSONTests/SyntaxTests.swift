import Testing

@testable import StrictJSON

/// A text and whether a strict reader takes it.
struct SyntaxCase: CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let detail: String?

  /// A text that is taken.
  init(_ name: String, accepts text: String) {
    self.name = name
    bytes = Array(text.utf8)
    detail = nil
  }

  /// A text that is refused with words that contain `detail`.
  init(_ name: String, refuses text: String, _ detail: String) {
    self.name = name
    bytes = Array(text.utf8)
    self.detail = detail
  }

  /// Bytes that are refused.
  init(_ name: String, refuses bytes: [UInt8], _ detail: String) {
    self.name = name
    self.bytes = bytes
    self.detail = detail
  }

  var testDescription: String { name }

  static let table = [
    SyntaxCase("empty object", accepts: "{}"),
    SyntaxCase("empty array", accepts: "[]"),
    SyntaxCase("number alone", accepts: "12"),
    SyntaxCase("string alone", accepts: "\"a\""),
    SyntaxCase("null alone", accepts: "null"),
    SyntaxCase("blanks of all kinds", accepts: " \t\r\n[ 1 , 2 ]\r\n\t "),
    SyntaxCase("minus zero", accepts: "[-0, -0.0]"),
    SyntaxCase("exponents", accepts: "[6.0E7, 1e+2, 1e-2, 0e0]"),
    SyntaxCase("largest integers", accepts: "[9223372036854775807, -9223372036854775808]"),
    SyntaxCase("all escapes", accepts: #"["\"\\\/\b\f\n\r\t\u00e9"]"#),
    SyntaxCase("surrogate pair", accepts: #"["\ud83d\ude00"]"#),
    SyntaxCase("DEL and other planes raw", accepts: "[\"\u{7F}한글😀\u{10FFFF}\"]"),
    SyntaxCase("empty name", accepts: #"{"":1}"#),
    SyntaxCase("names that differ in case", accepts: #"{"a":1,"A":2}"#),
    SyntaxCase("same name at two depths", accepts: #"{"a":{"a":1}}"#),
    SyntaxCase("fifteen digits", accepts: "[0.123456789012345, 123456789012345e-3]"),
    SyntaxCase("zero with many zeros", accepts: "[0.00000000000000000000, 0e99]"),

    SyntaxCase("nothing", refuses: "", "ends too early"),
    SyntaxCase("only blanks", refuses: " \n", "ends too early"),
    SyntaxCase("cut", refuses: "{\"a\":", "ends too early"),
    SyntaxCase("cut in a string", refuses: "[\"a", "ends too early"),
    SyntaxCase("trailing comma in array", refuses: "[1,]", "near ']'"),
    SyntaxCase("trailing comma in object", refuses: #"{"a":1,}"#, "near '}'"),
    SyntaxCase("two documents", refuses: "{} {}", "nothing may follow"),
    SyntaxCase("trailing text", refuses: "[1] x", "nothing may follow"),
    SyntaxCase("duplicate name", refuses: #"{"a":1,"a":1}"#, "same name comes twice"),
    SyntaxCase("duplicate by escape", refuses: #"{"a":1,"\u0061":1}"#, "same name comes twice"),
    SyntaxCase("single quotes", refuses: "{'a':1}", "near"),
    SyntaxCase("name without quotes", refuses: "{a:1}", "near"),
    SyntaxCase("comment", refuses: "[1 // one\n]", "near"),
    SyntaxCase("leading zero", refuses: "[01]", ""),
    SyntaxCase("leading plus", refuses: "[+1]", ""),
    SyntaxCase("bare point", refuses: "[.5]", ""),
    SyntaxCase("point without digits", refuses: "[5.]", ""),
    SyntaxCase("exponent without digits", refuses: "[5e]", ""),
    SyntaxCase("hexadecimal", refuses: "[0x10]", ""),
    SyntaxCase("not a number", refuses: "[NaN]", ""),
    SyntaxCase("infinity", refuses: "[Infinity]", ""),
    SyntaxCase("word in capitals", refuses: "[True]", ""),
    SyntaxCase("missing comma", refuses: "[1 2]", ""),
    SyntaxCase("missing colon", refuses: #"{"a" 1}"#, ""),
    SyntaxCase("wrong bracket", refuses: "[1}", ""),
    SyntaxCase("raw line break in a text", refuses: "[\"a\nb\"]", ""),
    SyntaxCase("raw tab in a text", refuses: "[\"a\tb\"]", ""),
    SyntaxCase("unknown escape", refuses: #"["\x41"]"#, ""),
    SyntaxCase("short escape", refuses: #"["\u12"]"#, ""),
    SyntaxCase("high surrogate alone", refuses: #"["\ud83d"]"#, ""),
    SyntaxCase("low surrogate alone", refuses: #"["\ude00"]"#, ""),
    SyntaxCase("NUL by escape", refuses: #"["\u0000"]"#, "NUL"),
    SyntaxCase("NUL in a name", refuses: #"{"\u0000":1}"#, "NUL"),
    SyntaxCase("NUL raw", refuses: "[\"\u{0}\"]", ""),
    SyntaxCase("NUL after a number", refuses: "[5\u{0},1]", "NUL"),
    SyntaxCase("NUL after a word", refuses: "[true\u{0}]", "NUL"),
    SyntaxCase("NUL after the document", refuses: "[]\u{0}", ""),
    SyntaxCase("no-break space", refuses: "[\u{A0}1]", ""),
    SyntaxCase("byte-order mark in a body", refuses: "\u{FEFF}{}", ""),
    SyntaxCase("UTF-8 cut", refuses: [0x22, 0xED, 0x95, 0x22], "UTF-8"),
    SyntaxCase("UTF-8 overlong", refuses: [0x22, 0xC0, 0xAF, 0x22], "UTF-8"),
    SyntaxCase("UTF-8 surrogate", refuses: [0x22, 0xED, 0xA0, 0x80, 0x22], "UTF-8"),
    SyntaxCase("UTF-16", refuses: [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], ""),
    SyntaxCase("integer above 64 bits", refuses: "[9223372036854775808]", "too large"),
    SyntaxCase("real out of range", refuses: "[1e400]", "at most 290 digits"),
    SyntaxCase("real that vanishes", refuses: "[1e-400]", "at most 290 digits"),
    SyntaxCase("sixteen digits", refuses: "[0.1234567890123456]", "at most 15 digits"),
    SyntaxCase("hidden loss", refuses: "[0.1000000000000000055]", "at most 15 digits"),
  ]
}

@Suite struct SyntaxTests {
  @Test("accepts or refuses", arguments: SyntaxCase.table)
  func acceptsOrRefuses(_ syntaxCase: SyntaxCase) throws {
    guard let detail = syntaxCase.detail else {
      _ = try JSONDocument(syntaxCase.bytes)
      return
    }
    let fault = #expect(throws: JSONSyntaxFault.self) { try JSONDocument(syntaxCase.bytes) }
    let found = try #require(fault).detail
    #expect(!found.isEmpty)
    #expect(detail.isEmpty || found.contains(detail), "\(found)")
  }

  @Test("the reference agrees with the table", arguments: SyntaxCase.table)
  func referenceAgrees(_ syntaxCase: SyntaxCase) {
    // The reference knows no ranges of numbers.
    if let detail = syntaxCase.detail, detail.contains("digits") || detail.contains("too large") {
      return
    }
    #expect(ReferenceRecognizer.accepts(syntaxCase.bytes) == (syntaxCase.detail == nil))
  }

  @Test(
    "a fault names its line and character",
    arguments: [
      ("[1,\n 2,\n x]", 3, 2), ("{\"한글\" 1}", 1, 7), ("[\n0.1234567890123456]", 2, 1),
      ("", 1, 1),
    ])
  func place(_ text: String, line: Int, column: Int) throws {
    let fault = #expect(throws: JSONSyntaxFault.self) { try JSONDocument(Array(text.utf8)) }
    #expect(fault?.line == line)
    #expect(fault?.column == column)
    #expect(fault?.description.hasPrefix("line \(line), column \(column): ") == true)
  }

  @Test(
    "a fault shows no control characters", arguments: ["[\u{1B}[31m]", "[\"\u{1B}c\"]", "[\u{7}a"])
  func controls(_ text: String) throws {
    let fault = #expect(throws: JSONSyntaxFault.self) { try JSONDocument(Array(text.utf8)) }
    let detail = try #require(fault).detail
    #expect(!detail.unicodeScalars.contains { $0.value < 0x20 }, "\(detail.debugDescription)")
  }

  @Test("files may begin with a byte-order mark")
  func byteOrderMark() throws {
    _ = try JSONDocument(Array("\u{FEFF}{}".utf8), limits: .file)
    #expect(throws: JSONSyntaxFault.self) {
      try JSONDocument(Array("\u{FEFF}".utf8), limits: .file)
    }
    #expect(throws: JSONSyntaxFault.self) {
      try JSONDocument(Array("\u{FEFF}\u{FEFF}{}".utf8), limits: .file)
    }
  }

  @Test("nesting is bounded", arguments: [1, 2, 64, 512])
  func depth(_ depth: Int) throws {
    let limits = JSONLimits(depth: depth)
    func nested(_ count: Int) -> [UInt8] {
      Array((String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8)
    }
    _ = try JSONDocument(nested(depth), limits: limits)
    let fault = #expect(throws: JSONSyntaxFault.self) {
      try JSONDocument(nested(depth + 1), limits: limits)
    }
    #expect(fault?.detail == "the document is nested more than \(depth) deep")
    // Brackets in texts do not nest.
    _ = try JSONDocument(Array("[\"\\\"[[[[[[[[\"]".utf8), limits: limits)
  }

  @Test("a megabyte of brackets is refused before it is parsed")
  func bracketFlood() {
    #expect(throws: JSONSyntaxFault.self) {
      try JSONDocument([UInt8](repeating: UInt8(ascii: "["), count: 1 << 20), limits: .file)
    }
  }

  @Test("the number of values is bounded")
  func values() throws {
    let limits = JSONLimits(values: 4)
    _ = try JSONDocument(Array("[1,2,3]".utf8), limits: limits)
    let fault = #expect(throws: JSONSyntaxFault.self) {
      try JSONDocument(Array("[1,2,3,4]".utf8), limits: limits)
    }
    #expect(fault?.detail == "the document has more than 4 values")
  }
}
