public import MarketCatalog
public import Testing

/// What every store must do with products that are unlisted, listed again and deleted.
///
/// For a store of 40 products with ids from 1 on and texts that are not empty.
public struct ListingConformance {
  private let reader: any MarketReading
  private let writer: any ProductListing
  private let everyID = Set(Int64(1)...40)
  private static let now = FeedConformance.now

  /// Makes the checks of a store.
  public init(_ reader: any MarketReading, written writer: any ProductListing) {
    self.reader = reader
    self.writer = writer
  }

  /// Unlisted products are nowhere; listed again they are where they were.
  public func checkListing(filters: [FeedFilter], _ note: Comment) throws {
    let filters = [.all] + filters
    let (before, version) = (try views(filters), try reader.version())
    let hidden: Set<Int64> = [3, 7, 19, 40]

    #expect(try writer.setListed(false, of: [19, 3, 40, 7, 3], at: Self.now) == 4, note)
    let unlisted = try views(filters)
    #expect(unlisted == before.map { $0.without(hidden) }, note)
    for id in hidden { #expect(try reader.product(id) == nil, note) }
    #expect(try reader.products([3, 4, 7]).map(\.id) == [4], note)
    try checkCounts(of: everyID.subtracting(hidden), note)
    let after = try reader.version()
    #expect(after.catalogVersion > version.catalogVersion, note)
    #expect(after.generation == version.generation, "the ranking is the same")

    #expect(try writer.setListed(false, of: [7], at: Self.now) == 0, note)
    #expect(try reader.version() == after, "nothing was written")

    #expect(try writer.setListed(true, of: [3, 4, 40], at: Self.now) == 2, note)
    #expect(try views(filters) == before.map { $0.without([7, 19]) }, note)
    #expect(try writer.setListed(true, of: Array(hidden), at: Self.now) == 2, note)
    #expect(try views(filters) == before, note)
    try checkCounts(of: everyID, note)
    #expect(try reader.product(7)?.card.updatedAt == Self.now, "when it was last written")
  }

  /// Deleted products are nowhere, and unknown to every later write.
  public func checkDeletion(filters: [FeedFilter], _ note: Comment) throws {
    let filters = [.all] + filters
    let before = try views(filters)
    let gone: Set<Int64> = [2, 5, 39]
    _ = try writer.setListed(false, of: [5], at: Self.now)
    #expect(try writer.deleteProducts([39, 2, 5, 2]) == 3, note)
    #expect(try views(filters) == before.map { $0.without(gone) }, note)
    #expect(try reader.product(2) == nil, note)
    try checkCounts(of: everyID.subtracting(gone), note)
    #expect(throws: StoreError.unknownProducts(ids: [39, 5])) {
      try writer.setListed(true, of: [39, 1, 5, 39], at: Self.now)
    }
  }

  /// A write under a condition is done when that holds, of the state that readers see meanwhile.
  public func checkCondition() throws {
    var version = try reader.version()
    for (isListed, holds) in [(false, false), (false, true), (true, false), (true, true)] {
      let before = try reader.product(6)
      let isDone = try writer.setListed(isListed, of: 6, at: Self.now) { () throws(StoreError) in
        let present = try reader.product(6)
        #expect(present == before)
        return holds
      }
      #expect(isDone == holds)
      #expect(try (reader.product(6) != nil) == (holds ? isListed : !isListed))
      let after = try reader.version()
      #expect((after == version) == !holds)
      version = after
    }
    #expect(try writer.setListed(true, of: 6, at: Self.now) { true }, "as wanted already")
    #expect(throws: StoreError.unknownProducts(ids: [41])) {
      try writer.setListed(true, of: 41, at: Self.now) {
        Issue.record("there is nothing to ask of")
        return false
      }
    }
    #expect(throws: StoreError.cancelled) {
      try writer.setListed(false, of: 6, at: Self.now) { () throws(StoreError) in
        throw .cancelled
      }
    }
    #expect(try reader.version() == version)
  }

  /// A write that names a product that is not there changes nothing.
  public func checkUnknown() throws {
    let (before, version) = (try views([.all]), try reader.version())
    let unknown = StoreError.unknownProducts(ids: [41, 0, -1])
    #expect(unknown.description == "there are no products with the ids 41, 0, -1")
    #expect(throws: unknown) { try writer.setListed(false, of: [1, 41, 0, -1], at: Self.now) }
    #expect(throws: unknown) { try writer.deleteProducts([41, 0, 2, 0, -1]) }
    #expect(try views([.all]) == before && reader.version() == version)
    #expect(try writer.setListed(true, of: [], at: Self.now) == 0)
    #expect(try writer.deleteProducts([]) == 0)
    #expect(try reader.version() == version)
  }

  /// What a reader sees of one feed under one filter.
  private struct View: Equatable {
    var ids: [Int64]
    func without(_ hidden: Set<Int64>) -> View { View(ids: ids.filter { !hidden.contains($0) }) }
  }

  private func views(_ filters: [FeedFilter]) throws -> [View] {
    try Page.allCases.flatMap { page in
      try filters.map { filter in
        View(
          ids: try FeedConformance.walk(reader, page, limit: 7, filter: filter).map(\.id))
      }
    }
  }

  private func checkCounts(of ids: Set<Int64>, _ note: Comment) throws {
    #expect(try reader.count(.all) == Int64(ids.count), note)
    let listed = try reader.categories().reduce(0) { $0 + $1.listed }
    #expect(listed == Int64(ids.count), note)
  }
}
