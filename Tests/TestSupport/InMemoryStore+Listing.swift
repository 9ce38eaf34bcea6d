public import MarketCatalog
import MarketText

extension InMemoryStore: ProductListing {
  /// Lists products again, or unlists them.
  public func setListed(
    _ isListed: Bool, of ids: [Int64], at now: Timestamp
  ) throws(StoreError) -> Int {
    let changing = try known(ids).filter { entries[$0]?.isListed != isListed }
    for id in changing {
      guard var entry = entries[id] else { continue }
      entry.isListed = isListed
      entry.product.card.updatedAt = max(now, entry.product.card.createdAt)
      entries[id] = entry
    }
    if !changing.isEmpty { current.catalogVersion += 1 }
    return changing.count
  }

  /// Lists one product again, or unlists it, if a condition holds.
  public func setListed(
    _ isListed: Bool, of id: Int64, at now: Timestamp, if condition: () throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    _ = try known([id])
    guard try condition() else { return false }
    _ = try setListed(isListed, of: [id], at: now)
    return true
  }

  /// Deletes products for good.
  public func deleteProducts(_ ids: [Int64]) throws(StoreError) -> Int {
    let known = try known(ids)
    for id in known { entries[id] = nil }
    if !known.isEmpty { current.catalogVersion += 1 }
    return known.count
  }

  /// The ids without repetitions, when there is a product for each.
  private func known(_ ids: [Int64]) throws(StoreError) -> Set<Int64> {
    let unknown = ids.filter { entries[$0] == nil }
    guard unknown.isEmpty else {
      var named: [Int64] = []
      for id in unknown where !named.contains(id) { named.append(id) }
      throw .unknownProducts(ids: named)
    }
    return Set(ids)
  }
}

extension FeedFilter {
  /// Whether a product has everything that the filter asks for; words are looked for scalar by scalar.
  public func passes(_ product: Product) -> Bool {
    guard matches(product.card) else { return false }
    if words.isEmpty { return true }
    let texts = [product.card.name, product.description].map { text in
      Array(text.normalizedNFC.foldedForSearch.unicodeScalars)
    }
    return words.allSatisfy { word in
      let word = Array(word.unicodeScalars)
      return texts.contains { text in
        text.indices.contains { text[$0...].starts(with: word) }
      }
    }
  }
}
