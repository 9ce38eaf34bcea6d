public import MarketCatalog

extension SQLiteReader: Authorizing {
  /// The token whose secret has the hash; about a microsecond when nobody wrote since it was asked
  /// for last.
  public func token(withHash hash: [UInt8]) throws(StoreError) -> AccessToken? {
    // The version first: what is written between the two is found again by the next call.
    let version = try presentDataVersion()
    return try tokenFinder().token(withHash: hash, at: version)
  }

  /// Whose a product is, listed or not; one look-up.
  public func ownership(ofProduct id: Int64) throws(StoreError) -> ProductOwnership? {
    try tokenFinder().ownership(ofProduct: id)
  }
}
