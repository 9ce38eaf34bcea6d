import Foundation
import MarketCatalog
import MarketText
import TestSupport
import Testing

@testable import MarketSQLite

/// Which way of a search is taken, and how its index is filled.
private struct SearchWay: CustomTestStringConvertible {
  var testDescription: String
  var bounds = SearchBounds()
  /// How many of the products are in the index; the others are pending.
  var indexed = Int.max

  static let all = [
    SearchWay(testDescription: "few are sorted"),
    SearchWay(testDescription: "all are pending", indexed: 0),
    SearchWay(testDescription: "some are pending, some changed", indexed: 60),
    SearchWay(testDescription: "the feed is walked", bounds: SearchBounds(sortedProducts: 0)),
    SearchWay(
      testDescription: "the feed is walked in small steps",
      bounds: SearchBounds(sortedProducts: 0, examinedRows: 25)),
    SearchWay(
      testDescription: "few are sorted in small steps", bounds: SearchBounds(examinedRows: 25)),
  ]
}

extension SQLiteWriter {
  /// Takes everything that is pending into the index.
  fileprivate func index() throws {
    let indexer = try SearchIndexer(market)
    while try market.storing({ () throws(StoreError) in try indexer.indexNextChunk() }) {}
  }
}

extension SplitMix64 {
  /// A text of short words in many scripts, made of so few characters that words are often found.
  fileprivate mutating func text(words: ClosedRange<Int>) -> String {
    let alphabets: [[String]] = [
      ["가", "각", "대", "한", "민", "국", "ㅋ", "\u{1112}\u{1161}\u{11AB}", "\u{1103}\u{1162}"],
      ["あ", "が", "か\u{3099}", "ア", "ｱ", "新", "着", "ー"],
      ["a", "B", "é", "e\u{301}", "Ａ", "1", "１", "ß", "SS", "%", "_", "\"", "*", "\\", "'", "-"],
      ["👩", "👩‍👩‍👧‍👦", "🇰🇷", "❤️", "❤", "🎧"],
    ]
    return (0..<integer(in: words)).map { _ in
      let alphabet = pick(alphabets)
      return (0..<integer(in: 1...5)).map { _ in pick(alphabet) }.joined()
    }.joined(separator: oneIn(5) ? "\u{3000}" : " ")
  }

  fileprivate mutating func searchedProducts(_ count: Int, from first: Int = 0) -> [Product] {
    (first..<(first + count)).map { index in
      var product = product()
      product.source = ProductSource(name: "test", id: String(index))
      // As a store gives texts back; files bring them in any form.
      product.card.name = text(words: 1...3).normalizedNFC
      product.description = oneIn(4) ? "" : text(words: 1...6).normalizedNFC
      return product
    }
  }

  /// One to three words of one to five characters out of texts, in any form of writing.
  fileprivate mutating func search(_ products: [Product]) -> [String] {
    var typed: [String] = []
    for _ in 0..<integer(in: 1...3) {
      let product = pick(products)
      let words = (product.card.name + " " + product.description).searchWords
      let word = Array(pick(words).unicodeScalars)
      let start = integer(in: 0...(word.count - 1))
      var part = String.UnicodeScalarView()
      part.append(contentsOf: word[start..<min(start + integer(in: 1...5), word.count)])
      let text = String(part)
      typed.append(oneIn(2) ? text.decomposedStringWithCanonicalMapping : text.uppercased())
    }
    return Array(typed.joined(separator: " ").searchWords.prefix(FeedFilter.wordLimit))
  }
}

@Suite("Search finds what a naive scan finds")
struct SearchTests {
  @Test(
    "over random texts of many scripts, to the end, with any limit", arguments: SearchWay.all)
  private func walks(way: SearchWay) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    var products = random.searchedProducts(180)
    try fixture.fill(Array(products.prefix(way.indexed)), writer: writer)
    if way.indexed > 0 { try writer.index() }
    // The other products come, and a third of those that are known change.
    for index in stride(from: 0, to: products.count, by: 3) {
      let other = random.searchedProducts(1)[0]
      products[index].card.name = other.card.name
      products[index].description = other.description
    }
    let oracle = try fixture.fill(products, writer: writer)
    if way.indexed == .max { try writer.index() }
    let reader = try fixture.store.makeReader()
    reader.searchBounds = way.bounds
    for _ in 0..<25 {
      let filter = FeedFilter(inStock: random.oneIn(4), words: random.search(products))
      let note: Comment = "seed \(seed), \(filter.words)"
      try FeedConformance(reader, agreesWith: oracle)
        .checkWalks(limit: random.integer(in: 1...40), filters: [filter], note)
      let (count, expected) = (try reader.count(filter), try oracle.count(filter))
      #expect(count == expected, note)
    }
  }

  @Test(
    "what is found during a whole walk comes once, in the order of the walk's generation",
    arguments: Page.allCases, SearchWay.all)
  private func stableScroll(page: Page, way: SearchWay) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    let products = random.searchedProducts(80)
    try fixture.fill(products, writer: writer)
    if way.indexed > 0 { try writer.index() }
    let reader = try fixture.store.makeReader()
    reader.searchBounds = way.bounds
    for round in 0..<3 {
      let filter = FeedFilter(words: [random.search(products)[0]])
      let frozen = try FeedConformance.walk(reader, page, limit: 100, filter: filter).map(\.id)
      var query = FeedQuery(page: page, limit: random.integer(in: 1...5), filter: filter)
      var walked: [Int64] = []
      repeat {
        let slice = try reader.slice(query, at: StoreFixture.now)
        walked += slice.items.map(\.id)
        query.cursor = slice.next
        let events = (0..<8).map { _ in
          random.event(
            .view, product: Int64(random.integer(in: 1...80)), actor: Int64(random.next() >> 40),
            at: StoreFixture.now)
        }
        _ = try writer.record(events, at: StoreFixture.now)
        _ = try writer.applyRecordedEvents(at: StoreFixture.now)
        let late = random.searchedProducts(1, from: 1_000 + walked.count + round * 100)
        _ = try writer.importProducts(at: StoreFixture.now) { put throws(StoreError) in
          _ = try put(late[0].imported, 1)
        }
      } while query.cursor != nil
      #expect(walked.filter { $0 <= 80 } == frozen.filter { $0 <= 80 }, "seed \(seed), \(filter)")
      #expect(Set(walked).count == walked.count, "seed \(seed): a product came twice")
    }
  }

  /// A text, and what it is searched by.
  struct Finding: CustomTestStringConvertible {
    var name: String
    var description = ""
    var search: String
    var isFound = true
    var testDescription: String {
      "\(search) \(isFound ? "finds" : "does not find") \(name) \(description)"
    }
  }

  @Test(
    "characters that mean something elsewhere mean themselves; one character is enough",
    arguments: [
      Finding(name: "대한민국 지도", search: "민국"), Finding(name: "대한민국 지도", search: "국"),
      Finding(name: "대한민국 지도", search: "한국", isFound: false),
      Finding(name: "대한민국 지도", search: "민국 도"),
      Finding(name: "대한민국 지도", search: "국 지"),
      Finding(name: "대한민국 지도", search: "국지", isFound: false),
      Finding(name: "대한민국 지도", search: "민국 책", isFound: false),
      Finding(name: "지도", description: "대한민국을 담은", search: "지도 민국을"),
      Finding(name: "지도", description: "대한민국", search: "도대", isFound: false),
      Finding(name: "100% 면", search: "%"), Finding(name: "면 티", search: "%", isFound: false),
      Finding(name: "snake_case", search: "e_c"),
      Finding(name: "snakeXcase", search: "e_c", isFound: false),
      Finding(name: "7\" \"인치\"", search: "\"인"), Finding(name: "a*b", search: "*"),
      Finding(name: "ab", search: "a*", isFound: false),
      Finding(name: "NEAR(a b)", search: "near("),
      Finding(name: "a AND b", search: "and"),
      Finding(name: "ab", search: "a AND b", isFound: false),
      Finding(name: "O'Neill; DROP", search: "o'neill; drop"), Finding(name: "^시작$", search: "^시"),
      Finding(name: "a\\b", search: "\\"), Finding(name: "평범", search: "a\u{0}b", isFound: false),
      Finding(name: "평범", search: "\u{0}", isFound: false),
      Finding(name: "\u{110B}\u{1175}\u{11AB} 이름", search: "인"),
      Finding(name: "인형", search: "\u{110B}\u{1175}\u{11AB}"),
      Finding(name: "ＷＩＤＥ ﾃｽﾄ", search: "wide テスト"), Finding(name: "무선 🎧", search: "🎧"),
      Finding(name: "한국 🇰🇷", search: "🇰🇷"), Finding(name: "新着ジャケット", search: "着ジ"),
    ])
  func meanings(finding: Finding) throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    var random = SplitMix64(seed: 3)
    var product = random.product()
    product.card.name = finding.name
    product.description = finding.description
    _ = try fixture.fill([product], writer: writer)
    let reader = try fixture.store.makeReader()
    for isIndexed in [false, true] {
      if isIndexed { try writer.index() }
      for page in Page.allCases {
        let query = FeedQuery(page: page, filter: FeedFilter(words: finding.search.searchWords))
        let found = try reader.slice(query, at: StoreFixture.now).items
        #expect(found.isEmpty != finding.isFound, "indexed: \(isIndexed)")
      }
    }
  }
}

@Suite("The search index keeps up with the texts")
struct SearchIndexTests {
  /// A store whose products lie in two chunks, and the oracle's names for a word.
  private func filled(_ random: inout SplitMix64) throws -> (StoreFixture, SQLiteWriter, [Product])
  {
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    try writer.market.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('products', 65200)")
    let products = random.searchedProducts(900)
    _ = try writer.importProducts(at: StoreFixture.now) { put throws(StoreError) in
      for (row, product) in products.enumerated() { _ = try put(product.imported, row + 1) }
    }
    return (fixture, writer, products)
  }

  private func names(_ fixture: StoreFixture, _ word: String) throws -> [String] {
    try FeedConformance.walk(
      fixture.store.makeReader(), .latelyProduct, limit: 100, filter: FeedFilter(words: [word])
    ).map(\.name).sorted()
  }

  private func expected(_ products: [Product], _ word: String) -> [String] {
    products.filter { product in
      [product.card.name, product.description].contains {
        FoldedText($0).contains(word.unicodeScalars.map(\.value))
      }
    }.map(\.card.name).sorted()
  }

  @Test("one that was left in the middle is completed, from where it was, before the store is used")
  func interruptedFill() throws {
    var random = SplitMix64(seed: 51)
    let (fixture, writer, products) = try filled(&random)
    #expect(try names(fixture, "민") == expected(products, "민"))
    try writer.market.execute(
      "DELETE FROM search_postings; UPDATE search_state SET indexed_through = 0")
    let indexer = try SearchIndexer(writer.market)
    let hasMore = try writer.market.storing { () throws(StoreError) in
      try indexer.indexNextChunk()
    }
    #expect(hasMore)
    let through = try writer.market.firstInteger(SearchSQL.indexedThrough)
    #expect(through == 65_535)
    #expect(throws: StoreError.self) { try SQLiteStore(path: fixture.store.path) }
    let migrator = Migrator(storeAt: fixture.store.path)
    #expect(try migrator.verify().count == 1)
    #expect(try migrator.migrate(at: StoreFixture.now).isEmpty)
    #expect(try migrator.verify() == [])
    let reader = try SQLiteStore(path: fixture.store.path).makeReader()
    reader.searchBounds.sortedProducts = 0
    for _ in 0..<20 {
      let word = random.search(products)[0]
      #expect(try names(fixture, word) == expected(products, word), "\(word)")
    }
  }

  @Test(
    "what is removed is forgotten, so that products that get its ids are found by their own texts")
  func reset() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    for name in ["옛날 상품", "요즘 물건"] {
      try writer.seed(count: 700, at: StoreFixture.now) { index in
        SeedProduct(
          draft: ProductDraft(
            name: "\(name) \(index)", price: Money(amountMinor: 1_000, currency: .krw), stock: 1),
          createdAt: Timestamp(milliseconds: 1_780_000_000_000 + Int64(index)), events: [])
      }
      let reader = try fixture.store.makeReader()
      let count = try reader.count(FeedFilter(words: [String(name.prefix(1))]))
      #expect(count == 700)
      #expect(try writer.removeSeededProducts(at: StoreFixture.now) == 700)
    }
    let rows = try writer.market.firstInteger("SELECT count(*) FROM search_postings")
    #expect(rows == 0)
  }

  @Test("few pending products wait, many are taken in by the write that made them many")
  func pending() throws {
    var random = SplitMix64(seed: 52)
    let fixture = try StoreFixture()
    let writer = try fixture.store.makeWriter()
    func pendingCount() throws -> Int {
      let pending = try writer.market.prepare(SearchSQL.pending)
      var count = 0
      while try pending.step() { count += 1 }
      return count
    }
    let limit = Int(SearchIndexer.pendingLimit)
    let products = random.searchedProducts(limit + 1)
    try fixture.fill(Array(products.dropLast()), writer: writer)
    #expect(try pendingCount() == limit)
    try fixture.fill(products, writer: writer)
    #expect(try pendingCount() == 0)
    var changed = products
    changed[7].card.stock += 1
    try fixture.fill(changed, writer: writer)
    #expect(try pendingCount() == 0)
    changed[7].description = "다른 설명"
    try fixture.fill(changed, writer: writer)
    #expect(try pendingCount() == 1)
    #expect(try names(fixture, "다른") == [changed[7].card.name])
  }

  @Test("an index that lacks a text is told by verify")
  func verify() throws {
    var random = SplitMix64(seed: 53)
    let (fixture, writer, _) = try filled(&random)
    let migrator = Migrator(storeAt: fixture.store.path)
    #expect(try migrator.verify() == [])
    try writer.market.execute("DELETE FROM search_postings WHERE key % 3 = 0")
    let differences = try migrator.verify()
    #expect(differences.count == 1 && differences[0].contains("search index"))
  }

  @Test("rows of the index come back, listed or as bits", arguments: [1, 4_095, 4_096, 65_536])
  func rows(count: Int) {
    let places = (0..<count).map { UInt16($0 * (65_536 / count)) }
    var bits = SearchBits()
    let row = SearchBits.row(of: places)
    let isRow = bits.formUnion(row: row.span)
    #expect(isRow)
    #expect(bits.count == count && bits.row == row)
    var all = SearchBits()
    var scratch = SearchBits()
    for place in [places[0], 65_535] { all.insert(place) }
    let isRowToo = all.formIntersection(row: row.span, &scratch)
    #expect(isRowToo)
    #expect(all.contains(places[0]) && all.contains(65_535) == (places.last == 65_535))
    let broken: [UInt8] = [1, 2, 3]
    let isRowAtAll = bits.formUnion(row: broken.span)
    #expect(!isRowAtAll)
  }

  @Test("a search is look-ups by key and a walk of the feed")
  func plans() throws {
    var random = SplitMix64(seed: 54)
    let (fixture, _, _) = try filled(&random)
    let connection = try fixture.store.makeReader().connection
    func plan(_ sql: String) throws -> String {
      try connection.plan(of: sql).joined(separator: "; ")
    }
    #expect(
      try plan(SearchSQL.posting) == "SEARCH search_postings USING INTEGER PRIMARY KEY (rowid=?)")
    #expect(
      try plan(SearchSQL.texts)
        == "SEARCH p USING INTEGER PRIMARY KEY (rowid=?); SEARCH d USING INTEGER PRIMARY KEY (rowid=?)"
    )
    #expect(
      try plan(SearchSQL.place(in: Page.latelyProduct.feed))
        == "SEARCH product_standings USING INTEGER PRIMARY KEY (rowid=?)")
    #expect(
      try plan(SearchSQL.place(in: Page.popularProduct.feed))
        == "SEARCH s USING INTEGER PRIMARY KEY (rowid=?); SEARCH l USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN"
    )
    let left = try plan(SearchSQL.leftPlaces)
    #expect(
      left.contains(
        "USING COVERING INDEX rank_versions_superseded (to_generation>? AND to_generation<?)"))
    let pending = try plan(SearchSQL.pending)
    #expect(
      pending.contains("SEARCH products USING COVERING INDEX")
        || pending.contains("SEARCH products USING INTEGER PRIMARY KEY (rowid>?)"))
    #expect(!pending.contains("TEMP B-TREE"))
  }
}
