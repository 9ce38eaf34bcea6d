import MarketCatalog
import MarketSQLite

/// Times slices under pairs of filters: of values that some product has, and of values that none
/// has together, for which a slice examines as many rows as it ever does.
struct FilterBench {
  let store: Store
  let now: Timestamp
  private let pairs: [FeedFilter]

  init(_ store: Store, cursors: [Cursor], at now: Timestamp) throws {
    self.store = store
    self.now = now
    var pairs: [FeedFilter] = []
    for cursor in cursors.prefix(8) {
      let query = FeedQuery(page: .latelyProduct, cursor: cursor)
      guard let card = try store.reader.slice(query, at: now).items.first else { continue }
      let amount = card.price.amountMinor
      let range = PriceRange(
        currency: card.price.currency, minimum: amount * 9 / 10, maximum: amount * 11 / 10)
      let (category, vendor) = (card.category, card.vendor?.id ?? 1)
      pairs += [
        FeedFilter(inStock: true, category: category), FeedFilter(inStock: true, vendorID: vendor),
        FeedFilter(inStock: true, price: range), FeedFilter(category: category, vendorID: vendor),
        FeedFilter(category: category, price: range), FeedFilter(vendorID: vendor, price: range),
      ]
    }
    let free = PriceRange(currency: .krw, minimum: 0, maximum: 0)
    pairs += [
      FeedFilter(category: "no-such", price: free), FeedFilter(vendorID: .max, price: free),
    ]
    self.pairs = pairs
  }

  /// The microseconds of each of many slices, in ascending order: the first of each pair, and one
  /// from each of the places where the unfiltered cursors stand.
  func times(_ page: Page, _ cursors: [Cursor]) throws -> [Double] {
    var times: [Double] = []
    for filter in pairs {
      times.append(try time(FeedQuery(page: page, filter: filter)))
      for cursor in cursors.prefix(24) {
        var payload: CursorPayload
        do throws(CursorError) {
          payload = try CursorPayload(decoding: cursor)
        } catch {
          throw StoreError.cursor(error)
        }
        payload.filterFingerprint = filter.fingerprint
        times.append(
          try time(FeedQuery(page: page, filter: filter, cursor: payload.encoded())))
      }
    }
    return times.sorted()
  }

  private func time(_ query: FeedQuery) throws -> Double {
    let start = monotonicNanoseconds()
    var count = 0
    _ = try store.reader.scan(query, at: now) { _, _ in count += 1 }
    return Double(monotonicNanoseconds() - start) / 1_000
  }
}
