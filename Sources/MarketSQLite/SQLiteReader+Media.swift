public import MarketCatalog

extension SQLiteReader {
  /// Calls `body` with the name of each file below `/media/` that a listed product shows, each once.
  ///
  /// Reads every product: seconds for each million.
  public func forEachMediaName(_ body: (String) -> Void) throws(StoreError) {
    let names = try connection.prepare(
      """
      SELECT substr(thumbnail, 8) FROM products WHERE listed = 1 AND thumbnail LIKE '/media/%'
      UNION
      SELECT substr(i.url, 8) FROM product_images AS i JOIN products AS p ON p.id = i.product_id
      WHERE p.listed = 1 AND i.url LIKE '/media/%'
      """)
    while try names.step() { body(names.text(0)) }
  }
}
