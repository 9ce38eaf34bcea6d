import MarketCatalog

// The part of a migration that SQL cannot do: search wants folded texts.

extension MigratedFile {
  /// Takes the products of a store that had some before it had a search index in, chunk by chunk in
  /// transactions of their own, so that a killed process goes on where it was.
  func completeSearchIndex() throws(StoreError) {
    let connection = try openExisting()
    try connection.execute(Pragmas.connection)
    try connection.execute(Pragmas.writer)
    guard try SearchIndexer.isBehind(connection) else { return }
    let indexer = try SearchIndexer(connection)
    while try connection.storing({ () throws(StoreError) in try indexer.indexNextChunk() }) {}
  }

  /// Refuses a store whose search index is far behind its products, as after such a kill.
  func requireSearchIndex(_ connection: SQLiteConnection?) throws(StoreError) {
    guard let connection, try SearchIndexer.isBehind(connection) else { return }
    throw .schemaMismatch(
      detail: path + " has products that are not in the search index; run: market-cli migrate")
  }

  /// How the search index differs from the texts of some products all over the store.
  func searchDifferences() throws(StoreError) -> [String] {
    guard let connection = try openIfThere() else { return [] }
    if try SearchIndexer.isBehind(connection) {
      return ["products are missing in the search index of " + path + "; run: market-cli migrate"]
    }
    guard try SearchIndexer(connection).hasSample() else {
      return ["the search index of " + path + " lacks texts that its products have"]
    }
    return []
  }
}
