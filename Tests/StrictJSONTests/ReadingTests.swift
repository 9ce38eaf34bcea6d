import Testing

@testable import StrictJSON

/// A document, what is read from it, and the faults that this must report.
struct ReadingCase: CustomTestStringConvertible {
  let name: String
  let text: String
  let faults: [JSONFault]

  init(_ name: String, _ text: String, _ faults: (String, String)...) {
    self.name = name
    self.text = text
    self.faults = faults.map { JSONFault(pointer: $0.0, detail: $0.1) }
  }

  var testDescription: String { name }
}

@Suite struct ReadingTests {
  /// Reads a document of a shape that has one of everything.
  private static func read(_ document: JSONDocument) {
    guard var object = document.root.object() else { return }
    _ = object.required("name")?.string()
    _ = object.required("stock")?.integer(in: 0...10)
    _ = object.optional("ratio")?.decimal()
    _ = object.optional("listed")?.bool()
    _ = object.present("note")?.string()
    if var price = object.optional("price")?.object() {
      _ = price.required("currency")?.string()
      price.refuseUnread()
    }
    if let images = object.optional("images")?.array(count: 1...2) {
      for image in images {
        guard var image = image.object() else { continue }
        _ = image.required("url")?.string()
      }
    }
    object.refuseUnread()
  }

  @Test(
    "reports every fault with its pointer",
    arguments: [
      ReadingCase("nothing wrong", #"{"name":"a","stock":3,"ratio":2,"note":null}"#),
      ReadingCase("everything right", #"{"name":"","stock":10,"listed":false,"note":"n"}"#),
      ReadingCase("no object", "[]", ("", "the document must be an object, not an array")),
      ReadingCase(
        "missing", "{}", ("/name", "name is required"), ("/stock", "stock is required")),
      ReadingCase(
        "wrong kinds",
        #"{"name":1,"stock":"3","ratio":true,"listed":0,"note":[],"price":null,"images":{}}"#,
        ("/name", "name must be a string, not a number"),
        ("/stock", "stock must be a whole number, not a string"),
        ("/ratio", "ratio must be a number, not true or false"),
        ("/listed", "listed must be true or false, not a number"),
        ("/note", "note must be a string, not an array"),
        ("/price", "price must be an object, not null"),
        ("/images", "images must be an array, not an object")),
      ReadingCase(
        "null where something is needed", #"{"name":null,"stock":null}"#,
        ("/name", "name must be a string, not null"),
        ("/stock", "stock must be a whole number, not null")),
      ReadingCase(
        "numbers out of bounds", #"{"name":"a","stock":11}"#,
        ("/stock", "stock must be from 0 to 10")),
      ReadingCase(
        "a whole number written as a fraction", #"{"name":"a","stock":3.0}"#,
        ("/stock", "stock must be a whole number, written without fraction or exponent")),
      ReadingCase(
        "inside", #"{"name":"a","stock":1,"price":{"curency":1},"images":[{"url":""},{"url":2}]}"#,
        ("/price/currency", "price.currency is required"),
        ("/price/curency", "price.curency is not a known name here"),
        ("/images/1/url", "images[1].url must be a string, not a number")),
      ReadingCase(
        "too many elements", #"{"name":"a","stock":1,"images":[1,2,3]}"#,
        ("/images", "images must have 1 to 2 elements, not 3")),
      ReadingCase(
        "unknown names, escaped in the pointer", #"{"name":"a","stock":1,"a/b~c":1,"\u0007":2}"#,
        ("/a~1b~0c", "a/b~c is not a known name here"),
        ("/\u{7}", "\u{FFFD} is not a known name here")),
    ])
  func faults(_ readingCase: ReadingCase) throws {
    let document = try JSONDocument(Array(readingCase.text.utf8))
    Self.read(document)
    #expect(document.faults == readingCase.faults)
    #expect(document.isFaultless == readingCase.faults.isEmpty)
  }

  @Test(
    "texts come back as they are",
    arguments: [
      ("", #""""#), ("한국어 텍스트 😀", #""한국어 텍스트 😀""#), ("가", #""가""#),
      ("\"\\/\u{8}\u{C}\n\r\t\u{1}😀", #""\"\\\/\b\f\n\r\t\u0001\ud83d\ude00""#),
    ])
  func texts(_ expected: String, _ text: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    let found = try #require(document.root.string())
    #expect(Array(found.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    "integers lose nothing",
    arguments: [
      Int64.min, -1, 0, 1, 2_147_483_648, 9_007_199_254_740_993, Int64.max,
    ])
  func integers(_ value: Int64) throws {
    let document = try JSONDocument(Array(String(value).utf8))
    #expect(document.root.integer() == value)
    #expect(document.root.decimal() == String(value))
    #expect(document.isFaultless)
  }

  @Test(
    "decimals keep their value",
    arguments: [
      ("2.36", "2.36"), ("1200.0", "1200.0"), ("6.0E7", "60000000.0"), ("0.1", "0.1"),
      ("-0.05", "-0.05"), ("1e20", "1e+20"), ("12", "12"), ("0.000001", "1e-06"),
    ])
  func decimals(_ text: String, _ expected: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    #expect(document.root.decimal() == expected)
  }

  @Test("of a foreign file only the numbers that are read must be exact")
  func inexactNumbers() throws {
    let document = try JSONDocument(
      Array(#"{"rating":3.3333333333333335,"price":1.6500000000000001}"#.utf8), limits: .file)
    var object = try #require(document.root.object())
    #expect(object.optional("price")?.decimal() == nil)
    #expect(
      document.faults == [
        JSONFault(
          pointer: "/price", detail: "price must have at most 15 digits, or it would lose some")
      ])
    #expect(object.unreadNames == ["rating"])
  }

  @Test("faults are bounded, and counted on")
  func faultLimit() throws {
    let text = "[" + Array(repeating: "1", count: 50).joined(separator: ",") + "]"
    let document = try JSONDocument(Array(text.utf8), limits: JSONLimits(faults: 10))
    for element in try #require(document.root.array()) { _ = element.string() }
    #expect(document.faults.count == 10)
    #expect(document.faultCount == 50)
    #expect(document.faults.last?.pointer == "/9")
  }

  @Test("values outlive the variable that held their document")
  func lifetime() throws {
    func first(_ text: String) throws -> JSONValue {
      let document = try JSONDocument(Array(text.utf8))
      return try #require(document.root.array()?.first)
    }
    #expect(try first(#"["still here"]"#).string() == "still here")
  }

  @Test("long names are cut in details, not in pointers")
  func longNames() throws {
    let name = String(repeating: "n", count: 300)
    let document = try JSONDocument(Array("{\"\(name)\":1}".utf8))
    try #require(document.root.object()).refuseUnread()
    let fault = try #require(document.faults.first)
    #expect(fault.pointer == "/" + name)
    #expect(fault.detail.hasPrefix(String(name.prefix(64)) + "… is not"))
  }
}
