public import MarketCatalog

/// The arithmetic with which the ranks of one store are made, as the store keeps it.
struct RankArithmetic: Hashable {
  /// How events make products popular.
  var popularity: Popularity
  /// What is added to a score in thousandths to make a rank key.
  var offset: Int64
  /// How many rebuilds there were.
  var rebuilds: Int64

  /// The rank key of a score.
  func key(of z: Double) -> Int64 { Popularity.rankKey(of: z) + offset }
}

extension RankArithmetic {
  /// The statements that read and write the arithmetic.
  final class Statements {
    private let select: SQLiteStatement
    private let put: SQLiteStatement
    private let anyProduct: SQLiteStatement

    init(_ market: SQLiteConnection) throws(StoreError) {
      select = try market.prepare(
        """
        SELECT half_life, view_weight, like_weight, purchase_weight, rank_offset, rebuilds
        FROM rank_arithmetic
        """)
      put = try market.prepare(
        """
        INSERT OR REPLACE INTO rank_arithmetic
          (id, half_life, view_weight, like_weight, purchase_weight, rank_offset, rebuilds)
        VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6)
        """)
      anyProduct = try market.prepare("SELECT 1 FROM products LIMIT 1")
    }

    /// What the store keeps; nil before its first product.
    func read() throws(StoreError) -> RankArithmetic? {
      defer { select.reset() }
      guard try select.step() else { return nil }
      return RankArithmetic(
        popularity: Popularity(
          halfLifeMilliseconds: select.integer(0),
          weights: Popularity.Weights(
            view: select.double(1), like: select.double(2), purchase: select.double(3))),
        offset: select.integer(4), rebuilds: select.integer(5))
    }

    func write(_ arithmetic: RankArithmetic) throws(StoreError) {
      put.bind(arithmetic.popularity.halfLife, at: 1)
      put.bind(arithmetic.popularity.weights.view, at: 2)
      put.bind(arithmetic.popularity.weights.like, at: 3)
      put.bind(arithmetic.popularity.weights.purchase, at: 4)
      put.bind(arithmetic.offset, at: 5)
      put.bind(arithmetic.rebuilds, at: 6)
      try put.run()
    }

    func hasProducts() throws(StoreError) -> Bool {
      defer { anyProduct.reset() }
      return try anyProduct.step()
    }
  }
}

extension SQLiteWriter {
  /// The arithmetic to rank by, inside a write transaction: the store's own; the configured one
  /// becomes it while there is nothing that was ranked by another.
  func arithmetic() throws(StoreError) -> RankArithmetic {
    let kept = try ranking.read()
    if let kept {
      if kept.popularity == options.popularity { return kept }
      if try ranking.hasProducts() { return kept }
    }
    let adopted = RankArithmetic(
      popularity: options.popularity, offset: kept?.offset ?? 0, rebuilds: kept?.rebuilds ?? 0)
    try ranking.write(adopted)
    return adopted
  }
}

extension SQLiteReader: RankArithmeticReading {
  /// The arithmetic with which the store's ranks are made; nil while it has no products.
  public func rankArithmetic() throws(StoreError) -> Popularity? {
    let ranking = try RankArithmetic.Statements(connection)
    guard try ranking.hasProducts() else { return nil }
    return try ranking.read()?.popularity
  }
}
