public import MarketCatalog

extension PackedCard {
  /// The bytes of a card with other counts, in which a tick changes nothing else.
  ///
  /// What stands before the counts and behind them is copied: reading a card's columns and packing them
  /// again took a fifth of a tick.
  ///
  /// - Parameters:
  ///   - bytes: What ``bytes(of:)`` made.
  ///   - counts: The counts that the card is to show.
  /// - Returns: What ``bytes(of:)`` makes of the card with these counts.
  /// - Throws: ``Fault/damaged`` for bytes without counts.
  public static func bytes(
    _ bytes: Span<UInt8>, showing counts: ProductCounts
  ) throws(Fault) -> [UInt8] {
    try bytes.withUnsafeBytes { bytes throws(Fault) in
      // No value holds a piece's byte.
      guard let likes = bytes.firstIndex(of: CardPiece.likeCount.rawValue),
        let views = bytes[..<likes].lastIndex(where: { $0 < 0x20 }),
        let behindLikes = bytes[(likes + 1)...].firstIndex(where: { $0 < 0x20 }),
        let createdAt = endOfPurchases(in: bytes, from: behindLikes)
      else { throw .damaged }
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + 24)
      result += UnsafeRawBufferPointer(rebasing: bytes[...views])
      result += String(counts.views).utf8
      result.append(CardPiece.likeCount.rawValue)
      result += String(counts.likes).utf8
      if counts.purchases == 0 {
        result.append(CardPiece.unboughtThenCreatedAt.rawValue)
      } else {
        result.append(CardPiece.purchaseCount.rawValue)
        result += String(counts.purchases).utf8
        result.append(CardPiece.createdAt.rawValue)
      }
      result += UnsafeRawBufferPointer(rebasing: bytes[createdAt...])
      return result
    }
  }

  /// Where the time of creation begins, behind the piece that follows the likes.
  private static func endOfPurchases(
    in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    switch CardPiece(rawValue: bytes[start]) {
    case .unboughtThenCreatedAt: return start + 1
    case .purchaseCount:
      return bytes[start...].firstIndex(of: CardPiece.createdAt.rawValue).map { $0 + 1 }
    case _: return nil
    }
  }
}
