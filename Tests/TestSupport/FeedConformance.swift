public import MarketCatalog
public import Testing

/// What every reader of feeds must do, whether a store or a client of one: compared with the oracle
/// that holds the same products.
public struct FeedConformance {
  /// The reader under test.
  public let reader: any FeedReading & ProductReading
  /// What it must agree with.
  public let oracle: InMemoryStore
  /// The present of all checks that pass no other.
  public static let now = Timestamp(milliseconds: 1_790_000_000_000)

  /// Makes the checks of a reader.
  public init(_ reader: any FeedReading & ProductReading, agreesWith oracle: InMemoryStore) {
    self.reader = reader
    self.oracle = oracle
  }

  /// The items of a whole walk.
  public static func walk(
    _ reader: any FeedReading, _ page: Page, limit: Int, filter: FeedFilter = .all,
    at now: Timestamp = Self.now
  ) throws -> [ProductCard] {
    var query = FeedQuery(page: page, limit: limit, filter: filter)
    var cards: [ProductCard] = []
    while true {
      let slice = try reader.slice(query, at: now)
      #expect(slice.items.count <= query.limit)
      cards += slice.items
      guard let next = slice.next else { return cards }
      query.cursor = next
    }
  }

  /// Concatenated slices are the whole feed in its order, without repeats or gaps.
  public func checkWalks(
    limit: Int, filters: [FeedFilter] = [.all, FeedFilter(inStock: true)], _ note: Comment
  ) throws {
    for page in Page.allCases {
      for filter in filters {
        let walked = try Self.walk(reader, page, limit: limit, filter: filter)
        let expected = oracle.feed(page, filter: filter).map(\.withoutVendorID)
        #expect(walked.map(\.id) == expected.map(\.id), note)
        let different = zip(walked, expected).first { $0.withoutVendorID != $1 }
        #expect(different == nil, note)
      }
    }
  }

  /// An exactly full last slice has no cursor; for a market of 40 products.
  public func checkExactEnd() throws {
    for page in Page.allCases {
      let first = try reader.slice(FeedQuery(page: page), at: Self.now)
      let next = try #require(first.next)
      let second = try reader.slice(FeedQuery(page: page, cursor: next), at: Self.now)
      #expect(second.items.count == 20)
      #expect(second.next == nil)
    }
  }

  /// A market without products gives an empty slice and no cursor.
  public func checkEmpty() throws {
    for page in Page.allCases {
      let slice = try reader.slice(FeedQuery(page: page), at: Self.now)
      #expect(slice.items.isEmpty && slice.next == nil)
    }
    #expect(try reader.product(1) == nil)
  }

  /// Cursors that are damaged, foreign or old are refused; for a market of more than 20 products.
  ///
  /// `foreign` is what the reader calls a cursor of another feed or filter.
  public func checkCursors(foreign: CursorError = .foreign) throws {
    let cursor = try #require(
      try reader.slice(FeedQuery(page: .popularProduct), at: Self.now).next)
    func refusal(_ query: FeedQuery, at time: Timestamp = Self.now) -> CursorError? {
      do throws(StoreError) {
        _ = try reader.slice(query, at: time)
        return nil
      } catch {
        if case .cursor(let reason) = error { return reason }
        return nil
      }
    }
    #expect(refusal(FeedQuery(page: .popularProduct, cursor: cursor)) == nil)
    #expect(refusal(FeedQuery(page: .latelyProduct, cursor: cursor)) == foreign)
    #expect(
      refusal(
        FeedQuery(page: .popularProduct, filter: FeedFilter(inStock: true), cursor: cursor))
        == foreign)
    let lifetime = oracle.policy.lifetime
    #expect(
      refusal(
        FeedQuery(page: .popularProduct, cursor: cursor),
        at: Self.now.advanced(byMilliseconds: lifetime)) == nil)
    #expect(
      refusal(
        FeedQuery(page: .popularProduct, cursor: cursor),
        at: Self.now.advanced(byMilliseconds: lifetime * 2)) == .expired)
    for length in 0..<cursor.bytes.count {
      let cut = Cursor(bytes: Array(cursor.bytes.prefix(length)))
      #expect(refusal(FeedQuery(page: .popularProduct, cursor: cut)) == .malformed)
    }
  }

  /// Single products and lists of ids; for a market of 30 products.
  ///
  /// `source` gives what the reader tells of a product's source.
  public func checkProducts(
    source: (Product) -> ProductSource = { $0.source }
  ) throws {
    for id in Int64(0)...31 {
      let product = try reader.product(id)
      var expected = try oracle.product(id)
      if let known = expected { expected?.source = source(known) }
      #expect(product?.withoutVendorID == expected?.withoutVendorID)
    }
    let ids: [Int64] = [7, 99, 3, 7, -1, 30]
    #expect(try reader.products(ids).map(\.id) == [7, 3, 7, 30])
  }
}

extension FeedConformance {
  /// Categories are counted as the oracle counts them, and so is what passes any filter.
  public func checkCounts(
    _ reader: any FeedCounting & CategoryReading, filters: [FeedFilter], _ note: Comment
  ) throws {
    let (categories, expected) = (try reader.categories(), try oracle.categories())
    #expect(categories == expected, note)
    for filter in filters {
      let (count, wanted) = (try reader.count(filter), try oracle.count(filter))
      #expect(count == wanted, note)
    }
  }
}

extension ProductCard {
  /// The card with its vendor's name alone: stores number vendors in the order of their coming.
  public var withoutVendorID: ProductCard {
    var card = self
    card.vendor?.id = 0
    return card
  }
}

extension Product {
  /// The product with its vendor's name alone.
  public var withoutVendorID: Product {
    var product = self
    product.card = card.withoutVendorID
    return product
  }
}
