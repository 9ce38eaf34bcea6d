import MarketCatalog
import MarketText

/// Keeps the search index of a store up with its texts, through a writer's connection.
///
/// Products that are not in the index yet, or have changed since, are pending: a search looks at
/// the texts of all of them. Each write that leaves more than ``pendingLimit`` takes them in. A few
/// products at a time would rewrite most rows of their chunk for each.
final class SearchIndexer {
  /// The most pending products that a write may leave.
  static let pendingLimit: Int64 = 256

  let connection: SQLiteConnection
  private let texts: SQLiteStatement
  private let posting: SQLiteStatement
  private let putPosting: SQLiteStatement
  private let setIndexedThrough: SQLiteStatement
  private var folded = FoldedText()
  private var bits = SearchBits()

  init(_ connection: SQLiteConnection) throws(StoreError) {
    self.connection = connection
    texts = try connection.prepare(
      """
      SELECT p.id, p.name, d.description
      FROM products AS p CROSS JOIN product_details AS d ON d.product_id = p.id
      WHERE p.id BETWEEN ?1 AND ?2
      ORDER BY p.id
      """)
    posting = try connection.prepare(SearchSQL.posting)
    putPosting = try connection.prepare(
      """
      INSERT INTO search_postings (key, products) VALUES (?1, ?2)
      ON CONFLICT DO UPDATE SET products = excluded.products
      """)
    setIndexedThrough = try connection.prepare("UPDATE search_state SET indexed_through = ?1")
  }

  /// Whether more products are pending than a search may have to look at.
  static func isBehind(_ connection: SQLiteConnection) throws(StoreError) -> Bool {
    try connection.firstInteger(
      """
      SELECT (SELECT count(*) FROM (SELECT 1 FROM search_pending LIMIT \(pendingLimit + 1)))
        + (SELECT count(*) FROM (SELECT 1 FROM products
             WHERE id > (SELECT indexed_through FROM search_state) LIMIT \(pendingLimit + 1)))
        > \(pendingLimit)
      """) == 1
  }

  /// Takes all pending products in when they are many; inside the transaction that made them so.
  func catchUp() throws(StoreError) {
    guard try Self.isBehind(connection) else { return }
    while try indexNextChunk() {}
  }

  /// Takes in what is pending of one chunk; false when nothing was.
  ///
  /// Any number of calls may each be a transaction of their own, also with a pause or a crash in
  /// between: a search is right after each.
  func indexNextChunk() throws(StoreError) -> Bool {
    let changed = try connection.firstInteger(
      "SELECT product_id FROM search_pending ORDER BY product_id LIMIT 1")
    if let changed {
      try indexChanged(in: SearchGrams.chunk(of: changed))
      return true
    }
    let next = try connection.firstInteger(
      """
      SELECT id FROM products WHERE id > (SELECT indexed_through FROM search_state)
      ORDER BY id LIMIT 1
      """)
    guard let next else { return false }
    let chunk = SearchGrams.chunk(of: next)
    var builder = PostingBuilder()
    let last = try gather(next...SearchGrams.ids(of: chunk).upperBound, &builder)
    try write(builder, chunk)
    setIndexedThrough.bind(last ?? next, at: 1)
    try setIndexedThrough.run()
    return true
  }

  /// Takes in the changed products of a chunk.
  private func indexChanged(in chunk: Int64) throws(StoreError) {
    let ids = SearchGrams.ids(of: chunk)
    let changed = try connection.prepare(
      "SELECT product_id FROM search_pending WHERE product_id BETWEEN ?1 AND ?2 ORDER BY 1")
    changed.bind(ids.lowerBound, at: 1)
    changed.bind(ids.upperBound, at: 2)
    var builder = PostingBuilder()
    while try changed.step() {
      let id = changed.integer(0)
      _ = try gather(id...id, &builder)
    }
    try write(builder, chunk)
    try connection.execute(
      """
      DELETE FROM search_pending
      WHERE product_id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)
      """)
  }

  /// Adds the texts of products with ids in a range; returns the last one's id.
  func gather(
    _ ids: ClosedRange<Int64>, _ builder: inout PostingBuilder
  ) throws(StoreError) -> Int64? {
    texts.bind(ids.lowerBound, at: 1)
    texts.bind(ids.upperBound, at: 2)
    defer { texts.reset() }
    var last: Int64?
    while try texts.step() {
      let id = texts.integer(0)
      last = id
      for column: Int32 in 1...2 {
        texts.withBytes(column) { folded.fold($0) }
        builder.add(folded.scalars, of: SearchGrams.place(of: id))
      }
    }
    return last
  }

  /// Adds what was gathered to the rows of a chunk.
  private func write(_ builder: PostingBuilder, _ chunk: Int64) throws(StoreError) {
    let first = SearchGrams.key(0, in: chunk)
    let isNew =
      try connection.firstInteger(
        "SELECT 1 FROM search_postings WHERE key BETWEEN \(first) AND "
          + "\(SearchGrams.key(0, in: chunk + 1) - 1) LIMIT 1") == nil
    try builder.visitGrams { gram, places throws(StoreError) in
      let key = SearchGrams.key(gram, in: chunk)
      putPosting.bind(key, at: 1)
      if isNew {
        putPosting.bind(SearchBits.row(of: places), at: 2)
      } else {
        bits.removeAll()
        for place in places { bits.insert(place) }
        try unite(key)
        putPosting.bind(bits.row, at: 2)
      }
      try putPosting.run()
    }
  }

  /// Puts the products of a row of the index into ``bits``.
  private func unite(_ key: Int64) throws(StoreError) {
    posting.bind(key, at: 1)
    defer { posting.reset() }
    guard try posting.step() else { return }
    guard posting.withBytes(0, { bits.formUnion(row: $0) }) else { throw SearchSQL.damage }
  }

  /// Forgets the index, so that what is in the store now is taken in again by ``catchUp()``; for
  /// products that were deleted, whose ids may come again.
  func removeAll() throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM search_postings;
      DELETE FROM search_pending;
      UPDATE search_state SET indexed_through = 0;
      """)
  }
}

extension SearchIndexer {
  /// Whether the index has the texts of some products, spread over the store.
  ///
  /// All of them would be read in seconds where a store has a million.
  func hasSample(of count: Int64 = 500) throws(StoreError) -> Bool {
    let last = try connection.firstInteger(SearchSQL.indexedThrough) ?? 0
    let finder = try SearchFinder(connection)
    let next = try connection.prepare(
      """
      SELECT id FROM products
      WHERE id BETWEEN ?1 AND ?2 AND id NOT IN (SELECT product_id FROM search_pending)
      ORDER BY id LIMIT 1
      """)
    for step in 0..<count {
      next.bind(last / count * step + last % count * step / count, at: 1)
      next.bind(last, at: 2)
      guard try next.step() else { continue }
      let id = next.integer(0)
      next.reset()
      var builder = PostingBuilder()
      _ = try gather(id...id, &builder)
      var hasAll = true
      try builder.visitGrams { gram, _ throws(StoreError) in
        guard hasAll else { return }
        hasAll = try finder.has(gram, id)
      }
      if !hasAll { return false }
    }
    return true
  }
}
