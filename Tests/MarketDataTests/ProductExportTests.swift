import MarketCatalog
import MarketData
import TestSupport
import Testing

@Suite struct ProductExportTests {
  private static func export(_ products: [Product], _ format: ExportFormat) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let count = try ProductExport.write(ListedProducts(products: products), as: format) {
      bytes += $0
    }
    #expect(count == products.count)
    return bytes
  }

  private static let nastyTexts = [
    "\"", "\\", "\\u0041", "a,b", "=1+1", "-", "a\u{2028}b", "\u{FEFF}", "😀👩‍👩‍👧‍👦", "각", "é",
    "</script>", "'; --", "\u{202E}abc", "0", "null", String(repeating: "긴", count: 150),
  ]

  private static func nasty(_ generator: inout SplitMix64) -> Product {
    var product = generator.product()
    product.card.id = Int64(generator.integer(in: 1...1_000_000))
    product.card.name = generator.pick(nastyTexts)
    product.description = (0..<generator.integer(in: 0...4)).map { _ in
      generator.pick(nastyTexts + ["\n", "\r\n", "\t"])
    }.joined()
    product.card.vendor = generator.oneIn(2) ? Vendor(id: 1, name: generator.pick(nastyTexts)) : nil
    product.source = ProductSource(
      name: generator.pick(nastyTexts), id: generator.pick(nastyTexts))
    return product
  }

  @Test("what was exported comes back the same", arguments: 0..<6)
  func roundTrip(_ run: Int) throws {
    let seed = UInt64(run) &+ 20_261_130
    var generator = SplitMix64(seed: seed)
    // A store has each source once.
    let products = (0..<400).map { number in
      var product = Self.nasty(&generator)
      product.source.id += " \(number)"
      return product
    }
    let directory = try TemporaryDirectory()
    let path = try directory.write(try Self.export(products, .ndjson), to: "export.ndjson")
    let store = CollectingStore()
    let report = try ProductImport.read(
      path: path, into: store, at: Timestamp(milliseconds: 1_796_000_000_000))
    #expect(report.added == products.count)
    for (product, found) in zip(products, store.products) {
      let card = product.card
      let expected = ImportedProduct(
        source: product.source,
        draft: ProductDraft(
          name: card.name, description: product.description, price: card.price,
          originalPrice: card.originalPrice, stock: card.stock, category: card.category,
          vendorName: card.vendor?.name, thumbnail: card.thumbnail, images: product.images),
        createdAt: card.createdAt, updatedAt: card.updatedAt)
      #expect(found == expected, "seed \(seed)")
      // Swift compares texts by their canonical form; the bytes must be the same too.
      #expect(Array(found.draft.name.utf8) == Array(card.name.utf8), "seed \(seed)")
      #expect(Array(found.draft.description.utf8) == Array(product.description.utf8))
    }
  }

  @Test("a table reads back field by field", arguments: 0..<4)
  func table(_ run: Int) throws {
    let seed = UInt64(run) &+ 7
    var generator = SplitMix64(seed: seed)
    let products = (0..<300).map { _ in Self.nasty(&generator) }
    let records = Self.records(try Self.export(products, .csv))
    #expect(records.first == ProductTable.columns)
    #expect(records.count == products.count + 1)
    for (product, record) in zip(products, records.dropFirst()) {
      let card = product.card
      #expect(record.count == ProductTable.columns.count, "seed \(seed)")
      let expected = [
        String(card.id), card.name, product.description, card.price.decimal,
        card.originalPrice?.decimal ?? "", card.price.currency.code, String(card.stock),
        card.category, card.vendor?.name ?? "", card.thumbnail?.url ?? "",
        product.images.map(\.url).joined(separator: " "), String(card.counts.views),
        String(card.counts.likes), String(card.counts.purchases), card.createdAt.rfc3339,
        card.updatedAt.rfc3339, product.source.name, product.source.id,
      ]
      #expect(record.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "seed \(seed)")
    }
  }

  /// A naive reader of RFC 4180.
  private static func records(_ bytes: [UInt8]) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if isQuoted {
        if byte == 0x22, next == 0x22 {
          field.append(byte)
          index += 1
        } else if byte == 0x22 {
          isQuoted = false
        } else {
          field.append(byte)
        }
      } else if byte == 0x22 {
        isQuoted = true
      } else if byte == 0x2C || (byte == 0x0D && next == 0x0A) {
        record.append(String(decoding: field, as: UTF8.self))
        field = []
        if byte == 0x0D {
          records.append(record)
          record = []
          index += 1
        }
      } else {
        field.append(byte)
      }
      index += 1
    }
    return records
  }

  @Test("fields that look like formulas are quoted and not altered")
  func formulas() throws {
    var generator = SplitMix64(seed: 1)
    var product = generator.product()
    product.card.name = "=HYPERLINK(1)"
    product.description = "@a"
    var table = ProductTable()
    table.append(product)
    let text = String(decoding: table.bytes, as: UTF8.self)
    #expect(text.contains(",\"=HYPERLINK(1)\",\"@a\","))
  }

  @Test(
    "bytes leave in pieces of about the buffer's size, and a closed pipe ends it",
    arguments: ExportFormat.allCases)
  func pieces(_ format: ExportFormat) throws {
    var generator = SplitMix64(seed: 3)
    let products = (0..<3_000).map { _ in Self.nasty(&generator) }
    var sizes: [Int] = []
    try ProductExport.write(ListedProducts(products: products), as: format) {
      sizes.append($0.count)
    }
    #expect(sizes.count > 5)
    #expect(sizes.dropLast().allSatisfy { (65_536..<80_000).contains($0) })

    struct Closed: Error {}
    var calls = 0
    #expect(throws: Closed.self) {
      try ProductExport.write(ListedProducts(products: products), as: format) { _ in
        calls += 1
        throw Closed()
      }
    }
    #expect(calls == 1)
  }

  @Test("an empty store gives no lines, and a table's header")
  func empty() throws {
    #expect(try Self.export([], .ndjson).isEmpty)
    let header = String(decoding: try Self.export([], .csv), as: UTF8.self)
    #expect(header == ProductTable.columns.joined(separator: ",") + "\r\n")
  }
}
