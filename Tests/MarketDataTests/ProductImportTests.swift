import MarketCatalog
import MarketData
import TestSupport
import Testing

@Suite struct ProductImportTests {
  private static let now = Timestamp(milliseconds: 1_796_000_000_000)
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func products(
    _ text: String, format: ProductFormat? = nil
  ) throws -> [ImportedProduct] {
    let store = CollectingStore()
    let path = try directory.write(text.utf8, to: "products.json")
    _ = try ProductImport.read(path: path, format: format, into: store, at: Self.now)
    return store.products
  }

  private func fault(_ text: String, format: ProductFormat? = nil) throws -> InputFault {
    let fault = #expect(throws: InputFault.self) { try products(text, format: format) }
    return try #require(fault)
  }

  // MARK: Open Market

  private static func openMarketRow(
    id: Int = 1, name: String = "니트", price: String = "1200.0", bargain: String = "1200.0",
    stock: String = "3", currency: String = "KRW", more: String = ""
  ) -> String {
    """
    {"id": \(id), "vendor_id": 9, "vendorName": "판매자 9", "name": "\(name)", "description": "",
     "thumbnail": "https://images.example/a b.png", "currency": "\(currency)", "price": \(price),
     "bargain_price": \(bargain), "discounted_price": 0.0, "stock": \(stock),
     "created_at": "2022-11-16T00:00:00", "issued_at": "2022-11-17T00:00:00"\(more)}
    """
  }

  private static func openMarket(_ rows: String...) -> String {
    "{\n \"pageNo\": 1,\n \"hasNext\": false,\n \"pages\": [\n"
      + rows.joined(separator: ",\n") + "\n]}"
  }

  @Test("an Open Market list with all its mess")
  func openMarket() throws {
    let found = try products(
      Self.openMarket(
        Self.openMarketRow(id: 7, name: "\\t탭과 😀\\n이름 ", price: "12000.0", bargain: "11950.0"),
        Self.openMarketRow(id: 8, price: "6.0E7", bargain: "6.0E7", stock: "0"),
        Self.openMarketRow(id: 9, price: "2.36", bargain: "1.65", currency: "USD"),
        Self.openMarketRow(id: 10, price: "0.0", bargain: "0.0", more: ", \"unknown\": [1.23]")))
    #expect(found.map(\.source.id) == ["7", "8", "9", "10"])
    #expect(found.allSatisfy { $0.source.name == "openmarket" })
    let drafts = found.map(\.draft)
    #expect(drafts[0].name == "탭과 😀 이름")
    #expect(drafts[0].price == Money(amountMinor: 11_950, currency: .krw))
    #expect(drafts[0].originalPrice == Money(amountMinor: 12_000, currency: .krw))
    #expect(drafts[0].vendorName == "판매자 9")
    #expect(drafts[0].thumbnail == Picture(url: "https://images.example/a%20b.png"))
    #expect(drafts[0].category == "etc")
    #expect(found[0].createdAt?.rfc3339 == "2022-11-16T00:00:00.000Z")
    #expect(found[0].updatedAt?.rfc3339 == "2022-11-17T00:00:00.000Z")
    #expect(drafts[1].price == Money(amountMinor: 60_000_000, currency: .krw))
    #expect(drafts[1].originalPrice == nil && drafts[1].stock == 0)
    #expect(drafts[2].price == Money(amountMinor: 165, currency: .usd))
    #expect(drafts[2].originalPrice == Money(amountMinor: 236, currency: .usd))
    #expect(drafts[3].price.amountMinor == 0)
  }

  @Test("names typed on a Mac become the ones that everyone stores")
  func normalization() throws {
    let decomposed = "\u{1102}\u{1175}\u{1110}\u{1173}"
    let found = try products(Self.openMarket(Self.openMarketRow(name: decomposed)))
    #expect(found.first.map { Array($0.draft.name.unicodeScalars) } == Array("니트".unicodeScalars))
  }

  @Test("every faulty row is reported by number, and nothing is taken")
  func faultyRows() throws {
    let text = Self.openMarket(
      Self.openMarketRow(id: 1),
      Self.openMarketRow(id: 2, name: "", price: "\"\"", bargain: "12.5"),
      Self.openMarketRow(id: 3),
      Self.openMarketRow(id: 4, name: " \\t ", stock: "-1", currency: "WON"),
      Self.openMarketRow(id: 5, name: " \\t ", stock: "-1"))
    #expect(
      try fault(text).description == """
        row 2: price must be a number, not a string
        row 2: bargain_price must be a price in KRW with at most 0 decimals
        row 4: currency must be a currency of ISO 4217 such as KRW, not "WON"
        row 5: name must not be empty
        row 5: stock must be from 0 to 1000000000
        """)
  }

  // MARK: DummyJSON

  @Test("a DummyJSON list, as an array or in an object")
  func dummyJSON() throws {
    let rows = """
      [{"category": "mens-shoes", "title": "Trail  Shoe", "description": "d", "price": 9.99,
        "brand": "Stride", "tags": ["x"], "rating": 3.3333333333333335},
       {"category": "Home & Garden!", "title": "Vase", "price": 36999.99, "id": 12, "stock": 0,
        "images": ["https://cdn.example/1.png", "https://cdn.example/2.png"]}]
      """
    for text in [rows, "{\"products\": \(rows), \"total\": 2}"] {
      let found = try products(text)
      #expect(found.count == 2)
      let shoe = try #require(found.first)
      #expect(shoe.source.name == "dummyjson")
      #expect(shoe.draft.price == Money(amountMinor: 999, currency: .usd))
      #expect(shoe.draft.stock == 100)
      #expect(shoe.draft.category == "mens-shoes")
      #expect(shoe.draft.vendorName == "Stride")
      #expect(shoe.draft.thumbnail?.url.hasPrefix("/media/shoes-") == true)
      #expect(shoe.createdAt == nil)
      let vase = try #require(found.last)
      #expect(vase.source.id == "12")
      #expect(vase.draft.category == "home-garden")
      #expect(vase.draft.stock == 0)
      #expect(vase.draft.thumbnail?.url == "https://cdn.example/1.png")
      #expect(vase.draft.images.count == 2)
    }
  }

  @Test("rows without ids keep theirs when the list is sorted or prices change")
  func derivedIDs() throws {
    func row(_ title: String, _ price: String, brand: String = "\"B\"") -> String {
      "{\"category\": \"c\", \"title\": \"\(title)\", \"price\": \(price), \"brand\": \(brand)}"
    }
    func ids(_ rows: String...) throws -> [String] {
      try products("[\(rows.joined(separator: ","))]").map(\.source.id)
    }
    let first = try ids(row("a", "1"), row("b", "2"), row("a", "3", brand: "null"), row("a", "4"))
    let later = try ids(row("b", "9"), row("a", "1", brand: "null"), row("a", "5"), row("a", "6"))
    #expect(Set(first).count == 4)
    #expect(Set(later) == Set(first))
    #expect(first[0].hasSuffix("-1") && first[3].hasSuffix("-2"))
    #expect(first[0].dropLast() == first[3].dropLast())
  }

  // MARK: Lines of an export

  private static let line = """
    {"id":7,"name":"니트","price":{"amount_minor":12900,"currency":"KRW","exponent":0},"stock":3,\
    "source":{"name":"market:a","id":"7"}}
    """

  @Test("lines may end in CR LF, begin with a byte-order mark, and be empty")
  func lines() throws {
    let found = try products("\u{FEFF}\r\n\(Self.line)\r\n\r\n\(Self.line)")
    #expect(found.count == 2)
    #expect(found.first?.source == ProductSource(name: "market:a", id: "7"))
    #expect(found.first?.draft.category == "etc")
    #expect(found.first?.draft.thumbnail == nil)
  }

  @Test("faulty lines are reported by their number")
  func faultyLines() throws {
    let text = """
      \(Self.line)

      {"name":"a","price":{"amount_minor":1.5,"currency":"KRW"},"stock":"3","colour":1}
      {"name":"a",}
      \(Self.line.replacing("\"exponent\":0", with: "\"exponent\":2"))
      """
    #expect(
      try fault(text).description == """
        row 3: source is required
        row 3: price.amount_minor must be a whole number, written without fraction or exponent
        row 3: stock must be a whole number, not a string
        row 3: colour is not a known name here
        row 4: not valid JSON at character 13: string or '}' expected near '}'
        row 5: price.exponent must be 0 for KRW, or left out
        """)
  }

  @Test("only the first thousand faults are kept by name")
  func manyFaults() throws {
    let text = String(repeating: "{\"name\":1,\"price\":2,\"stock\":3}\n", count: 2_000)
    guard case .rows(let faults) = try fault(text) else {
      Issue.record("another fault")
      return
    }
    #expect(faults.first.count == RowFaults.limit)
    #expect(faults.count == 6_000)
  }

  @Test("a line that is too long is one faulty row")
  func longLine() throws {
    let long = "{\"name\":\"" + String(repeating: "a", count: 5 << 20) + "\"}"
    let path = try directory.write((Self.line + "\n" + long + "\n").utf8, to: "long.ndjson")
    let fault = #expect(throws: InputFault.self) {
      try ProductImport.read(path: path, into: CollectingStore(), at: Self.now)
    }
    #expect(fault?.description == "row 2: the line is longer than 4 MiB")
  }

  @Test(
    "a first line that is too long is one faulty row, whether the format is given or told",
    arguments: [nil, ProductFormat.ndjson], ["", "\n"])
  func longFirstLine(_ format: ProductFormat?, _ lineEnd: String) throws {
    let long =
      "{\"description\":\"" + String(repeating: "a", count: 5 << 20) + "\",\"source\":{}}"
    let fault = try fault("\n" + long + lineEnd, format: format)
    #expect(fault.description == "row 2: the line is longer than 4 MiB")
    let further = try self.fault("\n" + long + "\n{\"a\n" + Self.line, format: format)
    let rows = further.description.split(separator: "\n")
    #expect(rows.first == "row 2: the line is longer than 4 MiB")
    #expect(rows.count == 2 && rows.last?.hasPrefix("row 3: not valid JSON") == true, "\(rows)")
  }

  @Test("a list in one line may be longer than a line of an export")
  func longList() throws {
    let blanks = String(repeating: " ", count: 5 << 20)
    let row = Self.openMarketRow(id: 7).replacing("\n", with: "")
    let text = "{\"pages\": [" + blanks + row + "]}"
    #expect(try products(text).map(\.source.id) == ["7"])
    #expect(try products(text + "\n\n").map(\.source.id) == ["7"])
    #expect(try fault(text + "\n{").description.hasPrefix("the file is not valid JSON"))
  }

  @Test("a date in the future is a faulty row, in every format")
  func futureDates() throws {
    let line = Self.line.dropLast() + ",\"created_at\":\"9999-12-31T00:00:00Z\"}"
    #expect(
      try fault(String(line)).description
        == "row 1: created_at must be from 1970-01-01 to a day ahead of now, "
        + "not 9999-12-31T00:00:00.000Z")
    let list = Self.openMarket(
      Self.openMarketRow(), Self.openMarketRow(id: 2).replacing("2022-11-17", with: "2022-11-15"))
    #expect(
      try fault(list).description == "row 2: updated_at must not be before created_at")
  }

  // MARK: A product that comes twice

  @Test("a file that contradicts itself is refused, whatever its format")
  func contradictions() throws {
    let other = Self.line.replacing("\"stock\":", with: "\"stock\":1")
    try #require(other != Self.line)
    let fault = try fault(["", Self.line, Self.line, other].joined(separator: "\n"))
    #expect(
      fault.description
        == "row 4: the product market:a 7 is in row 2 already, and not the same there")
    let list = Self.openMarket(
      Self.openMarketRow(id: 7), Self.openMarketRow(id: 8), Self.openMarketRow(id: 7, stock: "4"))
    #expect(
      try self.fault(list).description
        == "row 3: the product openmarket 7 is in row 1 already, and not the same there")
  }

  @Test("contradictions behind a faulty row are told too")
  func contradictionsAndFaults() throws {
    let list = Self.openMarket(
      Self.openMarketRow(id: 7), Self.openMarketRow(id: 8, stock: "-1"),
      Self.openMarketRow(id: 7, stock: "4"))
    let rows = try fault(list).description.split(separator: "\n").map { $0.prefix(6) }
    #expect(rows == ["row 2:", "row 3:"])
  }

  // MARK: Files that are none

  @Test(
    "what is no product file is refused with a reason",
    arguments: [
      ("", "the file is empty"),
      ("\u{FEFF}\n \r\n", "the file is empty"),
      ("id,name\n1,a\n", "the file is neither JSON nor lines of JSON"),
      ("[", "the file is not valid JSON: line 1, column 1: the document ends too early"),
      ("[]", "the file lists no products"),
      (
        "{\n\"pages\": [1,]\n}",
        "the file is not valid JSON: line 2, column 13: unexpected token near ']'"
      ),
      ("{}", "the file is none of the known kinds"),
      ("{\"type\":\"view\"}\n{\"type\":\"view\"}\n", "the file is none of the known kinds"),
      ("[1]", "the file is none of the known kinds"),
      ("{\"pages\": 3}", "the file is none of the known kinds"),
    ])
  func refusals(_ text: String, _ reason: String) throws {
    let description = try fault(text).description
    #expect(description.hasPrefix(reason), "\(description)")
  }

  @Test("a forced format is held to", arguments: ProductFormat.allCases)
  func forced(_ format: ProductFormat) throws {
    let text = "{\"something\": [\n]}"
    let description = try fault(text, format: format).description
    #expect(description.contains(format == .ndjson ? "row 1: not valid JSON" : format.name))
  }

  @Test("a missing file is named")
  func missing() throws {
    let path = directory.file("none.json")
    let fault = #expect(throws: InputFault.self) {
      try ProductImport.read(path: path, into: CollectingStore(), at: Self.now)
    }
    #expect(fault?.description == "cannot read \(path): No such file or directory")
    guard case .file(let reason) = fault else { return }
    #expect(reason.isMissing)
  }

  @Test("an error of the store ends the reading and comes through")
  func storeError() throws {
    let path = try directory.write(Self.line.utf8, to: "one.ndjson")
    struct FullStore: ProductImporting {
      func importProducts(
        at now: Timestamp,
        _ produce: (_ put: (ImportedProduct, _ row: Int) throws(StoreError) -> Int?) throws -> Void
      ) throws -> ImportReport {
        try produce { (_: ImportedProduct, _: Int) throws(StoreError) in
          throw .unavailable(detail: "full")
        }
        return ImportReport()
      }
    }
    #expect(throws: StoreError.unavailable(detail: "full")) {
      try ProductImport.read(path: path, into: FullStore(), at: Self.now)
    }
  }
}
