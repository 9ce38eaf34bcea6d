import MarketCatalog

/// Products that a search may find, all that it does among them: a bit for each, by chunk.
struct SearchCandidates {
  /// The chunks that have any, ascending.
  private var chunks: [(chunk: Int64, bits: SearchBits)] = []
  /// The place in `chunks` by chunk from 0 on; -1 for one that has none.
  private var places: [Int] = []
  /// How many they are.
  private(set) var count = 0

  /// Adds the products of a chunk behind those before it.
  mutating func append(_ bits: SearchBits, of chunk: Int64) {
    let added = bits.count
    guard added > 0 else { return }
    note(chunk)
    chunks.append((chunk, bits))
    count += added
  }

  private mutating func note(_ chunk: Int64) {
    while places.count <= Int(chunk) { places.append(-1) }
    places[Int(chunk)] = chunks.count
  }

  /// Adds a product.
  mutating func insert(_ id: Int64) {
    guard !contains(id) else { return }
    let chunk = SearchGrams.chunk(of: id)
    if places.count <= Int(chunk) || places[Int(chunk)] < 0 {
      note(chunk)
      chunks.append((chunk, SearchBits()))
    }
    chunks[places[Int(chunk)]].bits.insert(SearchGrams.place(of: id))
    count += 1
  }

  /// Whether a product is one of them.
  func contains(_ id: Int64) -> Bool {
    let chunk = Int(SearchGrams.chunk(of: id))
    guard chunk < places.count, places[chunk] >= 0 else { return false }
    return chunks[places[chunk]].bits.contains(SearchGrams.place(of: id))
  }

  /// The ids of all of them.
  var ids: [Int64] {
    var ids: [Int64] = []
    ids.reserveCapacity(count)
    for (chunk, bits) in chunks {
      let first = SearchGrams.ids(of: chunk).lowerBound
      bits.visitPlaces { ids.append(first + Int64($0)) }
    }
    return ids
  }
}
